"""The figures of one bench run, in the order they are printed."""

from __future__ import annotations

import platform
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median

from momentum.bench.latency import Answer, percentile


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures:
    """What was measured."""

    first_light_ms_median: float
    first_light_ms_p99: float
    turn_ms_p99: float
    idle_turn_us: float
    idle_cpu_percent: float
    start_s: float
    rss_mb: float
    drop_us: float
    drop_ratio: float
    legal_moves_us: float
    simulate_ratio: float

    def rounded(self) -> dict[str, float]:
        """Return the figures under their names, to three decimals."""
        return {name: round(value, 3) for name, value in asdict(self).items()}


MEANINGS = {
    "first_light_ms_median": "drop to the frame that answers it, 1,000 drops with 8 ms bounce, median (ms)",
    "first_light_ms_p99": "  99 of 100 are faster (aim: 35; DGT 200, ChessLink 82-205, OpenChess 125-165)",
    "turn_ms_p99": "drop to accepted turn, 99 of 100 are faster (aim: 290, settling of 250 included)",
    "idle_turn_us": "one turn of the loop: a scan, debounce, nothing to do (us)",
    "idle_cpu_percent": "share of one core at 200 scans a second with nothing to do (aim: 4 %)",
    "start_s": "start to first page (aim: 1.0 s)",
    "rss_mb": "peak resident memory serving one page (aim: 70 MB)",
    "drop_us": "one drop into pushes and the next position, median over 400 (aim: 4 us)",
    "drop_ratio": "  times as fast as the slow twin (aim: 8)",
    "legal_moves_us": "all legal moves of a position (aim: 5 us)",
    "simulate_ratio": "a whole game's scenario, times as fast as table time (aim: 300)",
}


def latency_figures(answers: list[Answer]) -> tuple[float, float, float]:
    """Return first light's median and 99th percentile, and acceptance's 99th, in milliseconds."""
    light = [answer.first_light_ms for answer in answers]
    return median(light), percentile(light, 99), percentile([answer.accepted_ms for answer in answers], 99)


def machine() -> str:
    """Return what this machine is, in one line."""
    model = platform.processor() or platform.machine()
    info = Path("/proc/cpuinfo")
    if info.exists():
        lines = info.read_text(encoding="utf-8", errors="replace").splitlines()
        model = next(
            (line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")), model
        )
    return f"{model}, {platform.system()} {platform.machine()}, Python {platform.python_version()}"


def table(figures: Figures) -> str:
    """Return the figures as lines of text."""
    rows = figures.rounded().items()
    return "\n".join(f"{value:>10,.2f}  {MEANINGS[name]}" for name, value in rows)


Progress = Callable[[str], None]
"""Is told what is being measured."""
