"""Undoing at home: an earlier position is laid out again, and only exactly that position will do."""

import pytest

from momentum.referee import DrawAgreed, Resigned, Undone
from momentum.rules import Player
from tests.referee.sitting import Sitting, said_in


def test_undo_asks_for_the_position_before_the_last_turn() -> None:
    sitting = Sitting()
    sitting.settle_each("d4", "d4,e4", "c4,e4")
    assert said_in(sitting.press("undo")) == ["taken_back"]
    assert (sitting.phase, sitting.moves) == ("restore", ["d4"])
    assert sitting.due() == {"extra": "c4,e4", "missing": "d4"}
    sitting.settle("d4")
    assert (sitting.phase, sitting.said[-1]) == ("drop", "turn_second")


def test_what_undo_asks_for_is_no_complaint_but_a_new_mistake_is() -> None:
    sitting = Sitting()
    sitting.settle_each("d4", "d4,g7")
    sitting.press("undo")
    assert said_in(sitting.settle("d4,g7")) == []
    assert said_in(sitting.settle("d5,g7")) == ["extra", "missing"]
    assert sitting.due() == {"extra": "d5,g7", "missing": "d4"}


def test_undo_twice_goes_back_two_turns() -> None:
    sitting = Sitting()
    sitting.settle_each("d4", "d4,g7")
    sitting.press("undo")
    sitting.press("undo")
    assert (sitting.phase, sitting.moves, sitting.due()) == ("restore", [], {"extra": "d4,g7"})
    sitting.settle("-")
    assert sitting.phase == "drop"


def test_undo_among_pushes_takes_the_unfinished_drop_back() -> None:
    sitting = Sitting()
    sitting.settle_each("d4", "d4,e4", "e4")
    undone = [each for each in sitting.press("undo") if isinstance(each, Undone)]
    assert [(each.ply, str(each.move)) for each in undone] == [(1, "e4")]
    assert (sitting.phase, sitting.due()) == ("restore", {"extra": "e4", "missing": "d4"})


def test_a_position_plus_one_marble_is_no_drop_while_it_is_laid_out_again() -> None:
    sitting = Sitting()
    sitting.settle_each("d4", "d4,g7")
    sitting.press("undo")
    sitting.settle("a1,d4")
    assert (sitting.phase, sitting.due()) == ("restore", {"extra": "a1"})
    sitting.settle("d4")
    sitting.settle("a1,d4")
    assert sitting.moves == ["d4", "a1"]


def test_an_undone_swap_leaves_the_choice_again() -> None:
    sitting = Sitting("pie=on")
    sitting.settle("d4")
    sitting.press("swap")
    sitting.press("undo")
    assert (sitting.phase, sitting.position, sitting.now.swap) == ("drop", "d4/-", 24)


def test_undo_after_the_end_takes_the_last_turn_back() -> None:
    sitting = Sitting("pie=off rounds=1")
    sitting.settle_each("a1", "a1,g7")
    assert sitting.phase == "over"
    sitting.press("undo")
    assert (sitting.phase, sitting.moves, sitting.now.game.result) == ("restore", ["a1"], None)
    sitting.settle_each("a1", "a1,c3")
    assert (sitting.phase, sitting.position) == ("over", "a1/c3")


@pytest.mark.parametrize("end", ["resigned", "agreed"])
def test_undo_after_a_resignation_or_agreement_takes_only_that_back(end: str) -> None:
    sitting = Sitting()
    sitting.settle("d4")
    at_ms = sitting.later(10)
    sitting.tell(DrawAgreed(at_ms=at_ms) if end == "agreed" else Resigned(at_ms=at_ms, player=Player.SECOND))
    sitting.press("undo")
    assert (sitting.phase, sitting.moves, sitting.now.game.result) == ("drop", ["d4"], None)


@pytest.mark.parametrize(
    ("settings", "boards", "pressed"),
    [
        ("mode=tournament", ("d4", "d4,e4"), ()),
        ("mode=tournament pie=off", ("d4", "d4,g7"), ()),
        ("mode=casual", (), ()),
        ("mode=casual", ("d4",), ("pause",)),
    ],
)
def test_undo_is_refused_in_tournaments_before_the_first_turn_and_while_paused(
    settings: str, boards: tuple[str, ...], pressed: tuple[str, ...]
) -> None:
    sitting = Sitting(settings)
    sitting.settle_each(*boards)
    for button in pressed:
        sitting.press(button)
    phase, moves = sitting.phase, sitting.moves
    assert said_in(sitting.press("undo")) == ["refused"]
    assert (sitting.phase, sitting.moves) == (phase, moves)


def test_undo_is_refused_before_the_board_was_empty() -> None:
    sitting = Sitting(empty=False)
    sitting.settle("a1")
    assert said_in(sitting.press("undo")) == ["refused"]
    assert sitting.phase == "setup"
