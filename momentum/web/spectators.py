"""Spectators: what those who only watch are shown of a table, as late as the event wants it."""

from __future__ import annotations

import json

from hardware.protocols import DARK
from momentum.web.delay import Delay
from momentum.web.live import Live
from momentum.web.views import Json, watched


class Spectators:
    """Follows a table's pages at a distance: its views are seen here only when they are old enough."""

    def __init__(self, table: Live, delay_s: float) -> None:
        self.live = Live(self._state, lambda: self._frame)
        """What spectators' pages are shown."""
        self.delay_s = delay_s
        """How late they see it, in seconds."""
        self._table = table
        self._delay = Delay[tuple[str, bytes]](delay_s * 1000)
        self._seen: tuple[int, int] | None = None
        self._text: str | None = None
        self._frame = DARK

    def tick(self, now_ms: float) -> None:
        """Take what changed at the table, and show what has become old enough."""
        if self._table.numbers != self._seen:
            self._seen = self._table.numbers
            self._delay.put(now_ms, (self._table.state_text(), self._table.frame()))
        view = self._delay.take(now_ms)
        if view is not None:
            self._show(*view)

    def _show(self, text: str, frame: bytes) -> None:
        if text != self._text:
            self._text = text
            self.live.state_changed()
        if frame != self._frame:
            self._frame = frame
            self.live.frame_changed()

    def _state(self) -> Json:
        state = None if self._text is None else json.loads(self._text)
        return watched(state, self.delay_s)
