"""Momentum: what one dropped marble pushes.

From the dropped marble up to eight lines of adjacent marbles, of either colour, run outward. The last marble
of each line moves one cell on; where that leaves the board it goes back to its owner. Lines are read before
anything moves, and no two of them share a cell, so no push can disturb another.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from momentum.rules.cells import ALL, CELLS, DIRECTIONS, RAYS, cell_text, checked, neighbour
from momentum.rules.errors import EmptyHand, IllegalMove, OccupiedCell
from momentum.rules.players import FIRST, SECOND, Player
from momentum.rules.position import MARBLES, Position, unchecked


@dataclass(frozen=True, slots=True, kw_only=True)
class Push:
    """One marble moved one cell away from the dropped one."""

    origin: int
    """The cell it leaves."""
    destination: int | None
    """The cell it reaches, or None when it leaves the board and returns to its owner."""
    owner: Player
    """Whose marble it is."""
    direction: int
    """The way it goes: an index of DIRECTIONS."""


class Outcome(NamedTuple):
    """What a drop does."""

    pushes: tuple[Push, ...]
    """The pushes, in the order of DIRECTIONS (they may be made in any order)."""
    after: Position
    """The position with the marble dropped and every push made."""


_Step = tuple[int, int, tuple[Push], tuple[Push]]
"""A cell of a line: its bit; the bit its marble is pushed to, 0 beyond the edge; that push by owner."""
_Line = tuple[_Step, ...]
"""The steps of one direction, nearest first."""


def _step(cell: int, direction: int) -> _Step:
    beyond = neighbour(cell, direction)
    push = Push(origin=cell, destination=beyond, owner=FIRST, direction=direction)
    return 1 << cell, 0 if beyond is None else 1 << beyond, (push,), (replace(push, owner=SECOND),)


_STEPS: Final = tuple(tuple(_step(cell, way) for way in range(len(DIRECTIONS))) for cell in range(CELLS))


def _lines(cell: int) -> tuple[int, dict[int, tuple[_Line, ...]]]:
    """Return the mask of a cell's neighbours, and for every part of it the lines that begin there."""
    near = 0
    lines: dict[int, tuple[_Line, ...]] = {0: ()}
    for direction, ray in enumerate(RAYS[cell]):
        if ray:
            bit = 1 << ray[0]
            line = tuple(_STEPS[each][direction] for each in ray)
            near |= bit
            lines.update([(part | bit, (*begun, line)) for part, begun in lines.items()])
    return near, lines


_LINES: Final = tuple(_lines(cell) for cell in range(CELLS))


def resolve(position: Position, player: Player, cell: int) -> Outcome:
    """Return what the player's drop on an empty cell does; raise OccupiedCell, EmptyHand or BadCell."""
    first, second = position.first, position.second
    occupied = first | second
    dropped = 1 << cell if 0 <= cell < CELLS else 0
    if player is FIRST:
        hand_is_empty = first.bit_count() == MARBLES
        first |= dropped
    else:
        hand_is_empty = second.bit_count() == MARBLES
        second |= dropped
    if not dropped or hand_is_empty or occupied & dropped:
        raise refusal(position, player, cell)
    pushes: tuple[Push, ...] = ()
    near, lines = _LINES[cell]
    for line in lines[occupied & near]:
        for step in line:  # pragma: no branch - it breaks at the edge at the latest: 0 lies beyond
            if not occupied & step[1]:
                break
        bit, beyond, of_first, of_second = step
        if first & bit:
            first ^= bit | beyond
            pushes += of_first
        else:
            second ^= bit | beyond
            pushes += of_second
    # The constructor that a named tuple writes for itself takes twice as long as this.
    return tuple.__new__(Outcome, (pushes, unchecked(first, second)))


def refusal(position: Position, player: Player, cell: int) -> IllegalMove:
    """Return why a drop that may not be made is refused; raise BadCell."""
    if position.occupied >> checked(cell) & 1:
        return OccupiedCell(f"{cell_text(cell)} is occupied in {position}: drop on an empty cell")
    return EmptyHand(f"the {player} player holds no marble in {position}: all eight lie on the board")


def path(cell: int, push: Push) -> tuple[int, ...]:
    """Return the cells a push runs through: from the drop on `cell`, left out, to origin and destination."""
    ray = RAYS[cell][push.direction]
    line = ray[: ray.index(push.origin) + 1]
    return line if push.destination is None else (*line, push.destination)


def _exits(cell: int) -> tuple[tuple[int, ...], ...]:
    """Return the lines of bits inward from a cell whose marble, pushed from there, leaves the board."""
    opposite = len(DIRECTIONS) // 2
    ways = (way for way in range(len(DIRECTIONS)) if neighbour(cell, way - opposite) is None)
    return tuple(tuple(1 << each for each in RAYS[cell][way]) for way in ways if RAYS[cell][way])


_EXITS: Final = tuple(_exits(cell) for cell in range(CELLS))
_EDGE: Final = sum(1 << cell for cell in range(CELLS) if _EXITS[cell])


def knocking(position: Position, owner: Player) -> int:
    """Return the mask of empty cells where a drop, by either player, knocks off a marble of `owner`.

    Read backwards: an edge marble leaves the board when the drop lands on the first empty cell of a line
    inward from it.
    """
    free = ALL & ~position.occupied
    found = 0
    edge = position.of(owner) & _EDGE
    while edge:
        lowest = edge & -edge
        edge ^= lowest
        for line in _EXITS[lowest.bit_length() - 1]:
            found |= next((bit for bit in line if free & bit), 0)
    return found
