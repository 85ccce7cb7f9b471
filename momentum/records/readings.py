"""Readings: when running clocks are written down though nothing happens, and in which words; pure."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

from momentum.clock import Clock, ClockError, Kind, Run, clock_text
from momentum.records.decided import decision_words
from momentum.referee import ClockChange, ClockChanged, Decision

READING_MS = 5000
"""How long clocks run without being written down: what a crash may give back to a player."""
CLOSE_READING_MS = 1000
"""The same while the running clock shows less than `CLOSE_MS`."""
CLOSE_MS = 60_000
LONGEST_READING_MS = 30_000
"""The same at most, when much time is left: `PART` of it may be given back, where that is more."""
PART = 60


def next_reading_ms(clock: Clock | None) -> float:
    """Return when clocks that are written down now have to be written down again; infinite for never."""
    if clock is None or clock.run is not Run.RUNNING or clock.at_ms is None:
        return math.inf
    side, control = clock.side(clock.to_move), clock.settings.controls.of(clock.to_move)
    if control.periods[side.period].kind is Kind.UP:
        return clock.at_ms + LONGEST_READING_MS
    if side.time_ms < CLOSE_MS:
        return clock.at_ms + CLOSE_READING_MS
    return clock.at_ms + min(max(READING_MS, side.time_ms // PART), LONGEST_READING_MS)


def written_clock(decisions: Sequence[Decision]) -> Clock | None:
    """Return how the clocks stand by the last words of these decisions that tell it; None when none does."""
    told = [each.clock for each in decisions if isinstance(each, ClockChanged)]
    return told[-1] if told else None


def words_of(decisions: Sequence[Decision], before: Clock | None) -> list[str]:
    """Return decisions as words; `before` is how the clocks stood when they were written down last."""
    words = []
    for each in decisions:
        if isinstance(each, ClockChanged):
            words.append(_clock_words(each, before))
            before = each.clock
        else:
            words.append(decision_words(each))
    return words


def _clock_words(changed: ClockChanged, before: Clock | None) -> str:
    """Return words such as `clock turn ran 5200`, where that says all; else how the clocks stand."""
    if before is not None:
        ms = changed.clock.played_ms - before.played_ms
        try:
            if clock_text(clock_after(before, changed.what, ms)) == clock_text(changed.clock):
                return f"clock {changed.what} ran {ms}"
        except ClockError:
            pass
    return decision_words(changed)


def clock_after(clock: Clock, what: str, ms: int) -> Clock:
    """Return clocks that were written down, after they ran for `ms` and this came of it; they do not run.

    Raises `ClockError` when they were not started, or had stopped for good.
    """
    written = replace(clock, run=Run.PAUSED if clock.run is Run.RUNNING else clock.run, at_ms=None, news=())
    after = written.resume(0).at(ms)
    if what == ClockChange.TURN:
        after = after.turn_over(ms)
    after = after.stop(ms) if what == ClockChange.STOP else after.pause(ms)
    return replace(after, at_ms=None, news=())
