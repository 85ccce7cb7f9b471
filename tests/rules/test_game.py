"""A game from turn to turn: the pie rule, taking back, ends from outside, and every move that is refused."""

from __future__ import annotations

from dataclasses import FrozenInstanceError

import pytest

from momentum.rules import (
    ALL,
    EMPTY,
    Drop,
    EmptyHand,
    Game,
    GameIsOver,
    IllegalMove,
    NoSwapNow,
    NothingToUndo,
    OccupiedCell,
    Player,
    Position,
    Reason,
    Result,
    RuleSet,
    Swap,
    cell_text,
    parse_cell,
    parse_move,
)
from tests.rules.boards import played, set_up

FIRST, SECOND = Player.FIRST, Player.SECOND
EIGHT_AND_ONE = "a1,c1,e1,g1,a3,c3,e3,g3/d7"


def refusal(game: Game, move: str, kind: type[IllegalMove]) -> str:
    """Return the sentence with which both `check` and `play` refuse a move."""
    with pytest.raises(kind) as checked:
        game.check(parse_move(move))
    with pytest.raises(kind) as at_play:
        game.play(parse_move(move))
    assert str(checked.value) == str(at_play.value)
    return str(checked.value)


def test_a_new_game_is_an_empty_board_and_the_first_player_to_move() -> None:
    game = Game.new()
    assert (game.rules, game.position, game.to_move) == (RuleSet(), EMPTY, FIRST)
    assert (game.ply, game.round, game.ring) == (0, 0, (0, 0))
    assert (game.turns, game.result, game.announced, game.hints()) == ((), None, None, 0)
    assert game.legal_moves() == tuple(map(Drop, range(49)))


def test_playing_returns_another_game_and_leaves_the_first_as_it_was() -> None:
    game = played("d4")
    following = game.play(parse_move("e5"))
    assert str(game.position) == "d4/-"
    assert str(following.position) == "c3/e5"
    assert (following.ply, following.round, following.to_move) == (2, 1, FIRST)
    with pytest.raises(FrozenInstanceError):
        game.position = EMPTY  # type: ignore[misc]


def test_a_turn_tells_who_moved_what_was_pushed_and_both_positions() -> None:
    turn = played("a1", "g7", "b1").turns[-1]
    assert (turn.player, str(turn.move), turn.announced) == (FIRST, "b1", False)
    assert (str(turn.before), str(turn.after)) == ("a1/g7", "b1/g7")
    assert turn.knocked_off == turn.pushes
    assert [(cell_text(push.origin), push.destination, push.owner) for push in turn.pushes] == [
        ("a1", None, FIRST)
    ]


def test_a_push_that_stays_on_the_board_knocks_nothing_off() -> None:
    turn = played("d4", "e5").turns[-1]
    assert len(turn.pushes) == 1
    assert turn.knocked_off == ()


def test_the_swap_replaces_the_first_marble_and_is_the_whole_turn() -> None:
    game = played("d4", "swap")
    assert str(game.position) == "-/d4"
    assert game.position.hand(FIRST) == 8
    assert (game.ply, game.round, game.to_move, game.may_swap) == (2, 1, FIRST, False)
    turn = game.turns[-1]
    assert (turn.player, turn.move, turn.pushes, turn.announced) == (SECOND, Swap(), (), False)


def test_the_swap_is_the_last_of_the_second_players_first_moves() -> None:
    game = played("d4")
    assert game.may_swap
    assert game.legal_moves()[-1] == Swap()
    assert len(game.legal_moves()) == 49


def test_a_swap_taken_back_may_be_made_again() -> None:
    assert played("d4", "swap").undone() == played("d4")
    assert played("d4", "e5").undone().may_swap


@pytest.mark.parametrize(
    ("game", "at"),
    [
        (played(), "this is turn 1, first to move, pie=on"),
        (played("d4", rules=RuleSet(pie=False)), "this is turn 2, second to move, pie=off"),
        (played("d4", "swap"), "this is turn 3, first to move, pie=on"),
        (played("d4", "g7", "a1"), "this is turn 4, second to move, pie=on"),
        (set_up("d4/-", FIRST, plies=1), "this is turn 2, first to move, pie=on"),
        (set_up("-/d4", SECOND, plies=1), "this is turn 2, second to move, pie=on"),
        (set_up("d4/a1", SECOND, plies=1), "this is turn 2, second to move, pie=on"),
        (set_up("d4,a1/-", SECOND, plies=1), "this is turn 2, second to move, pie=on"),
    ],
)
def test_a_swap_at_any_other_moment_is_refused(game: Game, at: str) -> None:
    assert not game.may_swap
    assert Swap() not in game.legal_moves()
    sentence = f"swap is for the second player's first turn under the pie rule: {at}"
    assert refusal(game, "swap", NoSwapNow) == sentence


def test_a_drop_on_a_marble_is_refused() -> None:
    sentence = "d4 is occupied in d4/-: drop on an empty cell"
    assert refusal(played("d4"), "d4", OccupiedCell) == sentence


def test_a_drop_from_an_empty_hand_is_refused() -> None:
    game = set_up(EIGHT_AND_ONE, FIRST)
    assert game.legal_moves() == ()
    sentence = f"the first player holds no marble in {EIGHT_AND_ONE}: all eight lie on the board"
    assert refusal(game, "d4", EmptyHand) == sentence


@pytest.mark.parametrize("move", ["d5", "d4", "swap"])
@pytest.mark.parametrize(
    ("result", "ending"),
    [
        (Result(SECOND, Reason.RESIGN), "won by the second player (resign)"),
        (Result(None, Reason.AGREED), "a draw (agreed)"),
    ],
)
def test_a_move_after_the_end_is_refused(move: str, result: Result, ending: str) -> None:
    game = played("d4").end(result)
    assert game.legal_moves() == ()
    assert not game.may_swap
    assert refusal(game, move, GameIsOver) == f"{move} comes too late: the game is over, {ending}"


def test_the_end_of_a_game_silences_announcement_and_hints() -> None:
    game = set_up("a1,c1,e1,g1,a3,c3,e3/a7,c7,e7,g7,a5,c5,e5", SECOND)
    assert game.announced is FIRST
    over = game.end(Result(None, Reason.AGREED))
    assert (over.announced, over.hints(), over.knocking_cells(), over.completing_cells()) == (None, 0, 0, 0)


def test_only_the_arbiter_changes_a_result() -> None:
    over = played("d4").end(Result(FIRST, Reason.TIME))
    with pytest.raises(GameIsOver) as caught:
        over.end(Result(SECOND, Reason.RESIGN))
    assert str(caught.value) == "resign comes too late: the game is over, won by the first player (time)"
    ruled = Result(None, Reason.ARBITER)
    assert over.end(ruled).result == ruled


def test_an_undo_goes_back_over_the_end_of_a_game() -> None:
    game = played("d4", "e5")
    assert game.end(Result(FIRST, Reason.RESIGN)).undone() == played("d4")
    assert game.undone().undone() == Game.new()


def test_an_undo_before_the_first_turn_is_refused() -> None:
    with pytest.raises(NothingToUndo) as caught:
        Game.new().undone()
    assert str(caught.value) == "no turn has been completed: there is nothing to undo"


@pytest.mark.parametrize(
    ("plies", "ring"),
    [
        (0, (0, 0)),
        (1, (0, 0)),
        (2, (1, 0)),
        (56, (28, 0)),
        (59, (28, 1)),
        (60, (28, 2)),
        (112, (28, 28)),
        (300, (28, 28)),
    ],
)
def test_the_ring_counts_completed_rounds_once_around_and_then_again(
    plies: int, ring: tuple[int, int]
) -> None:
    assert set_up("-/-", FIRST, plies=plies).ring == ring


def test_completing_cells_are_none_without_seven_on_the_board() -> None:
    assert set_up("a1,c1,e1,g1,a3,c3/d7", FIRST).completing_cells() == 0


def test_completing_cells_leave_out_those_that_knock_off_an_own_marble() -> None:
    game = set_up("a1,b3,d3,f3,b5,d5,f5/-", FIRST)
    assert ALL & ~game.position.occupied & ~game.completing_cells() == sum(
        1 << parse_cell(cell) for cell in ("b1", "a2", "b2")
    )


def test_a_position_may_be_set_by_hand() -> None:
    game = set_up("d4/e5", SECOND)
    assert game.position == Position.parse("d4/e5")
    assert str(game.play(parse_move("f6")).position) == "c3/e5,f6"
