"""Translates the board's milliseconds into the host's."""

from __future__ import annotations

from firmware_bridge.wire.messages import CLOCK

WINDOW_MS = 10_000
"""The least delay is sought over the last one to two windows, so that two crystals may drift apart."""


class BoardClock:
    """The board's clock as the host sees it: the message that travelled fastest tells the difference best."""

    def __init__(self) -> None:
        self._last: int | None = None
        self._window_end = 0
        self._least = 0
        self._least_before = 0

    def host_ms(self, board_ms: int, received_ms: int) -> int:
        """Return the host's instant for one the board told modulo 2**30; never later than `received_ms`."""
        unwrapped = self._unwrapped(board_ms)
        self._learn(received_ms - unwrapped, received_ms)
        return unwrapped + min(self._least, self._least_before)

    def _unwrapped(self, board_ms: int) -> int:
        """Return the board's instant on a scale without end."""
        if self._last is None:
            self._last = board_ms
        step = ((board_ms - self._last + (CLOCK >> 1)) & CLOCK) - (CLOCK >> 1)
        self._last += step
        return self._last

    def _learn(self, difference: int, received_ms: int) -> None:
        """Take the difference of the two clocks into the window at hand."""
        if received_ms >= self._window_end:
            first = self._window_end == 0
            self._least_before = difference if first else self._least
            self._least = difference
            self._window_end = received_ms + WINDOW_MS
        self._least = min(self._least, difference)
