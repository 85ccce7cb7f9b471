"""Telling: what a referee decides is put into its answer; phases change by their table alone."""

from __future__ import annotations

from momentum.referee.decisions import Announcement, PhaseEntered, Said
from momentum.referee.held import Held
from momentum.referee.phases import BoardWrong, DropRefused, Finding, PushesLeft, next_phase
from momentum.referee.snapshot import Differences


class Telling(Held):
    """A table whose decisions are collected while an event is dealt with."""

    def _say(self, what: Announcement) -> None:
        self._out.append(Said(at_ms=self._at_ms, what=what))

    def _move_on(self, finding: Finding) -> None:
        phase = next_phase(self._phase, finding)
        if phase is not self._phase:
            self._phase = phase
            self._out.append(PhaseEntered(at_ms=self._at_ms, phase=phase))

    def _complain(self, finding: Finding) -> None:
        known, self._differences = self._differences, Differences.of(finding)
        if isinstance(finding, DropRefused):
            if 1 << finding.cell != known.extra:
                self._say(Announcement.REFUSED)
        elif isinstance(finding, BoardWrong | PushesLeft):
            if finding.extra & ~known.extra:
                self._say(Announcement.EXTRA)
            if finding.missing & ~known.missing:
                self._say(Announcement.MISSING)
