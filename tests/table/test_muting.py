"""Muting a table: without a screen by its arbiter's button, and what its buzzer then plays."""

from __future__ import annotations

import pytest

from hardware.simulator import SimulatedTable
from momentum.referee import Announcement, ArbiterActed, Pressed, Referee, TableSettings
from momentum.referee.acts import Pause
from momentum.table.loop import Devices, LoopSettings, TableLoop
from momentum.table.notices import MuteHeld, Notice
from momentum.table.tones import HEARD, MUTED, PATTERNS, Tones
from tests.drivers.clock import HandClock
from tests.table.test_tones import Buzzer


class Heard:
    """A simulated table with a buzzer."""

    def __init__(self) -> None:
        self.clock, self.buzzer = HandClock(), Buzzer()
        self.table = SimulatedTable(self.clock)
        self.notices: list[Notice] = []
        table = self.table
        devices = Devices(
            sensors=table.sensors, lights=table.lights, buttons=table.buttons, buzzer=self.buzzer
        )
        self.loop = TableLoop(devices, Referee(TableSettings()), LoopSettings(), self.notices.append)
        self.run(1000)

    def run(self, ms: float) -> list[tuple[float, float]]:
        """Let so much time pass and return the tones that it brought."""
        until_ms, before = self.clock.at_ms + ms, len(self.buzzer.sounded)
        while self.clock.at_ms < until_ms:
            self.clock.at_ms = self.loop.tick(self.clock.at_ms)
        return self.buzzer.sounded[before:]

    def hold(self, name: str) -> int:
        """Hold a button for long, and return how often that asked for muting."""
        before = self.asked
        self.table.buttons.press(name, 5000)
        self.run(6000)
        return self.asked - before

    @property
    def asked(self) -> int:
        return sum(isinstance(notice, MuteHeld) for notice in self.notices)

    @property
    def phase(self) -> str:
        return self.loop.referee.phase.value

    def press(self, name: str) -> None:
        self.loop.receive(Pressed(at_ms=self.clock.at_ms, button=name))


def test_holding_the_arbiters_button_asks_once_and_leaves_play_as_it_was() -> None:
    heard = Heard()
    assert heard.hold("arbiter") == 1
    assert heard.phase == "drop"
    heard.loop.receive(ArbiterActed(at_ms=heard.clock.at_ms, act=Pause(), reason="a quarrel"))
    assert heard.hold("arbiter") == 1
    assert heard.phase == "paused"
    assert heard.loop.referee.snapshot().held


def test_it_works_when_the_game_is_over_and_a_short_press_is_a_pause_as_ever() -> None:
    heard = Heard()
    heard.table.buttons.press("arbiter", 500)
    heard.run(600)
    assert (heard.phase, heard.asked) == ("paused", 0)
    heard.press("arbiter")
    heard.table.buttons.press("first", 3000)
    heard.run(3100)
    assert heard.phase == "over"
    assert heard.hold("arbiter") == 1


@pytest.mark.parametrize("name", ["first", "swap", "undo", "new", "pause"])
def test_no_other_button_mutes(name: str) -> None:
    assert Heard().hold(name) == 0


def test_a_muted_buzzer_says_so_and_plays_nothing_more_until_it_is_heard_again() -> None:
    heard = Heard()
    heard.loop.mute(muted=True)
    assert heard.run(1000) == [(tone.hertz, tone.ms) for tone in MUTED]
    heard.press("swap")
    assert heard.run(1000) == []
    heard.loop.mute(muted=False)
    assert heard.run(1000) == [(tone.hertz, tone.ms) for tone in HEARD]
    heard.press("swap")
    assert heard.run(1000) == [(tone.hertz, tone.ms) for tone in PATTERNS[Announcement.REFUSED]]


def test_muting_takes_the_place_of_what_waits() -> None:
    tones = Tones()
    tones.announce(Announcement.WIN_FIRST)
    tones.mute(muted=True)
    assert tones.muted
    assert tones.due(0.0) == MUTED[0]


def test_a_table_without_a_buzzer_has_none_to_mute() -> None:
    table = SimulatedTable(HandClock())
    devices = Devices(sensors=table.sensors, lights=table.lights, buttons=table.buttons)
    loop = TableLoop(devices, Referee(TableSettings()), LoopSettings(), lambda _: None)
    loop.mute(muted=True)
    assert not loop.has_buzzer
