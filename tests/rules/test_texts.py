"""Everything has a text, and the text comes back as the thing."""

from __future__ import annotations

from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from momentum.errors import MomentumError
from momentum.rules import (
    ALL,
    CELLS,
    DIRECTIONS,
    EMPTY,
    RAYS,
    SIZE,
    BadCell,
    BadMove,
    BadPlayer,
    BadPosition,
    BadRuleSet,
    Drop,
    LastMarble,
    Player,
    Position,
    RulesError,
    RuleSet,
    Swap,
    cell_text,
    cells_in,
    cells_text,
    errors,
    mask_of,
    parse_cell,
    parse_cells,
    parse_move,
    parse_player,
)
from tests.rules.boards import along, positions, rule_sets


@pytest.mark.parametrize(
    ("cell", "name"), [(0, "a1"), (6, "g1"), (7, "a2"), (24, "d4"), (42, "a7"), (48, "g7")]
)
def test_cells_are_numbered_from_a1_by_rows(cell: int, name: str) -> None:
    assert cell_text(cell) == name
    assert parse_cell(name) == cell


def test_every_cell_comes_back_from_its_name() -> None:
    assert [parse_cell(cell_text(cell)) for cell in range(CELLS)] == list(range(CELLS))


@given(st.sets(st.integers(0, CELLS - 1)))
def test_a_list_of_cells_comes_back_from_its_text(cells: set[int]) -> None:
    mask = mask_of(cells)
    assert cells_in(mask) == tuple(sorted(cells))
    assert parse_cells(cells_text(mask)) == mask


def test_a_list_of_cells_is_written_in_order_and_read_in_any() -> None:
    assert cells_text(parse_cells("g7,e5,d4")) == "d4,e5,g7"
    assert cells_text(0) == "-"
    assert parse_cells("-") == 0
    assert cells_in(ALL) == tuple(range(CELLS))


def test_rays_run_outward_to_the_edge_in_all_eight_directions() -> None:
    assert len(set(DIRECTIONS)) == 8
    for cell in range(CELLS):
        assert RAYS[cell] == tuple(tuple(along(cell, direction)) for direction in range(8))


def test_the_eight_rays_of_a_cell_share_no_cell() -> None:
    for rays in RAYS:
        cells = [cell for ray in rays for cell in ray]
        assert len(cells) == len(set(cells))


@given(positions(most=8))
def test_a_position_comes_back_from_its_text(position: Position) -> None:
    assert Position.parse(str(position)) == position


def test_a_position_reads_as_both_players_cells() -> None:
    position = Position.parse("g7,c4/e4")
    assert str(position) == "c4,g7/e4"
    assert str(EMPTY) == "-/-"
    assert position.occupied == parse_cells("c4,g7,e4")
    assert (position.of(Player.FIRST), position.of(Player.SECOND)) == (
        parse_cells("c4,g7"),
        parse_cells("e4"),
    )
    assert (position.count(Player.FIRST), position.hand(Player.FIRST)) == (2, 6)
    assert (position.count(Player.SECOND), position.hand(Player.SECOND)) == (1, 7)


def test_a_position_shows_itself_as_what_makes_it() -> None:
    assert repr(Position.parse("g7,c4/e4")) == "Position.parse('c4,g7/e4')"


def test_a_position_tells_whose_marble_lies_on_a_cell() -> None:
    position = Position.parse("c4/e4")
    assert position.owner(parse_cell("c4")) is Player.FIRST
    assert position.owner(parse_cell("e4")) is Player.SECOND
    assert position.owner(parse_cell("d4")) is None


def test_every_move_comes_back_from_its_text() -> None:
    for move in (*map(Drop, range(CELLS)), Swap()):
        assert parse_move(str(move)) == move
    assert str(Drop(parse_cell("d4"))) == "d4"
    assert str(Swap()) == "swap"


@pytest.mark.parametrize("player", Player)
def test_a_player_comes_back_from_its_text(player: Player) -> None:
    assert parse_player(str(player)) is player
    assert player.other.other is player is not player.other


@given(rule_sets())
def test_a_rule_set_comes_back_from_its_text(rules: RuleSet) -> None:
    assert RuleSet.parse(str(rules)) == rules


def test_a_rule_set_is_written_with_every_setting() -> None:
    assert str(RuleSet()) == "pie=on rounds=30 last_marble=play_on"
    rules = RuleSet(pie=False, rounds=None, last_marble=LastMarble.GUARD)
    assert str(rules) == "pie=off rounds=off last_marble=guard"


def test_a_setting_left_out_of_a_rule_set_has_its_default() -> None:
    assert RuleSet.parse("") == RuleSet()
    assert RuleSet.parse("last_marble=forced pie=off") == RuleSet(pie=False, last_marble=LastMarble.FORCED)


CELL_ACCEPTED = "cells are a1 to g7, letter first, such as d4"
LIST_ACCEPTED = "write names such as d4,e5, or - for none"
RULES_ACCEPTED = "write pie=on or off, rounds=1 to 999 or off, last_marble=play_on, forced or guard"


@pytest.mark.parametrize("text", ["", "h1", "a8", "a0", "4d", "D4", "d4 ", "d44", "d", "٤d", "swap"])
def test_a_text_that_names_no_cell_is_shown_with_what_is_accepted(text: str) -> None:
    with pytest.raises(BadCell) as caught:
        parse_cell(text)
    assert str(caught.value) == f"{text!r} is no cell: {CELL_ACCEPTED}"


@pytest.mark.parametrize("cell", [-1, 49, 1000])
def test_a_number_beyond_the_board_is_no_cell(cell: int) -> None:
    sentence = f"{cell} is no cell: cells are numbered 0 (a1) to 48 (g7)"
    for use in (cell_text, Drop, EMPTY.owner, lambda number: mask_of([number])):
        with pytest.raises(BadCell) as caught:
            use(cell)
        assert str(caught.value) == sentence


@pytest.mark.parametrize("mask", [-1, ALL + 1])
def test_a_mask_with_bits_beyond_the_board_is_refused(mask: int) -> None:
    for use in (cells_in, cells_text):
        with pytest.raises(BadCell) as caught:
            use(mask)
        assert str(caught.value) == f"{mask:#x} is no mask of cells: bits 0 (a1) to 48 (g7) may be set"


@pytest.mark.parametrize("text", ["", "d4,", ",d4", "d4;e5", "d4, e5", "d4,h9", "-,d4", "--"])
def test_a_text_that_is_no_list_of_cells_is_shown_with_what_is_accepted(text: str) -> None:
    with pytest.raises(BadCell) as caught:
        parse_cells(text)
    assert str(caught.value) == f"{text!r} is no list of cells: {LIST_ACCEPTED}"


def test_a_list_that_names_a_cell_twice_is_refused() -> None:
    with pytest.raises(BadCell) as caught:
        parse_cells("d4,e5,d4")
    assert str(caught.value) == "'d4,e5,d4' names d4 twice: name each cell once"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "'' is no position: write first/second cells, such as c4,g7/e4 or -/-"),
        ("c4", "'c4' is no position: write first/second cells, such as c4,g7/e4 or -/-"),
        ("c4/", f"'c4/' is no position: '' is no list of cells: {LIST_ACCEPTED}"),
        ("c4/e4/-", f"'c4/e4/-' is no position: 'e4/-' is no list of cells: {LIST_ACCEPTED}"),
        ("c4,e4/e4", "c4,e4/e4 has two marbles on e4: one a cell"),
        (
            "a1,b1,c1,d1,e1,f1,g1,a2,b2/-",
            "a1,b1,c1,d1,e1,f1,g1,a2,b2/- has 9 marbles of the first player: at most 8",
        ),
        (
            "-/a1,b1,c1,d1,e1,f1,g1,a2,b2",
            "-/a1,b1,c1,d1,e1,f1,g1,a2,b2 has 9 marbles of the second player: at most 8",
        ),
    ],
)
def test_a_text_that_is_no_position_is_shown_with_what_is_wrong(text: str, sentence: str) -> None:
    with pytest.raises(BadPosition) as caught:
        Position.parse(text)
    assert str(caught.value) == sentence


@pytest.mark.parametrize(("first", "second"), [(ALL + 1, 0), (0, ALL + 1), (-1, 0)])
def test_a_position_beyond_49_bits_is_refused(first: int, second: int) -> None:
    with pytest.raises(BadPosition) as caught:
        Position(first, second)
    assert str(caught.value) == f"{first:#x}/{second:#x} has bits beyond cell 48: use 49-bit masks"


@pytest.mark.parametrize("text", ["", "Swap", "d9", "d4/e5", "drop d4"])
def test_a_text_that_is_no_move_is_shown_with_what_is_accepted(text: str) -> None:
    with pytest.raises(BadMove) as caught:
        parse_move(text)
    assert str(caught.value) == f"{text!r} is no move: write a cell from a1 to g7, such as d4, or swap"


@pytest.mark.parametrize("text", ["", "First", "third"])
def test_a_text_that_is_no_player_is_shown_with_what_is_accepted(text: str) -> None:
    with pytest.raises(BadPlayer) as caught:
        parse_player(text)
    assert str(caught.value) == f"{text!r} is no player: write first or second"


@pytest.mark.parametrize(
    ("text", "trouble"),
    [
        ("pie=yes", "pie=yes"),
        ("pie=on rounds=0", "rounds=0"),
        ("rounds=1000", "rounds=1000"),
        ("rounds=-3", "rounds=-3"),
        ("rounds=3.5", "rounds=3.5"),
        ("rounds=٣", "rounds=٣"),
        ("rounds=007", "rounds=007"),
        ("last_marble=strict", "last_marble=strict"),
        ("clock=off", "clock=off"),
        ("pie", "pie="),
    ],
)
def test_a_text_that_is_no_rule_set_is_shown_with_its_trouble(text: str, trouble: str) -> None:
    with pytest.raises(BadRuleSet) as caught:
        RuleSet.parse(text)
    assert str(caught.value) == f"{text!r} is no rule set, {trouble!r} is the trouble: {RULES_ACCEPTED}"


def test_a_setting_is_set_once() -> None:
    with pytest.raises(BadRuleSet) as caught:
        RuleSet.parse("pie=on rounds=3 pie=off")
    assert str(caught.value) == "'pie=on rounds=3 pie=off' sets pie twice: set it once"


@pytest.mark.parametrize("rounds", [0, -1, 1000, True, 3.0, "30"])
def test_a_round_limit_out_of_range_is_refused(rounds: object) -> None:
    with pytest.raises(BadRuleSet) as caught:
        RuleSet(rounds=cast("int", rounds))
    assert str(caught.value) == f"rounds is {rounds!r}: give a whole number from 1 to 999, or None for off"


@pytest.mark.parametrize("rounds", [1, 30, 999, None])
def test_a_round_limit_in_range_is_accepted(rounds: int | None) -> None:
    assert RuleSet(rounds=rounds).rounds == rounds


def test_a_value_no_setting_has_is_refused() -> None:
    with pytest.raises(BadRuleSet) as caught:
        RuleSet(pie=cast("bool", "off"))
    assert str(caught.value) == "pie is 'off': give True or False"
    with pytest.raises(BadRuleSet) as caught:
        RuleSet(last_marble=cast("LastMarble", "strict"))
    assert str(caught.value) == "last_marble is 'strict': give play_on, forced or guard"


def test_every_error_is_the_projects_own_and_a_value_error() -> None:
    kinds = [kind for kind in vars(errors).values() if isinstance(kind, type) and kind is not MomentumError]
    assert len(kinds) == 14
    for kind in kinds:
        assert issubclass(kind, RulesError)
        assert kind is RulesError or issubclass(kind, ValueError)


def test_cells_make_a_square_of_seven() -> None:
    assert (SIZE, CELLS, ALL) == (7, 49, 2**49 - 1)
