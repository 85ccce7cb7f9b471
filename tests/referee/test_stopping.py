"""Pauses and lost devices: nothing is judged meanwhile, and the board that lies there then is compared."""

import pytest

from momentum.referee import DrawAgreed, NewGame, Resigned, TableSettings
from momentum.rules import Player
from tests.referee.sitting import Sitting, said_in


def in_push() -> Sitting:
    sitting = Sitting()
    sitting.settle_each("d4", "d4,e4")
    return sitting


def test_nothing_is_judged_while_paused() -> None:
    sitting = Sitting()
    sitting.settle("d4")
    sitting.press("pause")
    words = len(sitting.said)
    sitting.settle_each("d4,g7", "a1,b2,c3", "-", "d4")
    assert (sitting.phase, sitting.moves, len(sitting.said)) == ("paused", ["d4"], words)


@pytest.mark.parametrize(
    ("board", "phase", "moves"),
    [
        ("d4", "drop", 1),
        ("d4,g7", "drop", 2),
        ("d4,e4", "push", 1),
        ("d5", "correct", 1),
        ("-", "correct", 1),
    ],
)
def test_leaving_a_pause_compares_the_board_that_lies_there_now(board: str, phase: str, moves: int) -> None:
    sitting = Sitting()
    sitting.settle("d4")
    sitting.press("pause")
    sitting.settle(board)
    sitting.press("pause")
    assert (sitting.phase, len(sitting.moves)) == (phase, moves)


def test_leaving_a_pause_waits_for_hands_that_are_still_at_work() -> None:
    sitting = Sitting()
    sitting.settle("d4")
    sitting.press("pause")
    sitting.sense("-")
    sitting.press("pause")
    assert sitting.phase == "paused"
    sitting.settle("d4,g7")
    assert (sitting.phase, sitting.moves) == ("drop", ["d4", "g7"])


def test_a_pause_resumed_while_hands_are_at_work_can_be_paused_again() -> None:
    sitting = Sitting()
    sitting.press("pause")
    sitting.sense("d4")
    sitting.press("pause")
    sitting.press("pause")
    sitting.settle("d4")
    assert (sitting.phase, sitting.moves) == ("paused", [])
    sitting.press("pause")
    assert (sitting.phase, sitting.moves) == ("drop", ["d4"])


def test_a_pause_that_ends_before_anything_settled_waits_for_no_board() -> None:
    sitting = Sitting(empty=False)
    sitting.press("pause")
    sitting.press("pause")
    assert sitting.phase == "setup"


def test_a_chattering_contact_does_not_keep_a_pause_from_ending() -> None:
    sitting = Sitting()
    sitting.fault("g1")
    sitting.press("pause")
    sitting.sense("g1")
    sitting.press("pause")
    assert sitting.phase == "drop"


def test_pushes_made_during_a_pause_are_done_when_it_ends() -> None:
    sitting = in_push()
    sitting.press("arbiter")
    sitting.settle("c4,e4")
    assert sitting.phase == "paused"
    sitting.press("arbiter")
    assert (sitting.phase, sitting.moves) == ("drop", ["d4", "e4"])


def test_no_early_drop_is_taken_from_what_was_seen_before_a_pause() -> None:
    sitting = in_push()
    sitting.sense("c4,e4")
    sitting.sense("a1,c4,e4")
    sitting.press("pause")
    sitting.settle("a1,c4,e4")
    sitting.press("pause")
    assert (sitting.phase, sitting.due()) == ("push", {"extra": "a1"})


def test_nothing_is_judged_while_the_device_is_away_or_not_yet_compared() -> None:
    sitting = Sitting()
    sitting.settle("d4")
    sitting.unplug()
    assert sitting.phase == "paused"
    sitting.plug()
    sitting.sense("d4,g7")
    assert (sitting.phase, sitting.moves) == ("paused", ["d4"])
    sitting.settle("d4,g7")
    assert (sitting.phase, sitting.moves) == ("drop", ["d4", "g7"])


def test_a_pause_by_hand_outlasts_a_lost_device() -> None:
    sitting = Sitting()
    sitting.press("pause")
    sitting.unplug()
    sitting.plug()
    sitting.settle("d4")
    assert sitting.phase == "paused"
    sitting.press("pause")
    assert sitting.moves == ["d4"]


def test_a_pause_pressed_while_the_device_is_away_holds_once_it_is_back() -> None:
    sitting = Sitting()
    sitting.unplug()
    sitting.press("pause")
    sitting.plug()
    sitting.settle("-")
    assert sitting.phase == "paused"


def test_a_pause_ended_while_the_device_is_away_lets_play_go_on_once_it_is_back() -> None:
    sitting = Sitting()
    sitting.press("pause")
    sitting.unplug()
    sitting.press("pause")
    assert sitting.phase == "paused"
    sitting.plug()
    sitting.settle("-")
    assert sitting.phase == "drop"


def test_a_turn_undone_on_the_page_while_the_device_is_away_is_laid_out_once_it_is_back() -> None:
    sitting = in_push()
    sitting.tell(Resigned(at_ms=sitting.later(10), player=Player.FIRST))
    sitting.unplug()
    sitting.press("undo")
    assert sitting.phase == "paused"
    sitting.plug()
    sitting.settle("d4,e4")
    assert (sitting.phase, sitting.due()) == ("restore", {"extra": "e4"})
    sitting.settle("d4")
    assert sitting.phase == "drop"


def test_a_new_game_asked_for_while_the_device_is_away_begins_once_it_is_back() -> None:
    sitting = in_push()
    sitting.unplug()
    sitting.tell(NewGame(at_ms=sitting.later(10), settings=TableSettings()))
    assert sitting.phase == "paused"
    sitting.plug()
    sitting.settle("d4,e4")
    assert (sitting.phase, sitting.due()) == ("setup", {"extra": "d4,e4"})


def test_a_device_that_is_back_without_having_been_missed_is_compared_all_the_same() -> None:
    sitting = Sitting()
    sitting.plug()
    sitting.settle("d4")
    assert sitting.moves == ["d4"]


def test_a_game_that_ends_while_paused_leaves_no_pause_behind() -> None:
    sitting = in_push()
    sitting.press("pause")
    sitting.tell(DrawAgreed(at_ms=sitting.later(10)))
    sitting.press("undo")
    sitting.unplug()
    sitting.plug()
    sitting.settle("d4")
    assert sitting.phase == "drop"


def test_a_tournament_game_can_be_begun_anew_only_before_it_started_or_after_it_ended() -> None:
    sitting = Sitting("mode=tournament")
    sitting.settle("d4")
    assert said_in(sitting.press("new")) == ["refused"]
    sitting.press("pause")
    sitting.press("new")
    assert (sitting.phase, sitting.said[-1]) == ("paused", "refused")
    sitting.tell(DrawAgreed(at_ms=sitting.later(10)))
    sitting.press("new")
    assert sitting.phase == "setup"
    sitting.press("pause")
    sitting.press("new")
    assert sitting.phase == "setup"
