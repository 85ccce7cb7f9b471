"""How a turn ends, in this order: eight, the duty to knock, the round limit, the announcement."""

from __future__ import annotations

import pytest

from momentum.rules import (
    Drop,
    LastMarble,
    MustKnock,
    Player,
    Reason,
    Result,
    RuleSet,
    cells_text,
    parse_cells,
    parse_move,
)
from tests.rules.boards import played, set_up

FIRST, SECOND = Player.FIRST, Player.SECOND
FORCED, GUARD, PLAY_ON = LastMarble.FORCED, LastMarble.GUARD, LastMarble.PLAY_ON

SEVEN = "c2,e2,a4,d4,g4,c6,e6"
"""Two of these seven stand on an edge: a4 and g4."""
ANSWERS = "b3,f3,b4,f4,b5,f5"
"""The empty cells from which one of SEVEN is knocked off."""
INNER = "b2,d2,f2,b4,d4,f4,b6"
"""Seven marbles that no drop can knock off."""
OTHER_SEVEN = "a1,g1,d2,c4,d6,a7,g7"
"""A second seven that fits beside SEVEN."""


def under(last_marble: LastMarble, rounds: int | None = None) -> RuleSet:
    """Return settings with this last marble, and without a round limit unless one is given."""
    return RuleSet(rounds=rounds, last_marble=last_marble)


def test_the_seventh_marble_is_announced_and_the_opponent_is_shown_the_answers() -> None:
    game = set_up("c2,e2,a4,d4,g4,c6/-", FIRST).play(parse_move("e6"))
    assert game.turns[-1].announced
    assert game.announced is FIRST
    assert game.to_move is SECOND
    assert cells_text(game.hints()) == ANSWERS
    assert game.hints() == game.knocking_cells()


def test_under_play_on_an_unanswered_last_marble_wins_on_the_announcers_next_turn() -> None:
    game = set_up(f"{SEVEN}/-", SECOND, under(PLAY_ON)).play(parse_move("a1"))
    assert (game.result, game.announced, game.to_move) == (None, FIRST, FIRST)
    assert game.hints() == game.completing_cells() != 0
    won = game.play(parse_move("g7"))
    assert won.result == Result(FIRST, Reason.EIGHT)
    assert (won.turns[-1].announced, won.announced) == (False, None)


@pytest.mark.parametrize("last_marble", LastMarble)
def test_an_answered_last_marble_is_forgotten(last_marble: LastMarble) -> None:
    game = set_up(f"{SEVEN}/-", SECOND, under(last_marble)).play(parse_move("b4"))
    assert game.position.count(FIRST) == 6
    assert (game.result, game.announced, game.hints()) == (None, None, 0)


def test_under_forced_an_unanswered_last_marble_loses_at_once_and_the_drop_stands() -> None:
    game = set_up(f"{SEVEN}/-", SECOND, under(FORCED))
    assert len(game.legal_moves()) == 42
    lost = game.play(parse_move("a1"))
    assert lost.result == Result(FIRST, Reason.LAST_MARBLE)
    assert str(lost.position) == f"{SEVEN}/a1"


def test_under_guard_a_drop_that_does_not_knock_is_refused_while_one_could() -> None:
    game = set_up(f"{SEVEN}/-", SECOND, under(GUARD))
    assert game.legal_moves() == tuple(Drop(cell) for cell in range(49) if parse_cells(ANSWERS) >> cell & 1)
    with pytest.raises(MustKnock) as caught:
        game.play(parse_move("d5"))
    assert (
        str(caught.value)
        == f"d5 knocks none of the first player's seven off: under guard drop on one of {ANSWERS}"
    )


def test_under_guard_any_drop_stands_when_none_can_knock() -> None:
    game = set_up(f"{INNER}/-", SECOND, under(GUARD))
    assert game.knocking_cells() == 0
    assert len(game.legal_moves()) == 42
    assert game.play(parse_move("a1")).result is None


def test_under_guard_the_announcer_itself_is_not_bound() -> None:
    game = set_up(f"{SEVEN}/a1", FIRST, under(GUARD))
    assert game.announced is FIRST
    assert len(game.legal_moves()) == 41


@pytest.mark.parametrize("last_marble", LastMarble)
def test_completing_eight_comes_before_the_duty_to_knock(last_marble: LastMarble) -> None:
    game = set_up(f"{SEVEN}/{OTHER_SEVEN}", SECOND, under(last_marble))
    assert game.announced is FIRST
    assert game.hints() == game.completing_cells()
    winning = parse_move("e4")
    assert not game.knocking_cells() & parse_cells("e4")
    won = game.play(winning)
    assert won.result == Result(SECOND, Reason.EIGHT)
    assert won.position.count(FIRST) == 7


def test_under_guard_a_drop_that_neither_knocks_nor_completes_is_refused() -> None:
    game = set_up(f"{SEVEN}/{OTHER_SEVEN}", SECOND, under(GUARD))
    allowed = game.knocking_cells() | game.completing_cells()
    assert game.legal_moves() == tuple(Drop(cell) for cell in range(49) if allowed >> cell & 1)
    with pytest.raises(MustKnock):
        game.check(parse_move("b1"))


def test_an_eighth_drop_that_knocks_off_an_own_marble_does_not_win_and_announces_again() -> None:
    game = set_up("a1,d2,f2,d4,f4,d6,f6/g7", FIRST).play(parse_move("b1"))
    assert game.position.count(FIRST) == 7
    assert game.result is None
    assert game.turns[-1].announced
    assert game.announced is FIRST


def test_when_both_hold_the_last_marble_the_one_to_be_answered_is_named() -> None:
    game = set_up(f"{SEVEN}/a1,g1,d2,d6,a7,g7", SECOND, under(PLAY_ON)).play(parse_move("d1"))
    assert (game.position.count(FIRST), game.position.count(SECOND)) == (7, 7)
    assert (game.to_move, game.announced) == (FIRST, SECOND)
    assert game.hints() == game.completing_cells()


def test_a_player_who_loses_one_of_seven_to_its_own_drop_announces_nothing() -> None:
    game = set_up("a1,g1,d4,b6,d6,f6/a7", FIRST).play(parse_move("b1"))
    assert game.position.count(FIRST) == 6
    assert not game.turns[-1].announced


@pytest.mark.parametrize(
    ("board", "winner"),
    [("a1,c1,e1/e7", FIRST), ("a1,c1/e7", None), ("a1/e7", SECOND), ("-/-", SECOND)],
)
def test_at_the_round_limit_more_marbles_win_and_equal_is_a_draw(board: str, winner: Player | None) -> None:
    game = set_up(board, SECOND, RuleSet(rounds=2), plies=3).play(parse_move("d4"))
    assert game.result == Result(winner, Reason.ROUNDS)


def test_the_round_limit_ends_play_after_the_second_players_turn() -> None:
    rules = RuleSet(rounds=2)
    game = played("d1", "a1", "g1", rules=rules)
    assert game.result is None
    assert game.play(parse_move("b1")).result == Result(FIRST, Reason.ROUNDS)


def test_without_a_round_limit_play_goes_on() -> None:
    game = set_up("a1/c7", SECOND, RuleSet(rounds=None), plies=1999).play(parse_move("d4"))
    assert (game.result, game.round) == (None, 1000)


@pytest.mark.parametrize("last_marble", LastMarble)
def test_eight_at_the_round_limit_wins_by_eight(last_marble: LastMarble) -> None:
    game = set_up(f"{SEVEN}/{OTHER_SEVEN}", SECOND, under(last_marble, 5), plies=9).play(parse_move("e4"))
    assert game.result == Result(SECOND, Reason.EIGHT)


def test_an_unanswered_last_marble_at_the_round_limit_loses_by_the_last_marble() -> None:
    game = set_up(f"{SEVEN}/-", SECOND, under(FORCED, 5), plies=9).play(parse_move("a1"))
    assert game.result == Result(FIRST, Reason.LAST_MARBLE)


def test_a_seventh_marble_at_the_round_limit_announces_nothing() -> None:
    game = set_up("d1/a1,c2,e2,c4,e4,c6", SECOND, under(PLAY_ON, 5), plies=9).play(parse_move("e6"))
    assert game.position.count(SECOND) == 7
    assert game.result == Result(SECOND, Reason.ROUNDS)
    assert (game.turns[-1].announced, game.announced) == (False, None)
