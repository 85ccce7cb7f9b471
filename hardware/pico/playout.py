"""The states of a board in the order they came about, however they arrived; time is an argument."""

from __future__ import annotations

from collections import deque
from dataclasses import replace

from firmware_bridge.events import Snapshot

MOST_APART_MS = 80
"""A state that lasted longer is not waited for longer; over the 60 ms that a finished turn must be seen."""
MOST_WAITING = 4
"""When more states wait, the oldest goes at once: a contact that flickers must not delay all others."""


class Playout:
    """Hands out states one after the other, as far apart as they were but for `MOST_APART_MS` at most.

    A bad link brings several at once: handed out at once, all but the last would go unseen.
    """

    def __init__(self, first: Snapshot, now_ms: int) -> None:
        self._waiting: deque[tuple[int, Snapshot]] = deque()
        self._current = self._newest = first
        self._since_ms = now_ms
        self.moved = 0
        """Mask of the contacts that changed last."""
        self.moved_ms = now_ms
        """When that was handed out."""
        self.moved_at_ms = first.at_ms
        """When it came about."""

    @property
    def waiting(self) -> bool:
        """Whether states wait to be handed out."""
        return bool(self._waiting)

    def add(self, state: Snapshot, now_ms: int) -> None:
        """Take a state that follows all taken before."""
        if state.at_ms < self._newest.at_ms:
            state = replace(state, at_ms=self._newest.at_ms)
        self._newest = state
        self._waiting.append((now_ms, state))

    def press(self, down: frozenset[str], at_ms: int, now_ms: int) -> None:
        """Take other buttons that are held down, the contacts being as they were."""
        if down != self._newest.buttons:
            self.add(replace(self._newest, buttons=down, at_ms=at_ms), now_ms)

    def at(self, now_ms: int) -> Snapshot:
        """Return the state to be seen at this instant."""
        while self._waiting:
            due_ms = self._due_ms(*self._waiting[0])
            if now_ms < due_ms and len(self._waiting) <= MOST_WAITING:
                break
            self._take(self._waiting.popleft()[1], min(due_ms, now_ms), now_ms)
        return self._current

    def _due_ms(self, came_ms: int, state: Snapshot) -> int:
        return max(came_ms, self._since_ms + min(state.at_ms - self._current.at_ms, MOST_APART_MS))

    def _take(self, state: Snapshot, due_ms: int, now_ms: int) -> None:
        moved = (state.closed ^ self._current.closed) | (state.south ^ self._current.south)
        if moved:
            self.moved, self.moved_ms, self.moved_at_ms = moved, now_ms, state.at_ms
        self._current, self._since_ms = state, due_ms
