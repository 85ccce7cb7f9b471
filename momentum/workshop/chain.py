"""Which way the chain of lights runs through the board and around it, told from a few of its lights; pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from momentum.rules import CELLS, SIZE

RING = 28
"""Steps of the ring: under a1 to g1, right of g1 to g7, above g7 to a7, left of a7 to a1."""

BOARD_PROBES = (0, 6, 7, 14, 21, 28, 35, 42, 48)
"""Lights whose cells tell any chain of seven straight lines: the first of each, and the last of two."""
RING_PROBES = (0, 3, 10, 17, 24)
"""Lights of the ring, counted from its first, that tell where it starts and which way round it runs."""

_LINES = range(SIZE)


def beside(step: int) -> int:
    """Return the cell beside a ring step."""
    side, place = divmod(step - 1, SIZE)
    return (place, SIZE * place + 6, CELLS - 1 - place, 42 - SIZE * place)[side]


def steps_beside(cell: int) -> frozenset[int]:
    """Return the ring steps beside a cell: one at an edge, two at a corner, none inside."""
    return frozenset(step for step in range(1, RING + 1) if beside(step) == cell)


def board_chain(found: Mapping[int, int]) -> tuple[int, ...] | None:
    """Return the cell of each of the 49 lights, from the cells of some; None unless seven straight lines fit.

    Lines may be rows or columns, in any order, each in either direction.
    """
    chains = [
        chain for rows in (False, True) if (chain := _lined(found, rows=rows)) and len(set(chain)) == CELLS
    ]
    return chains[0] if len(chains) == 1 else None


def _lined(found: Mapping[int, int], *, rows: bool) -> tuple[int, ...]:
    """Return the one chain of lines along rows, or columns, that has all these lights; else nothing."""
    chain: list[int] = []
    for number in _LINES:
        lights = {light % SIZE: cell for light, cell in found.items() if light // SIZE == number}
        fitting = [line for line in _lines(rows=rows) if all(line[at] == cell for at, cell in lights.items())]
        if len(fitting) != 1:
            return ()
        chain += fitting[0]
    return tuple(chain)


def _lines(*, rows: bool) -> Iterator[tuple[int, ...]]:
    for number in _LINES:
        line = tuple(SIZE * number + at if rows else SIZE * at + number for at in _LINES)
        yield line
        yield tuple(reversed(line))


def completed_board(found: Mapping[int, int]) -> tuple[int, ...] | None:
    """Return the cell of each light when all were asked for, those that stayed dark filled in; or None."""
    lacking = set(range(CELLS)) - found.keys()
    if len(lacking) <= 1:
        left = set(range(CELLS)) - set(found.values())
        cells = {**found, **dict(zip(lacking, left, strict=True))}
        return tuple(cells[light] for light in range(CELLS))
    return board_chain(found)


def ring_chain(found: Mapping[int, frozenset[int]]) -> tuple[int, ...] | None:
    """Return the step of each of the 28 lights, from the steps that some may be; None unless one way fits.

    A way runs round without a gap, from any step, in either direction.
    """
    ways = [way for way in _ways() if all(way[light] in steps for light, steps in found.items())]
    return ways[0] if len(ways) == 1 else None


def _ways() -> Iterator[tuple[int, ...]]:
    for start in range(RING):
        for direction in (1, -1):
            yield tuple((start + direction * light) % RING + 1 for light in range(RING))


def completed_ring(found: Mapping[int, frozenset[int]]) -> tuple[int, ...] | None:
    """Return the step of each light when all were asked for, or None.

    Two lights beside one corner are told apart by their neighbours in the chain; one light that stayed dark
    is filled in.
    """
    sure = {light: min(steps) for light, steps in found.items() if len(steps) == 1}
    steps = dict(sure)
    for light in sorted(found.keys() - sure.keys(), key=lambda light: -_strangers(light, sure)):
        free = [step for step in found[light] if step not in steps.values()]
        if free:
            steps[light] = min(free, key=lambda step: (_distance(light, step, sure), step))
    lacking = set(range(RING)) - steps.keys()
    left = set(range(1, RING + 1)) - set(steps.values())
    if len(lacking) > 1 or len(left) != len(lacking):
        return None
    steps.update(zip(lacking, left, strict=True))
    return tuple(steps[light] for light in range(RING))


def _strangers(light: int, sure: Mapping[int, int]) -> int:
    return sum(near in sure for near in (light - 1, light + 1))


def _distance(light: int, step: int, sure: Mapping[int, int]) -> int:
    """Return how far round the ring a step lies from those of the lights before and after."""
    gaps = (abs(step - sure[near]) for near in (light - 1, light + 1) if near in sure)
    return sum(min(gap, RING - gap) for gap in gaps)
