"""A board without diodes: rectangles of marbles are flagged, never guessed, and play goes on."""

from __future__ import annotations

from hardware.gpio.ghosts import ambiguous
from hardware.protocols import Scan
from momentum.config.reading import parse_config
from momentum.main import build_simulated
from momentum.main.settings import loop_settings
from momentum.referee import Said, TableSettings
from momentum.rules import cells_text, parse_cells
from momentum.scenario.stage import Stage
from momentum.table.loop import LoopSettings
from momentum.table.notices import Decided, Notice
from momentum.table.sensing import Sensing, SensingSettings

SETTINGS = SensingSettings(doubtful=ambiguous)


def sneak(closed: int) -> int:
    """Return what a matrix without diodes shows of these closed contacts: current takes every way round."""
    rows = [closed >> 7 * row & 127 for row in range(7)]
    for _ in range(7):
        for row in range(7):
            for other in range(7):
                if rows[row] & rows[other]:
                    rows[row] = rows[other] = rows[row] | rows[other]
    return sum(mask << 7 * row for row, mask in enumerate(rows))


def settle(sensing: Sensing, closed: int, start_ms: float) -> float:
    """Feed the same board until it has settled; returns the instant."""
    at_ms = start_ms
    while not sensing.feed(at_ms, Scan(closed)).settled:
        at_ms += sensing.pause_ms
    return at_ms


def test_the_fourth_corner_of_three_marbles_is_flagged_with_the_others() -> None:
    shown = sneak(parse_cells("a1,d1,a4"))
    assert cells_text(shown) == "a1,d1,a4,d4"
    sensing = Sensing(SETTINGS, Scan(0), 0.0, polarity=False)
    settle(sensing, shown, settle(sensing, 0, 0.0))
    assert cells_text(sensing.unhealthy) == "a1,d1,a4,d4"


def test_a_board_that_shows_no_rectangle_is_believed() -> None:
    sensing = Sensing(SETTINGS, Scan(0), 0.0, polarity=False)
    settle(sensing, sneak(parse_cells("a1,d1,e5")), 0.0)
    assert sensing.unhealthy == 0


def test_a_rectangle_at_the_very_start_is_flagged_too() -> None:
    shown = sneak(parse_cells("a1,d1,a4"))
    sensing = Sensing(SETTINGS, Scan(shown), 0.0, polarity=False)
    settle(sensing, shown, 0.0)
    assert cells_text(sensing.unhealthy) == "a1,d1,a4,d4"


def test_rectangles_of_a_calibrated_matrix_are_flagged_wherever_its_contacts_lie() -> None:
    cells = list(range(49))
    cells[0], cells[8] = cells[8], cells[0]  # contact row 1, column a lies under b2, and the other way round
    settings = loop_settings(parse_config(b'driver = "gpio"\n[sensors]\ndiodes = false'), cells=cells)
    sensing = Sensing(settings.sensing, Scan(0), 0.0, polarity=False)
    settle(sensing, parse_cells("b2,d1,a4,d4"), settle(sensing, 0, 0.0))
    assert cells_text(sensing.unhealthy) == "d1,b2,a4,d4"
    settle(sensing, parse_cells("a1,d1,a4,d4"), 9000.0)
    assert sensing.unhealthy == 0


def test_play_goes_on_over_a_ghost() -> None:
    said: list[str] = []

    def hear(notice: Notice) -> None:
        if isinstance(notice, Decided) and isinstance(notice.decision, Said):
            said.append(notice.decision.what.value)

    settings = TableSettings.parse("pie=off")
    stage = Stage(build_simulated, settings, LoopSettings(sensing=SETTINGS), hear)
    for number, cells in enumerate(("a1", "d1", "a4")):
        stage.table.hands.place(parse_cells(cells).bit_length() - 1, south=number == 1)
        if number == 2:
            stage.table.faults.stuck(parse_cells("d4").bit_length() - 1, True)
        stage.run_until(stage.now_ms + 700)
    assert cells_text(stage.referee.snapshot().fault) == "a1,d1,a4,d4"
    assert "extra" not in said
    assert stage.referee.game.ply == 2
    stage.table.hands.lift(parse_cells("a4").bit_length() - 1)
    stage.table.faults.stuck(parse_cells("d4").bit_length() - 1, None)
    stage.run_until(stage.now_ms + 700)
    assert stage.referee.snapshot().fault == 0
    assert stage.referee.game.ply == 2
