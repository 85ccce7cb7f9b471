"""The next drop made early: kept when the pushes were seen done, called out when not, never lost."""

import pytest

from tests.referee.sitting import Sitting


def pushing() -> Sitting:
    """Return a sitting in which e4 pushes d4 to c4."""
    sitting = Sitting()
    sitting.settle_each("d4", "d4,e4")
    assert sitting.due() == {"lift": "d4", "place": "c4"}
    return sitting


def knocking() -> Sitting:
    """Return a sitting in which f7 knocks g7 off the board."""
    sitting = Sitting()
    sitting.settle_each("g7", "f7,g7")
    assert sitting.due() == {"off": "g7"}
    return sitting


@pytest.mark.parametrize(("held_ms", "kept"), [(59, False), (60, True), (200, True)])
def test_a_drop_counts_once_the_target_was_seen_for_60_ms(held_ms: float, kept: bool) -> None:
    sitting = pushing()
    sitting.sense("c4,e4")
    sitting.sense("a1,c4,e4", after_ms=held_ms)
    sitting.settle("a1,c4,e4")
    assert sitting.moves == (["d4", "e4", "a1"] if kept else ["d4"])
    assert sitting.due() == ({} if kept else {"extra": "a1"})


def test_an_early_drop_that_rolls_over_three_cells_counts_where_it_stops() -> None:
    sitting = pushing()
    sitting.sense("c4,e4")
    for each in ("a1,c4,e4", "c4,e4", "b1,c4,e4", "c4,e4", "c1,c4,e4"):
        sitting.sense(each, after_ms=70)
    sitting.settle("c1,c4,e4")
    assert sitting.moves == ["d4", "e4", "c1"]


def test_a_marble_back_where_it_was_to_leave_the_board_is_no_next_drop() -> None:
    sitting = knocking()
    sitting.sense("f7")
    sitting.settle("f7,g7")
    assert (sitting.moves, sitting.due()) == (["g7"], {"off": "g7"})


def test_a_marble_that_comes_back_and_then_goes_elsewhere_quickly_is_called_out() -> None:
    sitting = knocking()
    for each, after_ms in (("f7", 100), ("f7,g7", 100), ("f7", 100), ("a1,f7", 30)):
        sitting.sense(each, after_ms)
    sitting.settle("a1,f7")
    assert (sitting.moves, sitting.due()) == (["g7"], {"extra": "a1"})
    assert sitting.said[-1] == "extra"


def test_two_early_marbles_are_no_drop() -> None:
    sitting = pushing()
    sitting.sense("c4,e4")
    sitting.settle("a1,b7,c4,e4")
    assert (sitting.moves, sitting.due()) == (["d4"], {"extra": "a1,b7"})


def test_an_early_drop_beside_a_marble_owes_its_own_pushes_at_once() -> None:
    sitting = pushing()
    sitting.sense("c4,e4")
    sitting.settle("b4,c4,e4")
    assert (sitting.phase, sitting.moves) == ("push", ["d4", "e4"])
    assert sitting.due() == {"lift": "c4", "place": "d4"}


def test_an_early_marble_of_the_wrong_colour_is_no_drop() -> None:
    sitting = Sitting("pie=off sensors=polarity")
    sitting.settle_each("d4/-", "d4/e4")
    sitting.sense("c4/e4")
    sitting.settle("c4/a1,e4")
    assert (sitting.moves, sitting.due()) == (["d4"], {"extra": "a1"})


def test_an_early_drop_after_the_last_turn_of_the_game_changes_nothing() -> None:
    sitting = Sitting("pie=off rounds=1")
    sitting.settle_each("d4", "d4,e4")
    sitting.sense("c4,e4")
    sitting.settle("a1,c4,e4")
    assert (sitting.phase, sitting.moves, sitting.now.game.result is None) == ("over", ["d4", "e4"], False)


def test_the_lights_answer_an_early_drop_before_anything_settles() -> None:
    sitting = pushing()
    sitting.sense("c4,e4")
    sitting.sense("b4,c4,e4")
    shown = sitting.referee.preview()
    assert shown.pending is not None
    assert (shown.phase, shown.game.ply, shown.pending.cell) == ("push", 2, 22)
    assert sitting.moves == ["d4"]


def test_a_drop_that_guard_refuses_is_refused_once() -> None:
    sitting = Sitting("pie=off last_marble=guard")
    sitting.play("a1", "g7", "c1", "g5", "e1", "g3", "a3", "e7", "a5", "c7", "a7", "e5", "c3")
    for _ in range(2):
        sitting.settle(sitting.board_with("e3"))
    assert (sitting.phase, sitting.said.count("refused")) == ("correct", 1)


def test_an_early_drop_that_guard_refuses_is_called_out() -> None:
    sitting = Sitting("pie=off last_marble=guard")
    sitting.play("a1", "g7", "c1", "g5", "e1", "g3", "a3", "e7", "a5", "c7", "a7", "e5")
    sitting.settle(sitting.board_with("d4"))
    assert sitting.due() == {"lift": "e5", "place": "f6"}
    target = sitting.target()
    sitting.sense(target)
    sitting.sense(f"{target},g1")
    assert sitting.referee.preview() == sitting.referee.snapshot()
    sitting.settle(f"{target},g1")
    assert (sitting.phase, sitting.moves[-1], sitting.due()) == ("correct", "d4", {"extra": "g1"})
    assert sitting.said[-3:] == ["last_marble_first", "turn_second", "refused"]
