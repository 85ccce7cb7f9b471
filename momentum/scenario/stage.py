"""The stage: one simulated table and its program in virtual time, which jumps over whatever rests."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from momentum.records.recorded import RecordedReferee
from momentum.records.resuming import referee_on
from momentum.records.store import Journal, JournalInMemory
from momentum.referee import Referee, Snapshot, TableSettings
from momentum.table.loop import Devices, LoopSettings, TableLoop
from momentum.table.notices import Notice
from momentum.table.sensing import SensingSettings

if TYPE_CHECKING:
    from hardware.simulator import SimulatedTable

Builder = Callable[[Callable[[], float]], "SimulatedTable"]
"""Builds a simulated table that takes its time from the function given."""


class Stage:
    """A table, the hands around it and the program that watches it, all in one virtual time."""

    def __init__(
        self,
        build: Builder,
        settings: TableSettings,
        loop: LoopSettings,
        notify: Callable[[Notice], None],
        open_journal: Callable[[], Journal] | None = None,
    ) -> None:
        """Build the table and start its program.

        `open_journal` opens the journal it goes on with, after each crash anew; unless given, one in memory.
        """
        self.now_ms = -_start_ms(loop.sensing)
        """The virtual instant; at zero the empty board settles, and the game begins."""
        self.table = build(lambda: self.now_ms)
        """The simulated table, its hands and its faults."""
        self._settings = settings
        self._loop_settings = loop
        self._notify = notify
        self._memory = JournalInMemory()
        self.open_journal = open_journal or self._memory.open
        """Opens the journal of its games."""
        self._next_ms = self.now_ms
        self.loop = self._start()
        """The program's loop."""
        self.run_until(0.0)

    @property
    def referee(self) -> Referee:
        """Who judges the table."""
        return self.loop.referee

    def snapshot(self) -> Snapshot:
        """Return what is so at this instant, its clocks included."""
        now = self.referee.snapshot()
        return now if now.clock is None else replace(now, clock=now.clock.at(self.now_ms))

    def run_until(self, until_ms: float) -> None:
        """Let everything happen that happens up to this instant, and stop there."""
        while self._next_ms <= until_ms:
            self.now_ms = self._next_ms
            due_ms = self.loop.tick(self.now_ms)
            self._tend_journal()
            self._next_ms = self._jump(due_ms, until_ms)
        self.now_ms = max(self.now_ms, until_ms)

    def fill_disk(self, *, full: bool) -> None:
        """Let there be no room for the journal, or room again."""
        self._memory.full = full

    def crash(self) -> None:
        """Let the program die without warning and start again with what it had written down.

        On a full disk it would not start: whoever starts it has made room.
        """
        self.fill_disk(full=False)
        self.table.reopen()
        self.loop = self._start()
        self._next_ms = self.now_ms

    def _start(self) -> TableLoop:
        table, journal = self.table, self.open_journal()
        journal.start("stage")
        referee = referee_on(journal, self._settings)
        devices = Devices(sensors=table.sensors, lights=table.lights, buttons=table.buttons)
        return TableLoop(devices, referee, self._loop_settings, self._notify)

    def _tend_journal(self) -> None:
        referee = self.referee
        event = referee.due(self.now_ms) if isinstance(referee, RecordedReferee) else None
        if event is not None:
            self.loop.receive(event)

    def _jump(self, due_ms: float, until_ms: float) -> float:
        """Return the first turn of the loop, from `due_ms` on its own beat, that can find anything new."""
        idle_ms = self.loop.idle_until_ms(self.now_ms)
        if idle_ms <= due_ms:
            return due_ms
        change_ms = self.table.next_change_ms()
        referee = self.referee
        retry_ms = referee.retry_ms if isinstance(referee, RecordedReferee) else math.inf
        wanted = min(idle_ms, until_ms, retry_ms, math.inf if change_ms is None else change_ms)
        if wanted <= due_ms:
            return due_ms
        beat_ms = due_ms - self.now_ms
        return due_ms + math.ceil((wanted - due_ms) / beat_ms) * beat_ms


def _start_ms(sensing: SensingSettings) -> float:
    """Return how long the program runs until its first board settles, in whole scans."""
    return math.ceil(sensing.settle_ms / sensing.scan_ms) * sensing.scan_ms
