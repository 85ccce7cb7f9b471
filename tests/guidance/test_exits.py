"""The ring: where its steps lie, and which one a marble that leaves the board goes past."""

import pytest

from momentum.guidance import STEPS, exit_step
from momentum.rules import CELLS, DIRECTIONS, SIZE, parse_cell

DRAWN = """\
 .  21 20 19 18 17 16 15  .
22  a7 b7 c7 d7 e7 f7 g7 14
23  a6 b6 c6 d6 e6 f6 g6 13
24  a5 b5 c5 d5 e5 f5 g5 12
25  a4 b4 c4 d4 e4 f4 g4 11
26  a3 b3 c3 d3 e3 f3 g3 10
27  a2 b2 c2 d2 e2 f2 g2  9
28  a1 b1 c1 d1 e1 f1 g1  8
 .   1  2  3  4  5  6  7  .
"""
"""The table seen from above, the first player sitting below it."""

ROWS = [line.split() for line in DRAWN.splitlines()][::-1]
SPOTS = {(x, y): word for y, row in enumerate(ROWS) for x, word in enumerate(row)}
CORNERS = {(0, 0): (1, 28), (8, 0): (7, 8), (8, 8): (14, 15), (0, 8): (21, 22)}
OUTWARD = [
    (cell, direction)
    for cell in range(CELLS)
    for direction, (dx, dy) in enumerate(DIRECTIONS)
    if not (0 <= cell % SIZE + dx < SIZE and 0 <= cell // SIZE + dy < SIZE)
]


def spot_beyond(cell: int, direction: int) -> tuple[int, int]:
    """Return where in the drawing a marble leaves to."""
    return cell % SIZE + 1 + DIRECTIONS[direction][0], cell // SIZE + 1 + DIRECTIONS[direction][1]


def test_the_drawing_names_every_cell_and_every_step_once() -> None:
    cells = {parse_cell(word) for word in SPOTS.values() if word[0] in "abcdefg"}
    steps = [int(word) for word in SPOTS.values() if word.isdigit()]
    assert len(cells) == CELLS
    assert sorted(steps) == list(range(1, STEPS + 1))


def test_steps_that_follow_each_other_lie_beside_each_other_all_the_way_around() -> None:
    at = {int(word): spot for spot, word in SPOTS.items() if word.isdigit()}
    for step in range(1, STEPS + 1):
        here, there = at[step], at[step % STEPS + 1]
        assert max(abs(here[0] - there[0]), abs(here[1] - there[1])) == 1


def test_there_are_84_ways_off_the_board() -> None:
    assert len(OUTWARD) == 4 * (5 * 3 + 5)


@pytest.mark.parametrize(("cell", "direction"), OUTWARD)
def test_a_marble_leaves_past_the_step_that_lies_where_it_goes(cell: int, direction: int) -> None:
    spot = spot_beyond(cell, direction)
    step = exit_step(cell, direction)
    if spot in CORNERS:
        assert step in CORNERS[spot]
    else:
        assert SPOTS[spot] == str(step)


@pytest.mark.parametrize(("cell", "direction", "step"), [(0, 5, 28), (6, 3, 7), (48, 1, 14), (42, 7, 21)])
def test_past_a_corner_the_nearest_step_that_comes_first_is_taken(
    cell: int, direction: int, step: int
) -> None:
    assert exit_step(cell, direction) == step


def test_a_push_that_stays_on_the_board_has_no_exit() -> None:
    with pytest.raises(ValueError, match="does not leave the board"):
        exit_step(24, 0)
