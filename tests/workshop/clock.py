"""A clock that stands still until a test moves it."""

from __future__ import annotations


class HandClock:
    """Milliseconds since the start of a test; call it to read it."""

    def __init__(self) -> None:
        self.at_ms = 0.0

    def __call__(self) -> float:
        return self.at_ms

    def sleep(self, ms: float) -> None:
        """Let time pass at once."""
        self.at_ms += ms
