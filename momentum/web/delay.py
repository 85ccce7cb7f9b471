"""A delay: what is so goes in, and comes out when it is old enough; pure, the time is handed in."""

from __future__ import annotations

from collections import deque
from typing import Generic, TypeVar

STEP_MS = 100.0
"""The least time between two views that are kept: of those that follow faster, the newest stands for all."""

View = TypeVar("View")


class Delay(Generic[View]):
    """Holds views back for a fixed time; none comes out earlier, none after a newer one."""

    def __init__(self, delay_ms: float) -> None:
        self.delay_ms = delay_ms
        """How long each view is held back."""
        self._held: deque[tuple[float, View]] = deque()

    def put(self, at_ms: float, view: View) -> None:
        """Take what is so from this instant on."""
        held = self._held
        if len(held) > 1 and at_ms - held[-2][0] < STEP_MS:
            held.pop()
        held.append((at_ms, view))

    def take(self, now_ms: float) -> View | None:
        """Return the newest view that is old enough, once; None when none has become so."""
        view = None
        while self._held and now_ms - self._held[0][0] >= self.delay_ms:
            view = self._held.popleft()[1]
        return view
