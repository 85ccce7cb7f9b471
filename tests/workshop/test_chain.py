"""Chains of lights that run in any way are told from a few lights."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.strip.order import CORNERS, Along, BoardPath, RingPath
from momentum.rules import CELLS, parse_cell
from momentum.workshop.chain import (
    BOARD_PROBES,
    RING,
    RING_PROBES,
    beside,
    board_chain,
    completed_board,
    completed_ring,
    ring_chain,
    steps_beside,
)

BOARD_PATHS = [
    BoardPath(start=start, along=along, serpentine=serpentine)
    for start, along, serpentine in product(CORNERS, Along, (False, True))
]
RING_PATHS = [
    RingPath(start=start, clockwise=clockwise) for start in range(1, 29) for clockwise in (True, False)
]


def some(chain: tuple[int, ...], lights: tuple[int, ...]) -> dict[int, int]:
    return {light: chain[light] for light in lights}


def as_seen(steps: tuple[int, ...], lights: tuple[int, ...]) -> dict[int, frozenset[int]]:
    """Return what a marble beside each of these lights tells: its step, or the two at its corner."""
    return {light: steps_beside(beside(steps[light])) for light in lights}


@pytest.mark.parametrize("path", BOARD_PATHS)
def test_every_path_of_the_config_is_told_from_nine_lights(path: BoardPath) -> None:
    assert board_chain(some(path.cells(), BOARD_PROBES)) == path.cells()


@given(st.booleans(), st.permutations(range(7)), st.lists(st.booleans(), min_size=7, max_size=7))
def test_lines_soldered_in_any_order_and_direction_are_told(
    rows: bool, order: list[int], turned: list[bool]
) -> None:
    chain: list[int] = []
    for number, back in zip(order, turned, strict=True):
        line = [7 * number + at if rows else 7 * at + number for at in range(7)]
        chain += reversed(line) if back else line
    assert board_chain(some(tuple(chain), BOARD_PROBES)) == tuple(chain)


def test_lights_that_are_on_no_line_fit_no_chain() -> None:
    chain = list(range(CELLS))
    chain[6], chain[7] = chain[7], chain[6]
    assert board_chain(some(tuple(chain), BOARD_PROBES)) is None
    assert completed_board(some(tuple(chain), tuple(range(CELLS)))) == tuple(chain)


def test_dark_lights_of_a_regular_chain_are_filled_in() -> None:
    found = some(BOARD_PATHS[3].cells(), tuple(light for light in range(CELLS) if light not in (0, 20, 21)))
    assert completed_board(found) == BOARD_PATHS[3].cells()


def test_one_dark_light_of_any_chain_is_filled_in_and_two_are_not() -> None:
    chain = (*range(1, CELLS), 0)
    found = some(chain, tuple(range(CELLS)))
    del found[5]
    assert completed_board(found) == chain
    del found[6]
    assert completed_board(found) is None


@pytest.mark.parametrize("path", RING_PATHS)
def test_every_way_round_is_told_from_five_lights(path: RingPath) -> None:
    assert ring_chain(as_seen(path.steps(), RING_PROBES)) == path.steps()


def test_a_ring_of_four_turned_pieces_is_told_once_all_its_lights_are_asked_for() -> None:
    steps = (*range(7, 0, -1), *range(22, 29), *range(8, 15), *range(21, 14, -1))
    assert ring_chain(as_seen(steps, RING_PROBES)) is None
    assert completed_ring(as_seen(steps, tuple(range(RING)))) == steps


@pytest.mark.parametrize("path", RING_PATHS)
@pytest.mark.parametrize("dark", [0, 7, 13])
def test_one_dark_light_of_the_ring_is_filled_in(path: RingPath, dark: int) -> None:
    found = as_seen(path.steps(), tuple(light for light in range(RING) if light != dark))
    if len(steps_beside(beside(path.steps()[dark]))) == 1:
        assert completed_ring(found) == path.steps()


def test_two_dark_lights_of_the_ring_are_not() -> None:
    assert completed_ring(as_seen(RING_PATHS[0].steps(), tuple(range(26)))) is None


def test_steps_lie_beside_the_cells_that_the_ring_passes() -> None:
    named = {1: "a1", 7: "g1", 8: "g1", 14: "g7", 15: "g7", 21: "a7", 22: "a7", 28: "a1", 11: "g4"}
    assert {step: beside(step) for step in named} == {step: parse_cell(name) for step, name in named.items()}
    assert steps_beside(parse_cell("a1")) == {1, 28}
    assert steps_beside(parse_cell("d4")) == frozenset()
