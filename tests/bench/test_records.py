"""The measure of a journal: a small one is written, listed and opened; its figures have names and aims."""

from __future__ import annotations

import json
from dataclasses import fields

import pytest

from momentum.bench import records
from momentum.bench.records import MEANINGS, RecordsFigures, records_figures, table
from momentum.cli import run


@pytest.fixture(autouse=True)
def _few_games_are_played(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(records, "PLAYED", 4)


def test_a_journal_of_some_games_is_measured() -> None:
    told: list[str] = []
    figures = records_figures(told.append, games=40)
    assert 0 < figures.game_kilobytes < figures.timed_game_kilobytes < 100
    assert min(figures.games_list_ms, figures.game_open_ms) > 0
    assert told[-1] == ""


def test_every_figure_is_said() -> None:
    figures = RecordsFigures(
        games_list_ms=19.6321, game_open_ms=1.2, game_kilobytes=8.97, timed_game_kilobytes=13.7
    )
    assert set(MEANINGS) == {field.name for field in fields(RecordsFigures)}
    assert table(figures).splitlines()[0].startswith("     19.63  opening a journal of 10,000 games")
    assert figures.rounded()["games_list_ms"] == 19.632


def test_the_command_prints_them(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(records, "GAMES", 20)
    monkeypatch.setattr(
        records, "records_figures", lambda progress: records_figures(progress, games=records.GAMES)
    )
    assert run(["bench", "--records", "--json"]) == 0
    assert set(json.loads(capsys.readouterr().out)) == set(MEANINGS)
    assert run(["bench", "--records"]) == 0
    assert "Measured on" in capsys.readouterr().out
