"""The fast path: what the lights answer at once, while nothing is accepted yet."""

from momentum.referee import Phase, Referee, TableSettings
from tests.referee.sitting import Sitting


def test_a_dropped_marble_is_answered_with_its_pushes_before_it_settles() -> None:
    sitting = Sitting()
    sitting.settle("d4")
    sitting.sense("d4,e4")
    shown = sitting.referee.preview()
    assert shown.pending is not None
    assert (shown.phase, shown.pending.cell, shown.differences.lift) == (Phase.PUSH, 25, 1 << 24)
    assert (sitting.phase, sitting.moves) == ("drop", ["d4"])


def test_lights_roll_with_the_marble() -> None:
    sitting = Sitting()
    sitting.settle("d4")
    sitting.sense("c3,d4")
    shown = sitting.referee.preview()
    assert shown.pending is not None
    assert shown.pending.cell == 16
    sitting.sense("d4")
    assert sitting.referee.preview().pending is None
    sitting.sense("d3,d4")
    shown = sitting.referee.preview()
    assert shown.pending is not None
    assert shown.pending.cell == 17


def test_a_bumped_board_is_shown_as_one_before_it_settles() -> None:
    sitting = Sitting()
    sitting.settle("d4")
    sitting.sense("d5")
    shown = sitting.referee.preview()
    assert (shown.phase, shown.differences.extra, shown.differences.missing) == (
        Phase.CORRECT,
        1 << 31,
        1 << 24,
    )
    sitting.settle("d5")
    sitting.sense("d4")
    assert sitting.referee.preview().phase is Phase.DROP
    assert sitting.phase == "correct"


def test_a_drop_being_taken_back_no_longer_glows_where_it_was() -> None:
    sitting = Sitting()
    sitting.settle_each("d4", "d4,e4")
    sitting.sense("d4")
    shown = sitting.referee.preview()
    assert (shown.phase, shown.pending) == (Phase.DROP, None)
    assert sitting.phase == "push"


def test_a_refused_drop_is_shown_as_one_too_many_before_it_settles() -> None:
    sitting = Sitting("pie=off last_marble=guard")
    for line in ("a1", "g7", "c1", "g5", "e1", "g3", "a3", "e7", "a5", "c7", "a7", "e5", "c3"):
        sitting.settle(add(sitting, line))
    assert sitting.now.hint != 0
    sitting.sense(add(sitting, "e3"))
    shown = sitting.referee.preview()
    assert (shown.phase, shown.differences.extra) == (Phase.CORRECT, 1 << 18)


def add(sitting: Sitting, cell: str) -> str:
    first, second = sitting.position.split("/")
    return ",".join([cell, *(each for each in (first, second) if each != "-")])


def test_nothing_is_previewed_before_the_first_settled_board() -> None:
    sitting = Sitting(empty=False)
    sitting.sense("d4")
    assert sitting.referee.preview() == sitting.referee.snapshot()


def test_nothing_is_previewed_while_paused_or_over() -> None:
    for buttons, phase in ((["pause"], Phase.PAUSED), ([], Phase.OVER)):
        sitting = Sitting("pie=off rounds=1")
        sitting.settle("d4")
        for button in buttons:
            sitting.press(button)
        if phase is Phase.OVER:
            sitting.settle("d4,g7")
        sitting.sense("a1")
        shown = sitting.referee.preview()
        assert (shown.phase, shown.pending, shown.differences.extra) == (phase, None, 0)


def test_a_new_referee_waits_for_an_empty_board() -> None:
    referee = Referee(TableSettings())
    assert (referee.phase, referee.game.ply) == (Phase.SETUP, 0)
