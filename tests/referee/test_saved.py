"""A program that dies in any phase: what was decided stays, and the board is compared before play."""

from momentum.referee import DrawAgreed
from tests.referee.sitting import Sitting


def test_a_crash_between_turns_changes_nothing() -> None:
    sitting = Sitting()
    sitting.settle("d4")
    sitting.crash()
    assert (sitting.phase, sitting.position) == ("restore", "d4/-")
    sitting.settle("d4")
    assert (sitting.phase, sitting.moves) == ("drop", ["d4"])


def test_a_drop_made_while_the_program_was_away_is_a_drop() -> None:
    sitting = Sitting()
    sitting.settle("d4")
    sitting.crash()
    sitting.settle("d4,e4")
    assert (sitting.phase, sitting.due()) == ("push", {"lift": "d4", "place": "c4"})


def test_a_crash_among_pushes_goes_on_with_them() -> None:
    sitting = Sitting("pie=off mode=tournament")
    sitting.settle_each("d4", "d4,e4", "e4")
    sitting.crash()
    assert (sitting.phase, sitting.due()["place"]) == ("push", "c4")
    sitting.settle("c4,e4")
    assert sitting.moves == ["d4", "e4"]


def test_a_crash_before_the_board_was_empty_is_still_the_setup() -> None:
    sitting = Sitting(empty=False)
    sitting.settle("d4")
    sitting.crash()
    sitting.settle("d4")
    assert (sitting.phase, sitting.due()) == ("setup", {"extra": "d4"})


def test_a_crash_after_the_end_leaves_the_result() -> None:
    sitting = Sitting("pie=off rounds=1")
    sitting.settle_each("a1", "a1,g7")
    sitting.crash()
    sitting.settle("-")
    assert (sitting.phase, sitting.now.game.result is None) == ("over", False)


def test_a_crash_with_the_first_marble_lifted_lets_the_swap_go_on() -> None:
    sitting = Sitting("pie=on")
    sitting.settle_each("d4", "-")
    sitting.crash()
    sitting.settle("d4")
    assert sitting.moves == ["d4", "swap"]


def test_an_undone_turn_is_not_played_again_by_a_crash() -> None:
    sitting = Sitting()
    sitting.settle("d4")
    sitting.press("undo")
    sitting.crash()
    sitting.settle("d4")
    assert (sitting.phase, sitting.moves, sitting.due()) == ("restore", [], {"extra": "d4"})
    sitting.settle("-")
    assert sitting.phase == "drop"


def test_an_undone_turn_is_not_played_again_by_a_crash_during_a_pause() -> None:
    sitting = Sitting()
    sitting.settle("d4")
    sitting.press("undo")
    sitting.press("pause")
    sitting.crash()
    sitting.settle("d4")
    sitting.press("pause")
    assert (sitting.phase, sitting.moves) == ("restore", [])


def test_a_paused_game_is_still_paused_after_a_crash() -> None:
    sitting = Sitting()
    sitting.settle_each("d4", "d4,e4")
    sitting.press("pause")
    sitting.crash()
    sitting.settle("c4,e4")
    assert (sitting.phase, sitting.moves) == ("paused", ["d4"])
    sitting.press("pause")
    assert (sitting.phase, sitting.moves) == ("drop", ["d4", "e4"])


def test_a_pause_before_the_first_drop_outlasts_a_crash_too() -> None:
    sitting = Sitting(empty=False)
    sitting.press("pause")
    sitting.crash()
    sitting.settle("d4")
    sitting.press("pause")
    assert (sitting.phase, sitting.due()) == ("setup", {"extra": "d4"})


def test_a_crash_of_a_game_that_ended_while_paused_is_over() -> None:
    sitting = Sitting()
    sitting.press("pause")
    sitting.tell(DrawAgreed(at_ms=sitting.later(10)))
    sitting.crash()
    assert sitting.phase == "over"
