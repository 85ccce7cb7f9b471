"""How marbles roll: every way on the board, against drawn ways and a slow twin that walks them."""

from itertools import pairwise
from math import dist

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hardware.protocols import CELLS
from hardware.simulator.rolling import Roll, passages

cells = st.integers(0, CELLS - 1)


def number(name: str) -> int:
    return "abcdefg".index(name[0]) + 7 * (int(name[1]) - 1)


def name(cell: int) -> str:
    return f"{'abcdefg'[cell % 7]}{cell // 7 + 1}"


def centre(cell: int) -> tuple[float, float]:
    return cell % 7, cell // 7


@pytest.mark.parametrize(
    ("start", "to", "way"),
    [
        ("a1", "d1", "a1 b1 c1 d1"),
        ("d1", "a1", "d1 c1 b1 a1"),
        ("c2", "c5", "c2 c3 c4 c5"),
        ("a1", "d4", "a1 b2 c3 d4"),
        ("g1", "e3", "g1 f2 e3"),
        ("a1", "b3", "a1 b3"),
        ("a1", "c4", "a1 b2 b3 c4"),
        ("a1", "g2", "a1 b1 c1 e2 f2 g2"),
        ("a1", "d5", "a1 b2 c4 d5"),
    ],
)
def test_a_drawn_way_closes_the_drawn_contacts_in_order(start: str, to: str, way: str) -> None:
    assert " ".join(name(passage.cell) for passage in passages(number(start), number(to))) == way


def test_a_contact_that_is_only_touched_does_not_close() -> None:
    touched = {"c3", "b3"}  # exactly 0.4 beside the way from a1 to d5
    assert touched.isdisjoint(name(passage.cell) for passage in passages(number("a1"), number("d5")))


def test_between_two_neighbours_no_contact_is_closed_for_a_fifth_of_the_way() -> None:
    first, second = passages(0, 1)
    assert (first.enter, first.leave) == (0, 0.4)
    assert (second.enter, second.leave) == (0.6, 1)


@settings(deadline=None)
@given(cells, cells)
def test_passages_agree_with_a_walk_in_small_steps(start: int, to: int) -> None:
    if start == to:
        return
    steps = 2000
    roll = Roll(start=start, to=to, from_ms=0, ms=steps)
    walked: dict[int, list[int]] = {}
    for step in range(steps + 1):
        x, y = roll.place(step)
        cell = round(x) + 7 * round(y)
        if dist((x, y), centre(cell)) < 0.4 - 1e-9:
            walked.setdefault(cell, []).append(step)
    found = {passage.cell: passage for passage in passages(start, to)}
    assert set(walked) <= set(found)
    for cell, passage in found.items():
        if cell in walked:
            assert passage.enter * steps == pytest.approx(walked[cell][0], abs=1.001)
            assert passage.leave * steps == pytest.approx(walked[cell][-1], abs=1.001)
        else:
            assert passage.leave - passage.enter < 2 / steps


@settings(deadline=None)
@given(cells, cells)
def test_a_marble_is_0_4_from_a_centre_when_its_contact_closes_and_opens(start: int, to: int) -> None:
    if start == to:
        return
    roll = Roll(start=start, to=to, from_ms=0, ms=1)
    for cell, enter, leave in passages(start, to):
        if cell != start:
            assert dist(roll.place(enter), centre(cell)) == pytest.approx(0.4)
        if cell != to:
            assert dist(roll.place(leave), centre(cell)) == pytest.approx(0.4)


def test_on_every_way_contacts_close_one_after_the_other() -> None:
    for start in range(CELLS):
        for to in set(range(CELLS)) - {start}:
            way = passages(start, to)
            assert (way[0].cell, way[0].enter) == (start, 0)
            assert (way[-1].cell, way[-1].leave) == (to, 1)
            assert all(here.enter < here.leave for here in way)
            assert all(here.leave < there.enter for here, there in pairwise(way))


def test_every_way_back_is_the_way_there_reversed() -> None:
    for start in range(CELLS):
        for to in set(range(CELLS)) - {start}:
            there = [passage.cell for passage in passages(start, to)]
            assert there == [passage.cell for passage in passages(to, start)][::-1]


def test_a_roll_that_takes_no_time_has_arrived() -> None:
    assert Roll(start=0, to=48, from_ms=10, ms=0).place(10) == (6, 6)
