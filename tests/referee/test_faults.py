"""Unhealthy contacts read as what is expected there: play goes on, and nothing is made up from them."""

import pytest

from tests.referee.sitting import Sitting


def pushing(settings: str = "pie=off") -> Sitting:
    """Return a sitting in which e4 pushes d4 to c4."""
    sitting = Sitting(settings)
    sitting.settle_each("d4", "d4,e4")
    return sitting


def test_a_new_fault_is_said_once_and_shown_as_long_as_it_lasts() -> None:
    sitting = Sitting()
    sitting.fault("g1")
    sitting.fault("g1")
    assert sitting.said.count("fault") == 1
    assert sitting.now.fault == 1 << 6
    sitting.fault("-")
    assert sitting.now.fault == 0


@pytest.mark.parametrize("board", ["a7", "a7,g1"])
def test_a_faulty_contact_under_an_empty_cell_neither_drops_nor_disturbs(board: str) -> None:
    sitting = Sitting()
    sitting.fault("g1")
    sitting.settle(board)
    assert (sitting.phase, sitting.moves) == ("drop", ["a7"])


@pytest.mark.parametrize("board", ["a7,d4", "a7"])
def test_a_faulty_contact_under_a_marble_reads_as_that_marble(board: str) -> None:
    sitting = Sitting()
    sitting.settle("d4")
    sitting.fault("d4")
    sitting.settle(board)
    assert (sitting.phase, sitting.moves, sitting.position) == ("drop", ["d4", "a7"], "d4/a7")


@pytest.mark.parametrize("board", ["c4,d4,e4", "c4,e4"])
def test_a_faulty_contact_at_a_pushs_origin_reads_as_left(board: str) -> None:
    sitting = pushing()
    sitting.fault("d4")
    assert sitting.due() == {"place": "c4"}
    sitting.settle(board)
    assert (sitting.phase, sitting.position) == ("drop", "c4/e4")


@pytest.mark.parametrize("board", ["e4", "c4,e4"])
def test_a_faulty_contact_at_a_pushs_destination_reads_as_reached(board: str) -> None:
    sitting = pushing()
    sitting.fault("c4")
    assert sitting.due() == {"lift": "d4"}
    sitting.settle(board)
    assert (sitting.phase, sitting.position) == ("drop", "c4/e4")


def test_a_faulty_contact_under_the_dropped_marble_takes_nothing_back() -> None:
    sitting = pushing()
    sitting.fault("e4")
    sitting.settle("d4")
    assert (sitting.phase, sitting.due()) == ("push", {"lift": "d4", "place": "c4"})
    sitting.settle("c4")
    assert sitting.moves == ["d4", "e4"]


@pytest.mark.parametrize("faulty", ["d4", "c4"])
def test_a_drop_can_be_taken_back_although_a_contact_of_its_push_is_faulty(faulty: str) -> None:
    sitting = pushing()
    sitting.fault(faulty)
    sitting.settle("d4")
    assert (sitting.phase, sitting.moves) == ("drop", ["d4"])
    assert sitting.said[-1] == "taken_back"


def test_a_contact_that_fails_while_its_marble_is_off_makes_no_swap() -> None:
    sitting = Sitting("pie=on")
    sitting.settle_each("d4", "-")
    sitting.fault("d4")
    sitting.settle("d4")
    assert (sitting.phase, sitting.moves) == ("drop", ["d4"])
    sitting.press("swap")
    assert sitting.moves == ["d4", "swap"]


def test_a_contact_that_recovers_is_believed_from_the_next_settled_board_on() -> None:
    sitting = Sitting()
    sitting.settle("d4")
    sitting.fault("d4")
    sitting.settle("-")
    assert sitting.due() == {}
    sitting.fault("-")
    sitting.settle("-")
    assert (sitting.phase, sitting.due()) == ("correct", {"missing": "d4"})


@pytest.mark.parametrize("board", ["d4,e4", "c4,d4,e4"])
def test_a_marble_left_where_it_was_believed_pushed_away_is_no_drop(board: str) -> None:
    sitting = pushing()
    sitting.fault("c4,d4")
    sitting.settle(board)
    assert sitting.moves == ["d4", "e4"]
    sitting.fault("-")
    sitting.settle("c4,d4,e4")
    assert (sitting.phase, sitting.moves, sitting.due()) == ("correct", ["d4", "e4"], {"extra": "d4"})
    sitting.settle_each("c4,e4", "c4,d4,e4")
    assert (sitting.phase, sitting.due()) == ("push", {"lift": "c4,e4", "place": "b4,f4"})


def test_a_marble_left_over_is_no_drop_after_a_crash_either() -> None:
    sitting = pushing()
    sitting.fault("c4,d4")
    sitting.settle("d4,e4")
    sitting.crash()
    sitting.settle("c4,d4,e4")
    assert (sitting.phase, sitting.due()) == ("restore", {"extra": "d4"})
    sitting.settle("c4,e4")
    assert sitting.phase == "drop"


@pytest.mark.parametrize("button", ["new", "undo"])
def test_a_marble_left_on_a_bad_contact_when_the_board_was_cleared_is_no_drop(button: str) -> None:
    sitting = Sitting()
    sitting.settle("d4")
    sitting.fault("d4")
    sitting.press(button)
    sitting.settle("-")
    assert sitting.phase == "drop"
    sitting.sense("d4")
    sitting.fault("-")
    sitting.settle("d4")
    assert (sitting.phase, sitting.moves, sitting.due()) == ("correct", [], {"extra": "d4"})
    sitting.settle_each("-", "d4")
    assert sitting.moves == ["d4"]


def test_a_weak_marble_that_was_nudged_until_its_contact_rests_is_a_drop() -> None:
    sitting = Sitting()
    sitting.sense("g1")
    sitting.fault("g1")
    sitting.settle("g1")
    assert sitting.moves == []
    sitting.fault("-")
    sitting.settle("g1")
    assert sitting.moves == ["g1"]


def test_a_wrong_colour_on_a_faulty_contact_is_overlooked() -> None:
    sitting = Sitting("pie=off sensors=polarity")
    sitting.settle("d4/-")
    sitting.fault("d4")
    sitting.settle("-/d4")
    assert (sitting.phase, sitting.due()) == ("drop", {})
