"""The measures of `momentum bench`, taken on tables put together here."""

from __future__ import annotations

from momentum.bench.figures import Figures, Progress, latency_figures
from momentum.bench.latency import answers
from momentum.bench.process import idle_cpu_percent, rss_mb, start_s
from momentum.bench.rules import drop_us, legal_moves_us
from momentum.bench.simulation import simulate_ratio
from momentum.main.simulated import build_simulated, simulate


def bench(progress: Progress) -> Figures:
    """Measure everything that `momentum bench` prints; takes under a minute."""
    progress("drops, first light and accepted turns ...")
    light_median, light_p99, turn_p99 = latency_figures(list(answers(build_simulated, 1000, seed=1)))
    progress("rules ...")
    (drop, ratio), moves = drop_us(), legal_moves_us()
    progress("simulation ...")
    simulated = simulate_ratio(simulate)
    progress("the program: start ...")
    start = start_s()
    progress("the program: memory ...")
    memory = rss_mb()
    progress("the program: idle ...")
    idle = idle_cpu_percent()
    progress("")
    return Figures(
        first_light_ms_median=light_median,
        first_light_ms_p99=light_p99,
        turn_ms_p99=turn_p99,
        idle_cpu_percent=idle,
        start_s=start,
        rss_mb=memory,
        drop_us=drop,
        drop_ratio=ratio,
        legal_moves_us=moves,
        simulate_ratio=simulated,
    )
