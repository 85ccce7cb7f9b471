"""The run: many games, each from its own seed, in one process or several, with the same totals."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context

from momentum.soak.game import GameReport, SoakGame
from momentum.soak.makers import Makers
from momentum.soak.totals import Totals

CHUNK = 5
"""Games that are handed to a process at a time."""

Progress = Callable[[Totals], None]
"""Is told the totals so far, some games apart."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What is to be played."""

    games: int
    """How many games."""
    seed: int
    """Where all chance comes from."""
    first: int = 0
    """The number of the first game."""
    jobs: int = 1
    """How many processes play."""

    def spans(self) -> Iterator[range]:
        """Yield the numbers of the games, so many at a time."""
        end = self.first + self.games
        for begin in range(self.first, end, CHUNK):
            yield range(begin, min(begin + CHUNK, end))


@dataclass(frozen=True, slots=True, kw_only=True)
class _Span:
    """Some games in a row."""

    reports: Sequence[GameReport]
    peak_mb: float


def play(makers: Makers, plan: Plan, progress: Progress) -> Totals:
    """Play every game of a plan and return the totals, which do not depend on `jobs`."""
    totals, begun_s = Totals(), time.monotonic()
    with ExitStack() as stack:
        for span in _spans(partial(_play_span, makers, plan.seed), plan, stack):
            for report in span.reports:
                totals.add(report)
            totals.peak_mb = max(totals.peak_mb, span.peak_mb)
            totals.wall_s = time.monotonic() - begun_s
            progress(totals)
    return totals


def _spans(work: Callable[[range], _Span], plan: Plan, stack: ExitStack) -> Iterator[_Span]:
    if plan.jobs == 1:
        return map(work, plan.spans())
    pool = ProcessPoolExecutor(plan.jobs, mp_context=get_context("spawn"))
    stack.enter_context(pool)
    return pool.map(work, plan.spans())


def _play_span(makers: Makers, seed: int, numbers: range) -> _Span:
    reports = [SoakGame(makers, seed, number).play() for number in numbers]
    return _Span(reports=reports, peak_mb=peak_mb())


def peak_mb() -> float:
    """Return this process's peak resident memory in MB; 0 where the system does not tell (Windows)."""
    if sys.platform == "win32":
        return 0.0
    import resource  # noqa: PLC0415 - Unix only

    units = 1 if sys.platform == "darwin" else 1024  # getrusage(2): bytes on macOS, kilobytes on Linux
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * units / 1e6
