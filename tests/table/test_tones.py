"""Tones: each announcement has its own, one after another, and none is played too late."""

import math
from dataclasses import dataclass, field
from itertools import pairwise

import pytest

from hardware.simulator import SimulatedTable
from momentum.referee import Announcement, Referee, TableSettings
from momentum.table.loop import Devices, LoopSettings, TableLoop
from momentum.table.tones import GAP_MS, PATTERNS, WAITING, Tone, Tones
from tests.drivers.clock import HandClock


def played(tones: Tones, *, until_ms: float) -> list[tuple[float, Tone]]:
    """Return which tones begin when, asked every ten milliseconds."""
    begun = []
    for at_ms in range(0, round(until_ms), 10):
        tone = tones.due(at_ms)
        if tone is not None:
            begun.append((float(at_ms), tone))
    return begun


def test_every_announcement_has_tones_of_its_own() -> None:
    assert set(PATTERNS) == set(Announcement)
    assert len(set(PATTERNS.values())) == len(Announcement)


@pytest.mark.parametrize("what", Announcement)
def test_no_announcement_takes_longer_than_a_second(what: Announcement) -> None:
    assert sum(tone.ms + GAP_MS for tone in PATTERNS[what]) <= 1000


def test_tones_follow_each_other_with_a_gap() -> None:
    tones = Tones()
    assert tones.due_ms is None
    tones.announce(Announcement.SWAP)
    tones.announce(Announcement.TURN_FIRST)
    expected = [*PATTERNS[Announcement.SWAP], *PATTERNS[Announcement.TURN_FIRST]]
    begun = played(tones, until_ms=2000)
    assert [tone for _, tone in begun] == expected
    for (before_ms, tone), (after_ms, _) in pairwise(begun):
        assert after_ms == before_ms + tone.ms + GAP_MS
    assert tones.due_ms is None


def test_what_comes_while_too_many_wait_is_not_played_late() -> None:
    tones = Tones()
    for _ in range(WAITING):
        tones.announce(Announcement.FAULT)
    assert len(played(tones, until_ms=10_000)) == WAITING


@dataclass
class Buzzer:
    """A buzzer that writes down what it plays."""

    sounded: list[tuple[float, float]] = field(default_factory=list)

    def sound(self, hertz: float, ms: float) -> None:
        """Play."""
        self.sounded.append((hertz, ms))

    def close(self) -> None:
        """Do nothing."""


@pytest.mark.parametrize("with_buzzer", [True, False])
def test_a_table_with_a_buzzer_plays_what_is_said_and_one_without_rests(with_buzzer: bool) -> None:
    clock, buzzer = HandClock(), Buzzer()
    table = SimulatedTable(clock)
    devices = Devices(
        sensors=table.sensors,
        lights=table.lights,
        buttons=table.buttons,
        buzzer=buzzer if with_buzzer else None,
    )
    loop = TableLoop(devices, Referee(TableSettings()), LoopSettings(), lambda _: None)
    for _ in range(200):
        clock.at_ms = loop.tick(clock.at_ms)
    turn = [(tone.hertz, tone.ms) for tone in PATTERNS[Announcement.TURN_FIRST]]
    assert buzzer.sounded == (turn if with_buzzer else [])
    assert loop.idle_until_ms(clock.at_ms) == math.inf


def test_a_clock_does_not_jump_over_a_tone_that_waits() -> None:
    clock = HandClock()
    table = SimulatedTable(clock)
    devices = Devices(sensors=table.sensors, lights=table.lights, buttons=table.buttons, buzzer=Buzzer())
    loop = TableLoop(
        devices, Referee(TableSettings.parse("rounds=1 pie=off")), LoopSettings(), lambda _: None
    )
    while clock.at_ms < 500:
        clock.at_ms = loop.tick(clock.at_ms)
    table.buttons.press("undo", 30)
    while clock.at_ms < 600:
        clock.at_ms = loop.tick(clock.at_ms)
    table.buttons.press("swap", 30)
    while clock.at_ms < 700:
        clock.at_ms = loop.tick(clock.at_ms)
    assert clock.at_ms < loop.idle_until_ms(clock.at_ms) <= clock.at_ms + 500
