"""A board without a ring: whole games on its 49 lights, in virtual time, the rounds counted on the page."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any, cast

import pytest

from hardware.protocols import CELLS
from momentum.play.session import Session, SessionSettings
from momentum.scenario.expectations import KEYS
from momentum.scenario.script import Expect
from momentum.scenario.stage import Stage
from momentum.table.loop import LoopSettings, TableLoop
from momentum.table.notices import Notice
from momentum.table.sensing import SensingSettings
from tests.link.scripts import read
from tests.link.virtual import DRIVER_DEBOUNCE_MS, BridgedTable

GAMES = ("given/whole_game_ludii_trial_0.scn", "given/whole_game_ludii_trial_1_careless_hands.scn")
BOARD_BYTES = 3 * CELLS
SHOWN_MS = 40.0
"""How long the newest frame of a rhythm may be on its way."""


class Sitting:
    """A script's hands at a table whose board has no ring, and the page that shows it."""

    def __init__(self, name: str) -> None:
        self._script = read(name)
        self._hears: list[Callable[[Notice], None]] = []
        sensing = SensingSettings(debounce_ms=DRIVER_DEBOUNCE_MS, settle_ms=self._script.sensing.settle_ms)
        loop = LoopSettings(sensing=sensing)
        self.stage = Stage(cast("Any", self._build), self._script.settings, loop, self._hear)
        self._session = Session(self._show, lambda: self.stage.now_ms, SessionSettings(), None)

    def play(self) -> Iterator[Expect]:
        """Do what the script does, and stop at each of its expectations."""
        for step in self._script.steps:
            self.stage.run_until(step.at_ms)
            if isinstance(step.act, Expect):
                yield step.act
            else:
                step.act.perform(self.stage)

    def page(self) -> dict[str, Any]:
        """Return what the page shows."""
        state: dict[str, Any] = json.loads(self._session.live.state_text())
        return state

    def lit_right(self) -> bool:
        """Tell whether the 49 lights show what they should, and nothing shines where the ring would be."""
        for _ in range(int(SHOWN_MS)):
            shown, wanted = self.table.simulated.lights.shown, self.stage.loop.frame
            if wanted is not None and shown == wanted[:BOARD_BYTES] + bytes(len(wanted) - BOARD_BYTES):
                return True
            self.stage.run_until(self.stage.now_ms + 1)
        return False

    def _build(self, now: Callable[[], float]) -> BridgedTable:
        self.table = BridgedTable(now, ring=0)
        return self.table

    def _hear(self, notice: Notice) -> None:
        for hear in self._hears:
            hear(notice)

    def _show(self, hear: Callable[[Notice], None]) -> TableLoop:
        self._hears.append(hear)
        return self.stage.loop


@pytest.mark.parametrize("name", GAMES)
def test_a_whole_game_is_played_on_a_board_without_a_ring_and_the_page_counts_its_rounds(name: str) -> None:
    sitting, rounds = Sitting(name), list[int]()
    assert sitting.table.driver.board.board.ring == 0
    for expected in sitting.play():
        now = sitting.stage.referee.snapshot()
        wants = [(key, wanted) for key, wanted in expected.wants if key != "said"]
        assert [(key, KEYS[key].read(now)) for key, _ in wants] == wants
        page = sitting.page()["game"]
        assert (page["phase"], page["round"]) == (now.phase.value, now.game.round)
        rounds.append(page["round"])
        assert sitting.lit_right()
    assert sitting.page()["game"]["winner"] is not None
    assert rounds == sorted(rounds)
    assert max(rounds) >= 7


@pytest.mark.parametrize("name", GAMES)
def test_no_frame_that_such_a_board_is_sent_has_a_pixel_more_than_its_49(name: str) -> None:
    sitting = Sitting(name)
    for _ in sitting.play():
        pass
    assert sitting.table.program is not None
    frames = sitting.table.program.frames
    assert list(frames) == [BOARD_BYTES]
    assert frames[BOARD_BYTES] > 50
