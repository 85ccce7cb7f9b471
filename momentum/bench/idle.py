"""What one turn of the loop costs while nothing happens: a scan of simulated contacts, and debounce."""

from __future__ import annotations

import statistics
import time

from momentum.referee import TableSettings
from momentum.scenario.stage import Builder, Stage
from momentum.table.loop import LoopSettings, TableLoop
from momentum.table.notices import Notice

TURNS = 2000
"""Turns that are timed together."""
RUNS = 7
"""Timings of which the median counts."""
BEAT_MS = 5.0
"""Table time between two turns: 200 scans a second."""
SETTLED_MS = 1000.0
"""Table time after which an empty board rests."""


def idle_turn_us(build: Builder) -> float:
    """Return the microseconds that one turn of the loop takes on this machine while nothing happens."""
    stage = Stage(build, TableSettings(), LoopSettings(), _ignore)
    stage.run_until(SETTLED_MS)
    return statistics.median(_once_us(stage.loop, SETTLED_MS + BEAT_MS * TURNS * run) for run in range(RUNS))


def _ignore(notice: Notice) -> None:
    del notice


def _once_us(loop: TableLoop, from_ms: float) -> float:
    begun_ns = time.perf_counter_ns()
    for turn in range(TURNS):
        loop.tick(from_ms + BEAT_MS * turn)
    return (time.perf_counter_ns() - begun_ns) / TURNS / 1000
