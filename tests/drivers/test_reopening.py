"""Devices that open again by themselves: at once after a loss, then after longer and longer pauses."""

from __future__ import annotations

import pytest

from hardware.errors import DeviceClosed, DeviceLost
from hardware.pauses import LONGEST_PAUSE_S
from hardware.protocols import DARK, Scan
from hardware.reopening import ReopeningButtons, ReopeningLights, ReopeningSensors

STEP_S = 0.2
"""How often the loop of a table asks."""


class Bench:
    """A table that can be unplugged, its clock, and when somebody tried to open it."""

    polarity = False

    def __init__(self) -> None:
        self.now_s = 100.0
        self.plugged = True
        self.readable = True
        self.tries: list[float] = []

    def clock(self) -> float:
        """Return the instant in seconds."""
        return self.now_s

    def open(self) -> Bench:
        """Open it; it is itself the device."""
        self.tries.append(self.now_s)
        if not self.plugged:
            raise DeviceLost("nothing is plugged in")
        return self

    def scan(self) -> Scan:
        """Read its contacts."""
        self._check()
        return Scan(1, 0)

    def show(self, frame: bytes) -> None:
        """Show a frame."""
        del frame
        self._check()

    def down(self) -> frozenset[str]:
        """Tell its buttons."""
        self._check()
        return frozenset({"first"})

    def close(self) -> None:
        """Close it."""

    def _check(self) -> None:
        if not (self.plugged and self.readable):
            raise DeviceLost("the table does not answer")

    def pauses_s(self) -> list[float]:
        """Return the pauses between tries so far, and begin a new list with the latest try."""
        pauses = [round(after - before, 1) for before, after in zip(self.tries, self.tries[1:], strict=False)]
        del self.tries[:-1]
        return pauses


def ask(bench: Bench, sensors: ReopeningSensors, seconds: float) -> set[str]:
    """Ask as the loop does, for that long, and return the reasons why it was in vain."""
    whys = set()
    for _ in range(round(seconds / STEP_S)):
        bench.now_s += STEP_S
        try:
            sensors.scan()
        except DeviceLost as lost:
            whys.add(str(lost))
    return whys


def test_the_pauses_between_tries_grow_to_five_seconds_and_every_use_is_answered() -> None:
    bench = Bench()
    sensors = ReopeningSensors(bench.open, clock=bench.clock)
    bench.plugged = False
    assert ask(bench, sensors, 0.2) == {"the table does not answer"}
    assert ask(bench, sensors, 30) == {"nothing is plugged in"}
    pauses = bench.pauses_s()[1:]
    assert pauses == sorted(pauses)
    assert (pauses[0], pauses[-1]) == (0.2, LONGEST_PAUSE_S)
    assert len(pauses) <= 10


def test_a_table_that_is_back_answers_within_the_longest_pause_and_the_next_loss_begins_anew() -> None:
    bench = Bench()
    sensors = ReopeningSensors(bench.open, clock=bench.clock)
    for _ in range(2):
        bench.plugged = False
        ask(bench, sensors, 60)
        bench.plugged = True
        ask(bench, sensors, LONGEST_PAUSE_S)
        assert sensors.scan() == Scan(1, 0)
    bench.plugged = False
    ask(bench, sensors, 1)
    bench.plugged = True
    ask(bench, sensors, 1)
    assert sensors.scan() == Scan(1, 0)


def test_what_opens_but_cannot_be_read_is_tried_less_and_less_often_too() -> None:
    bench = Bench()
    sensors = ReopeningSensors(bench.open, clock=bench.clock)
    bench.readable = False
    assert ask(bench, sensors, 30) == {"the table does not answer"}
    pauses = bench.pauses_s()
    assert pauses[-1] == LONGEST_PAUSE_S
    assert len(pauses) <= 12


def test_lights_and_buttons_have_pauses_likewise() -> None:
    bench = Bench()
    bench.plugged = False
    lights = ReopeningLights(bench.open, required=False, clock=bench.clock)
    for _ in range(50):
        with pytest.raises(DeviceLost, match="nothing is plugged in"):
            lights.show(DARK)
    assert len(bench.tries) == 2
    bench.plugged = True
    bench.now_s += LONGEST_PAUSE_S
    lights.show(DARK)
    buttons = ReopeningButtons(bench.open, clock=bench.clock)
    assert buttons.down() == {"first"}


def test_a_device_that_was_closed_is_not_opened_again() -> None:
    bench = Bench()
    sensors = ReopeningSensors(bench.open, clock=bench.clock)
    sensors.close()
    with pytest.raises(DeviceClosed):
        sensors.scan()
    assert len(bench.tries) == 1
