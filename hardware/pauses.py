"""Pauses between tries to bring a lost device back: they grow while tries fail; a success ends them."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

FIRST_PAUSE_S: Final = 0.2
"""Pause after the first try that failed; it doubles with each other one."""
LONGEST_PAUSE_S: Final = 5.0
"""The longest pause: a device that is plugged in again answers this soon."""


class Pauses:
    """When a device is to be tried; the first time after a loss at once."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        """Take a clock that counts seconds."""
        self._clock = clock
        self._why, self._pause_s, self._until_s = "", 0.0, 0.0

    @property
    def why(self) -> str | None:
        """Why the last try failed, while no other one is due; None when one is."""
        return self._why if self._clock() < self._until_s else None

    def failed(self, why: str) -> None:
        """Begin a pause, longer than the one before."""
        self._why, self._until_s = why, self._clock() + self._pause_s
        self._pause_s = min(max(FIRST_PAUSE_S, 2 * self._pause_s), LONGEST_PAUSE_S)

    def worked(self) -> None:
        """Let the next loss be followed by a try at once."""
        self._pause_s = 0.0
