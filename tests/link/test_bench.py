"""The figures of the link are measured at a real board's program, and told."""

from __future__ import annotations

import json

import pytest

from momentum.bench import link
from momentum.cli import run
from tests.wire.unix_port import needs_micropython


@needs_micropython
def test_the_figures_of_the_link_are_measured_and_plausible(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(link, "CHANGES", 8)
    monkeypatch.setattr(link, "FRAMES", 8)
    monkeypatch.setattr(link, "WATCHED_S", 0.5)
    assert run(["bench", "--link", "--json"]) == 0
    figures = json.loads(capsys.readouterr().out)
    assert set(figures) == set(link.MEANINGS)
    assert figures["contact_ms_median"] >= 20
    assert figures["play_bytes_per_s"] > figures["rest_bytes_per_s"] > 0
    assert figures["scan_us"] > 420
    assert figures["memory_free"] > 100_000


def test_each_figure_is_told_with_its_meaning() -> None:
    figures = link.LinkFigures(**dict.fromkeys(link.MEANINGS, 1234.56))
    lines = link.table(figures).splitlines()
    assert len(lines) == len(link.MEANINGS)
    assert all(line.lstrip().startswith("1,234.6  ") for line in lines)
