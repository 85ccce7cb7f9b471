"""The states of a board in the order they came about, however they arrived; time is an argument."""

from __future__ import annotations

from collections import deque
from dataclasses import replace

from firmware_bridge.events import Snapshot

MOST_APART_MS = 80
"""A state that lasted longer is not waited for longer; over the 60 ms that a finished turn must be seen."""


class Playout:
    """Hands out states one after the other, as far apart as they were but for `MOST_APART_MS` at most.

    A bad link brings several at once: handed out at once, all but the last would go unseen.
    """

    def __init__(self, first: Snapshot, now_ms: int) -> None:
        self._waiting: deque[Snapshot] = deque()
        self._current = self._newest = first
        self._since_ms = now_ms
        self.moved_ms = now_ms
        """When the contacts handed out changed last."""

    def add(self, state: Snapshot) -> None:
        """Take a state that follows all taken before."""
        if state.at_ms < self._newest.at_ms:
            state = replace(state, at_ms=self._newest.at_ms)
        self._newest = state
        self._waiting.append(state)

    def press(self, down: frozenset[str], at_ms: int) -> None:
        """Take other buttons that are held down, the contacts being as they were."""
        if down != self._newest.buttons:
            self.add(replace(self._newest, buttons=down, at_ms=at_ms))

    def at(self, now_ms: int) -> Snapshot:
        """Return the state to be seen at this instant."""
        while self._waiting and now_ms - self._since_ms >= self._gap_ms(self._waiting[0]):
            self._take(self._waiting.popleft(), now_ms)
        return self._current

    def _gap_ms(self, state: Snapshot) -> int:
        return min(state.at_ms - self._current.at_ms, MOST_APART_MS)

    def _take(self, state: Snapshot, now_ms: int) -> None:
        if (state.closed, state.south) != (self._current.closed, self._current.south):
            self.moved_ms = now_ms
        self._current, self._since_ms = state, now_ms
