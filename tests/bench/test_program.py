"""The figures of the program: each is measured, under its name, and printed with what it means."""

from __future__ import annotations

import json

import pytest

from momentum.bench import idle, latency, process, simulation
from momentum.bench.figures import MEANINGS
from momentum.cli import run
from momentum.main import build_simulated, measures

ASKED_FOR = {
    "first_light_ms_median", "first_light_ms_p99", "turn_ms_p99", "idle_cpu_percent", "start_s", "rss_mb",
    "drop_us", "drop_ratio", "legal_moves_us", "simulate_ratio",
}  # fmt: skip
"""Names that programs rely on."""


@pytest.fixture
def _short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Measure everything for a moment; what takes seconds of this machine's time is left out but a start."""
    answers = latency.answers
    monkeypatch.setattr(
        measures, "answers", lambda build, drops, seed: answers(build, drops // 20, seed=seed)
    )
    monkeypatch.setattr(measures, "start_s", lambda: process.start_s(runs=1))
    monkeypatch.setattr(measures, "rss_mb", lambda: 50.0)
    monkeypatch.setattr(measures, "idle_cpu_percent", lambda: 2.0)
    monkeypatch.setattr(simulation, "RUNS", 1)
    monkeypatch.setattr(idle, "RUNS", 1)


@pytest.mark.usefixtures("_short")
def test_every_figure_is_measured_under_its_name(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["bench", "--json"]) == 0
    figures = json.loads(capsys.readouterr().out)
    assert set(figures) == ASKED_FOR | {"idle_turn_us"} == set(MEANINGS)
    assert min(figures.values()) >= 0


def test_a_drop_is_answered_in_table_time_within_a_debounce_a_scan_and_its_bounce() -> None:
    found = list(latency.answers(build_simulated, 60, seed=2))
    assert max(answer.first_light_ms for answer in found) <= 20 + latency.BOUNCE_MS + 2 * 5
    assert max(answer.accepted_ms for answer in found) <= 250 + 40
    assert latency.percentile([answer.first_light_ms for answer in found], 99) <= 35
