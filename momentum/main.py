"""The composition root: the one place that names a driver and puts a table together."""

from __future__ import annotations

from collections.abc import Callable

from hardware.simulator import SimulatedTable
from momentum.scenario.runner import Report, run_script
from momentum.scenario.script import Script
from momentum.table.notices import Notice


def build_simulated(
    now: Callable[[], float], *, seed: int = 0, polarity: bool = False, frames_kept: int | None = 64
) -> SimulatedTable:
    """Return a simulated table that takes its time, in milliseconds, from `now`."""
    return SimulatedTable(now, seed=seed, polarity=polarity, frames_kept=frames_kept)


def simulate(script: Script, *, seed: int = 0, watch: Callable[[Notice], None] | None = None) -> Report:
    """Play a scenario on a simulated table of its own; `watch` is told every notice."""

    def build(now: Callable[[], float]) -> SimulatedTable:
        return build_simulated(now, seed=seed, polarity=script.settings.polarity)

    return run_script(script, build, watch)
