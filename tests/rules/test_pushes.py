"""What one dropped marble pushes: drawn, counted, mirrored, and against the slow twin."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from momentum.bench import slow_twin
from momentum.bench.rules import drop_vectors
from momentum.rules import (
    DIRECTIONS,
    SIZE,
    BadCell,
    EmptyHand,
    OccupiedCell,
    Outcome,
    Player,
    Position,
    cell_text,
    cells_in,
    knocking,
    mask_of,
    parse_cell,
    path,
    resolve,
)
from tests.rules.boards import DropCase, drawn, drop_cases, names, positions

FIRST, SECOND = Player.FIRST, Player.SECOND


def pushed(outcome: Outcome) -> set[slow_twin.Pushed]:
    """Return an outcome's pushes in the slow twin's form."""
    return {
        (
            cell_text(push.origin),
            None if push.destination is None else cell_text(push.destination),
            push.owner.value,
        )
        for push in outcome.pushes
    }


def test_the_last_of_each_line_is_pushed_one_cell_and_all_others_stay() -> None:
    before = drawn("""
        . . . x . . .
        . . . . . . .
        . o . x . o .
        . . . x o . .
        x o o . x . .
        . . . . o . .
        . . . . . . o
    """)
    after = drawn("""
        . . . x . . .
        . . . x . . o
        . o . . . . .
        . . . x o . .
        . o o x . x .
        . . . . . . .
        . . . . . o o
    """)
    outcome = resolve(before, FIRST, parse_cell("d3"))
    assert outcome.after == after
    assert pushed(outcome) == {
        ("d5", "d6", "first"),
        ("f5", "g6", "second"),
        ("e3", "f3", "first"),
        ("a3", None, "first"),
        ("e2", "f1", "second"),
    }


def test_a_marble_pushed_off_the_board_is_back_in_its_owners_hand() -> None:
    before = Position.parse("a1,g7/b1")
    outcome = resolve(before, SECOND, parse_cell("c1"))
    assert pushed(outcome) == {("a1", None, "first")}
    assert str(outcome.after) == "g7/b1,c1"
    assert outcome.after.hand(FIRST) == 7


def test_a_drop_far_from_every_marble_pushes_nothing() -> None:
    outcome = resolve(Position.parse("a1/g7"), FIRST, parse_cell("d4"))
    assert outcome.pushes == ()
    assert str(outcome.after) == "a1,d4/g7"


def test_pushes_come_in_the_order_of_the_directions() -> None:
    ring = Position.parse("c3,d3,e3,c4/e4,c5,d5,e5")
    outcome = resolve(ring, FIRST, parse_cell("d4"))
    assert [push.direction for push in outcome.pushes] == list(range(8))


def test_a_push_runs_from_the_drop_through_its_line_to_where_it_ends() -> None:
    drop = parse_cell("c1")
    inward, off = resolve(Position.parse("d1/e1,b1"), FIRST, drop).pushes
    assert [cell_text(cell) for cell in path(drop, inward)] == ["d1", "e1", "f1"]
    assert [cell_text(cell) for cell in path(drop, off)] == ["b1", "a1"]
    (away,) = resolve(Position.parse("a1/b1"), FIRST, drop).pushes
    assert [cell_text(cell) for cell in path(drop, away)] == ["b1", "a1"]


def test_each_counted_drop_pushes_exactly_what_it_should() -> None:
    vectors = drop_vectors()
    assert len(vectors) == 400
    for each in vectors:
        outcome = resolve(each.position, each.player, parse_cell(each.drop))
        assert pushed(outcome) == each.pushes
        assert len(outcome.pushes) == len(each.pushes)
        assert (names(outcome.after.first), names(outcome.after.second)) == (
            each.after_first,
            each.after_second,
        )


def test_the_slow_twin_makes_each_counted_drop_too() -> None:
    for each in drop_vectors():
        pushes, first, second = slow_twin.drop(set(each.first), set(each.second), each.to_move, each.drop)
        assert frozenset(pushes) == each.pushes
        assert len(pushes) == len(each.pushes)
        assert (frozenset(first), frozenset(second)) == (each.after_first, each.after_second)


@given(drop_cases())
def test_a_drop_does_what_the_slow_twin_does(case: DropCase) -> None:
    position, player, cell = case
    outcome = resolve(position, player, cell)
    pushes, first, second = slow_twin.drop(
        set(names(position.first)), set(names(position.second)), player.value, cell_text(cell)
    )
    assert pushed(outcome) == set(pushes)
    assert len(outcome.pushes) == len(pushes)
    assert names(outcome.after.first) == frozenset(first)
    assert names(outcome.after.second) == frozenset(second)


@given(drop_cases())
def test_the_position_after_a_drop_is_a_valid_one(case: DropCase) -> None:
    after = resolve(*case).after
    assert Position(after.first, after.second) == after


@given(drop_cases())
def test_every_push_runs_outward_one_cell_past_its_origin(case: DropCase) -> None:
    position, _, cell = case
    outcome = resolve(*case)
    for push in outcome.pushes:
        cells = path(cell, push)
        origin_at = cells.index(push.origin)
        assert all(position.owner(each) for each in cells[: origin_at + 1])
        assert position.owner(push.origin) is push.owner
        assert cells[origin_at + 1 :] == (() if push.destination is None else (push.destination,))


Turned = Callable[[int, int], tuple[int, int]]
LAST = SIZE - 1
SYMMETRIES: dict[str, Turned] = {
    "turned_by_90": lambda x, y: (y, LAST - x),
    "turned_by_180": lambda x, y: (LAST - x, LAST - y),
    "turned_by_270": lambda x, y: (LAST - y, x),
    "mirrored_left_right": lambda x, y: (LAST - x, y),
    "mirrored_bottom_top": lambda x, y: (x, LAST - y),
    "mirrored_on_a1_g7": lambda x, y: (y, x),
    "mirrored_on_a7_g1": lambda x, y: (LAST - y, LAST - x),
}


def turned_cell(cell: int, turn: Turned) -> int:
    """Return where a cell goes when the board is turned or mirrored."""
    column, row = turn(cell % SIZE, cell // SIZE)
    return row * SIZE + column


def turned_position(position: Position, turn: Turned) -> Position:
    """Return a position with the board turned or mirrored."""
    return Position(
        *(mask_of(turned_cell(each, turn) for each in cells_in(position.of(one))) for one in Player)
    )


def turned_direction(direction: int, turn: Turned) -> int:
    """Return which direction a direction becomes."""
    (x, y), (to_x, to_y) = turn(3, 3), turn(3 + DIRECTIONS[direction][0], 3 + DIRECTIONS[direction][1])
    return DIRECTIONS.index((to_x - x, to_y - y))


@pytest.mark.parametrize("turn", SYMMETRIES.values(), ids=SYMMETRIES)
@given(case=drop_cases())
def test_turning_the_board_turns_what_a_drop_does(turn: Turned, case: DropCase) -> None:
    position, player, cell = case
    outcome = resolve(position, player, cell)
    turned = resolve(turned_position(position, turn), player, turned_cell(cell, turn))
    assert turned.after == turned_position(outcome.after, turn)
    assert {(push.origin, push.direction, push.owner) for push in turned.pushes} == {
        (turned_cell(push.origin, turn), turned_direction(push.direction, turn), push.owner)
        for push in outcome.pushes
    }


@given(drop_cases())
def test_exchanging_the_players_exchanges_what_a_drop_does(case: DropCase) -> None:
    position, player, cell = case
    outcome = resolve(position, player, cell)
    exchanged = resolve(Position(position.second, position.first), player.other, cell)
    assert exchanged.after == Position(outcome.after.second, outcome.after.first)
    assert [(each.origin, each.owner.other) for each in exchanged.pushes] == [
        (each.origin, each.owner) for each in outcome.pushes
    ]


@given(positions(), st.sampled_from(Player))
def test_knocking_cells_are_those_whose_drop_knocks_one_off(position: Position, owner: Player) -> None:
    expected = {
        cell
        for cell in range(SIZE * SIZE)
        if not position.occupied >> cell & 1
        and any(
            push.destination is None and push.owner is owner
            for push in resolve(position, owner.other, cell).pushes
        )
    }
    assert set(cells_in(knocking(position, owner))) == expected


def test_a_drop_on_a_marble_is_refused() -> None:
    with pytest.raises(OccupiedCell) as caught:
        resolve(Position.parse("d4/e5"), FIRST, parse_cell("e5"))
    assert str(caught.value) == "e5 is occupied in d4/e5: drop on an empty cell"


@pytest.mark.parametrize("player", Player)
def test_a_drop_from_an_empty_hand_is_refused(player: Player) -> None:
    eight, one = "a1,b1,c1,d1,e1,f1,g1,a2", "g7"
    board = f"{eight}/{one}" if player is FIRST else f"{one}/{eight}"
    with pytest.raises(EmptyHand) as caught:
        resolve(Position.parse(board), player, parse_cell("d4"))
    assert str(caught.value) == f"the {player} player holds no marble in {board}: all eight lie on the board"
    assert resolve(Position.parse(board), player.other, parse_cell("d4")).pushes == ()


@pytest.mark.parametrize("cell", [-1, 49, 1000])
def test_a_drop_beyond_the_board_is_refused(cell: int) -> None:
    with pytest.raises(BadCell) as caught:
        resolve(Position.parse("d4/e5"), FIRST, cell)
    assert str(caught.value) == f"{cell} is no cell: cells are numbered 0 (a1) to 48 (g7)"
