"""Tones: what a table's buzzer plays for each announcement; pure, time is an argument."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from momentum.referee import Announcement

GAP_MS = 60.0
"""Silence between two tones."""
WAITING = 12
"""Tones that may wait; what comes when more do is not played late but not at all."""


@dataclass(frozen=True, slots=True)
class Tone:
    """One tone."""

    hertz: float
    """Its pitch."""
    ms: float
    """How long it lasts."""


LOW, MIDDLE, HIGH = 330.0, 523.0, 880.0

PATTERNS: Mapping[Announcement, tuple[Tone, ...]] = MappingProxyType(
    {
        Announcement.TURN_FIRST: (Tone(MIDDLE, 60),),
        Announcement.TURN_SECOND: (Tone(HIGH, 60),),
        Announcement.SWAP: (Tone(HIGH, 80), Tone(MIDDLE, 80)),
        Announcement.LAST_MARBLE_FIRST: (Tone(MIDDLE, 100), Tone(MIDDLE, 100), Tone(HIGH, 250)),
        Announcement.LAST_MARBLE_SECOND: (Tone(HIGH, 100), Tone(HIGH, 100), Tone(MIDDLE, 250)),
        Announcement.KNOCKED_OFF: (Tone(MIDDLE, 60), Tone(LOW, 120)),
        Announcement.EXTRA: (Tone(LOW, 150), Tone(LOW, 150)),
        Announcement.MISSING: (Tone(LOW, 150), Tone(MIDDLE, 150)),
        Announcement.TAKEN_BACK: (Tone(MIDDLE, 80), Tone(LOW, 80)),
        Announcement.REFUSED: (Tone(LOW, 400),),
        Announcement.FAULT: (Tone(LOW, 80), Tone(LOW, 80), Tone(LOW, 80)),
        Announcement.WIN_FIRST: (Tone(MIDDLE, 150), Tone(659.0, 150), Tone(784.0, 400)),
        Announcement.WIN_SECOND: (Tone(HIGH, 150), Tone(1109.0, 150), Tone(1319.0, 400)),
        Announcement.DRAW: (Tone(MIDDLE, 200), Tone(MIDDLE, 200)),
        Announcement.BOTH_LOSE: (Tone(LOW, 200), Tone(LOW, 400)),
        Announcement.ARBITER: (Tone(HIGH, 60), Tone(LOW, 60), Tone(HIGH, 60)),
        Announcement.CONFIRM: (Tone(HIGH, 60), Tone(MIDDLE, 60), Tone(HIGH, 60)),
        Announcement.CONFIRMED_FIRST: (Tone(MIDDLE, 120),),
        Announcement.CONFIRMED_SECOND: (Tone(HIGH, 120),),
        Announcement.IRREGULAR_FIRST: (Tone(LOW, 250), Tone(MIDDLE, 100)),
        Announcement.IRREGULAR_SECOND: (Tone(LOW, 250), Tone(HIGH, 100)),
        Announcement.LOW_TIME_FIRST: (Tone(MIDDLE, 50), Tone(MIDDLE, 50)),
        Announcement.LOW_TIME_SECOND: (Tone(HIGH, 50), Tone(HIGH, 50)),
        Announcement.FLAG_FIRST: (Tone(MIDDLE, 300), Tone(LOW, 500)),
        Announcement.FLAG_SECOND: (Tone(HIGH, 300), Tone(LOW, 500)),
    }
)


MUTED = (Tone(MIDDLE, 80), Tone(LOW, 160))
HEARD = (Tone(MIDDLE, 80), Tone(HIGH, 160))
"""What is played when a table is muted, and when it is heard again."""


class Tones:
    """The tones still to be played."""

    def __init__(self) -> None:
        self._queue: deque[Tone] = deque()
        self._free_ms = 0.0
        self._muted = False

    @property
    def muted(self) -> bool:
        """Whether announcements are not played."""
        return self._muted

    def mute(self, *, muted: bool) -> None:
        """Play no announcement from now on, or play them again; two tones tell so."""
        self._muted = muted
        self._queue.clear()
        self._queue.extend(MUTED if muted else HEARD)

    def announce(self, what: Announcement) -> None:
        """Let this announcement's tones be played after those that wait."""
        pattern = PATTERNS[what]
        if not self._muted and len(self._queue) + len(pattern) <= WAITING:
            self._queue.extend(pattern)

    def due(self, at_ms: float) -> Tone | None:
        """Return the tone to begin now, or None."""
        if not self._queue or at_ms < self._free_ms:
            return None
        tone = self._queue.popleft()
        self._free_ms = at_ms + tone.ms + GAP_MS
        return tone

    @property
    def due_ms(self) -> float | None:
        """When the next tone begins, or None when none waits."""
        return self._free_ms if self._queue else None
