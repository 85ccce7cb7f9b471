"""Readings: when running clocks are written down though nothing happens, and in which words; pure."""

from __future__ import annotations

import math
from collections.abc import Sequence

from momentum.clock import Clock, Run
from momentum.records.decided import decision_words
from momentum.referee import ClockChange, ClockChanged, Decision

READING_MS = 5000
"""The longest that clocks run without being written down: what a crash may give back to a player."""
CLOSE_READING_MS = 1000
"""The same while the running clock shows less than `CLOSE_MS`."""
CLOSE_MS = 60_000


def next_reading_ms(clock: Clock | None) -> float:
    """Return when clocks that are written down now have to be written down again; infinite for never."""
    if clock is None or clock.run is not Run.RUNNING or clock.at_ms is None:
        return math.inf
    close = clock.side(clock.to_move).time_ms < CLOSE_MS
    return clock.at_ms + (CLOSE_READING_MS if close else READING_MS)


def wrote_clock(decisions: Sequence[Decision]) -> bool:
    """Return whether the words of these decisions tell how the clocks stand."""
    return any(isinstance(each, ClockChanged) for each in decisions)


def reading_words(at_ms: float, clock: Clock) -> str:
    """Return the words of a reading."""
    return decision_words(ClockChanged(at_ms=at_ms, what=ClockChange.READING, clock=clock))
