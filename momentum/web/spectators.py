"""Spectators: what those who only watch are shown of a table, as late as the event wants it."""

from __future__ import annotations

import json
from dataclasses import dataclass

from hardware.protocols import DARK
from momentum.web.delay import Delay
from momentum.web.live import Live
from momentum.web.views import Json, watched


@dataclass(frozen=True, slots=True)
class _Seen:
    """What a page of the table was shown at one instant."""

    at_ms: float
    """When the state was so."""
    text: str
    """The state, as JSON."""
    frame: bytes
    """The frame on the strip."""


class Spectators:
    """Follows a table's pages at a distance: its views are seen here only when they are old enough."""

    def __init__(self, table: Live, delay_s: float) -> None:
        self.live = Live(self._state, lambda: DARK if self._shown is None else self._shown.frame)
        """What spectators' pages are shown."""
        self.delay_s = delay_s
        """How late they see it, in seconds."""
        self._table = table
        self._delay = Delay[_Seen](delay_s * 1000)
        self._numbers: tuple[int, int] | None = None
        self._last: _Seen | None = None
        self._shown: _Seen | None = None
        self._now_ms = 0.0

    def tick(self, now_ms: float) -> None:
        """Take what changed at the table, and show what has become old enough."""
        self._now_ms = now_ms
        if self._table.numbers != self._numbers:
            self._last = self._look(now_ms)
            self._numbers = self._table.numbers
            self._delay.put(now_ms, self._last)
        seen = self._delay.take(now_ms)
        if seen is not None:
            self._show(seen)

    def _look(self, now_ms: float) -> _Seen:
        """Look at the table; where the lights alone have changed, its state is as it was."""
        state_number, _ = self._table.numbers
        if self._last is not None and self._numbers is not None and self._numbers[0] == state_number:
            return _Seen(self._last.at_ms, self._last.text, self._table.frame())
        return _Seen(now_ms, self._table.state_text(), self._table.frame())

    def _show(self, seen: _Seen) -> None:
        before, self._shown = self._shown, seen
        if before is None or seen.at_ms != before.at_ms:
            self.live.state_changed()
        if before is None or seen.frame != before.frame:
            self.live.frame_changed()

    def _state(self) -> Json:
        """Return what spectators see; `age_ms` is how long it has been so for them, while clocks ran on."""
        if self._shown is None:
            return watched(None, self.delay_s, 0.0)
        age_ms = self._now_ms - self._delay.delay_ms - self._shown.at_ms
        return watched(json.loads(self._shown.text), self.delay_s, max(age_ms, 0.0))
