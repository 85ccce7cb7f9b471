"""How fast a table is simulated: a whole game's scenario, table time against this machine's time."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from importlib import resources

from momentum.scenario.runner import Report
from momentum.scenario.script import Script, parse_script

RUNS = 15
"""Runs of which the median counts."""


def simulate_ratio(run: Callable[[Script], Report]) -> float:
    """Return how many times faster than table time `run` plays the packaged whole game."""
    script = parse_script(resources.files("momentum.bench").joinpath("whole_game.scn").read_bytes())
    return statistics.median(_ratio(run, script) for _ in range(RUNS))


def _ratio(run: Callable[[Script], Report], script: Script) -> float:
    started = time.perf_counter()
    report = run(script)
    took_ms = (time.perf_counter() - started) * 1000
    if report.failures:
        raise AssertionError(f"the packaged game does not hold: line {report.failures[0].line}")
    return script.length_ms / took_ms
