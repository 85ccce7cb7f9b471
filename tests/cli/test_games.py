"""`momentum games show`: a record replayed and shown, for people and for programs."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from momentum.cli import run

RECORD = """\
[Momentum "1"]
[Rules "pie=on rounds=30 last_marble=play_on"]
[Result "first eight"]

1. e6 d2
2. d3 a6
3. f1 c5
4. d5 e7
5. c5 b5
6. a3 g5
7. e3 g1
8. g3
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Return a record's file."""
    path = tmp_path / "game.txt"
    path.write_text(RECORD, encoding="utf-8")
    return path


def test_a_record_is_shown_as_a_board_and_words(capsys: pytest.CaptureFixture[str], file: Path) -> None:
    assert run(["games", "show", str(file)]) == 0
    shown = capsys.readouterr().out
    assert shown.startswith("7  · · · · ○ · ●\n")
    assert "3  ● · ● · ● · ●" in shown
    assert "result    first eight" in shown


def test_a_program_reads_the_same_as_json(capsys: pytest.CaptureFixture[str], file: Path) -> None:
    assert run(["games", "show", "--json", str(file)]) == 0
    summary = json.loads(capsys.readouterr().out)
    assert summary["position"] == "e1,a3,c3,e3,g3,d5,e5,g7/d1,g1,b5,g5,e7"
    assert summary["plies"] == 15
    assert summary["result"] == "first eight"
    assert summary["to_move"] is None
