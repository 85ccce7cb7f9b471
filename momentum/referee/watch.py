"""The watch over a drop's target: whether it lay there long enough for a new marble to be the next drop."""

from __future__ import annotations

from momentum.referee.events import Seen
from momentum.referee.judge import PendingDrop, beyond_target

TARGET_HELD_MS = 60
"""How long the debounced board must have been the target before a further marble is the next drop."""


class TargetWatch:
    """Follows the debounced board during one turn."""

    __slots__ = ("_held", "_since_ms")

    def __init__(self) -> None:
        self._since_ms: float | None = None
        self._held = False

    @property
    def held(self) -> bool:
        """Whether the target was held, and only new marbles came since: a rolling one may pass on the way."""
        return self._held

    def feed(self, at_ms: float, pending: PendingDrop, board: Seen) -> None:
        """Take the debounced board, unhealthy contacts read as the target has them."""
        if board.shows(pending.target):
            if self._since_ms is None:
                self._since_ms = at_ms
            return
        if self._since_ms is not None:
            self._held = self._held or at_ms - self._since_ms >= TARGET_HELD_MS
            self._since_ms = None
        self._held = self._held and bool(beyond_target(pending, board))
