"""When a sentence is begun, cut short or left unsaid; pure, time is an argument."""

import math
from dataclasses import dataclass
from typing import Final

START_WITHIN_MS: Final = 300.0
"""A sentence that could not begin so soon after it was asked for is stale, and is not said at all."""
FIRST_PAUSE_MS: Final = 1_000.0
"""Pause after a first failure; it doubles with each further one."""
LONGEST_PAUSE_MS: Final = 60_000.0
"""The longest pause between two tries."""
SHORTEST_MS: Final = 300.0
"""No sentence is heard in less: a program that complains and ends sooner has made no sound."""
_PATIENCE_MS: Final = 10_000.0
"""A program that goes on for longer than its text could take, and this, hangs."""
_LETTER_MS: Final = 400.0
"""The longest that one letter, or one Korean syllable, is spoken."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Begin:
    """Speak this now."""

    text: str
    """The sentences, one a line."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Cut:
    """End what is being spoken, at once."""


class Turns:
    """Decides what one voice says: the newest wins, nothing is said late, and failures are given time."""

    def __init__(self) -> None:
        self.trouble: str | None = None
        """Why nothing can be said; None while all is well, as far as is known."""
        self._waiting = ""
        self._asked_ms = -math.inf
        self._speaking = ""
        self._since_ms = -math.inf
        self._unwanted = False
        self._failures = 0
        self._retry_ms = -math.inf

    def ask(self, text: str, at_ms: float) -> None:
        """Want this said in place of whatever is said or waits; an empty text wants silence."""
        self._waiting, self._asked_ms = text, at_ms
        self._unwanted = bool(self._speaking)

    def next(self, at_ms: float) -> Begin | Cut | None:
        """Return what is to be done now, which then counts as done; None when nothing is."""
        if self._speaking:
            return self._cut(at_ms)
        if self._waiting and at_ms - self._asked_ms > START_WITHIN_MS:
            self._waiting = ""
        if not self._waiting or at_ms < self._retry_ms:
            return None
        self._speaking, self._waiting, self._since_ms = self._waiting, "", at_ms
        self._unwanted = False
        return Begin(text=self._speaking)

    def _cut(self, at_ms: float) -> Cut | None:
        hangs = at_ms >= self._patience_ends_ms
        if hangs:
            self.failed(f"it was still not done after {(at_ms - self._since_ms) / 1000:.0f} s", at_ms)
        if not (hangs or self._unwanted):
            return None
        self._speaking, self._unwanted = "", False
        return Cut()

    @property
    def due_ms(self) -> float:
        """When `next` has to be asked again, even if nothing happens; never, as infinity."""
        if self._speaking:
            return self._patience_ends_ms
        return max(self._retry_ms, self._asked_ms) if self._waiting else math.inf

    @property
    def _patience_ends_ms(self) -> float:
        return self._since_ms + _PATIENCE_MS + _LETTER_MS * len(self._speaking)

    def ended(self, status: int, complaint: str, at_ms: float) -> None:
        """Take the end of the program that was speaking, its exit status and what it complained of."""
        silent = bool(complaint) and at_ms - self._since_ms < SHORTEST_MS
        if status:
            self.failed(complaint or f"it ended with status {status}", at_ms)
        elif silent:
            self.failed(f"no sound card took it ({complaint}); momentum check tells more", at_ms)
        else:
            self.trouble, self._failures, self._retry_ms = None, 0, -math.inf
            self._speaking = ""

    def failed(self, why: str, at_ms: float) -> None:
        """Take a failure: there is a pause before anything is tried again, and each is longer."""
        pause_ms = min(FIRST_PAUSE_MS * 2**self._failures, LONGEST_PAUSE_MS)
        self.trouble, self._speaking = why, ""
        self._failures, self._retry_ms = min(self._failures + 1, 16), at_ms + pause_ms
