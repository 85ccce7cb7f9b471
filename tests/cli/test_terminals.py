"""Terminals that lack letters: what they cannot show is written in escapes; what is a file stays UTF-8."""

from __future__ import annotations

import io
import sys
from contextlib import closing
from pathlib import Path

import pytest

from momentum.cli import run
from momentum.records.store import default_file, open_journal
from tests.records.journals import given_up

RECORD = """\
[Momentum "1"]
[Event "봄 대회"]
[Rules "pie=off rounds=30 last_marble=play_on"]

1. d4 a1
"""


class Terminal:
    """A terminal that knows ASCII alone."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._shown = io.BytesIO()
        monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(self._shown, encoding="ascii"))

    def shown(self) -> bytes:
        """Return what it was sent."""
        sys.stdout.flush()
        return self._shown.getvalue()


@pytest.fixture
def record(tmp_path: Path) -> str:
    """Return a record's file."""
    file = tmp_path / "game.txt"
    file.write_text(RECORD, encoding="utf-8")
    return str(file)


def test_a_board_is_shown_with_escapes_for_what_the_terminal_lacks(
    monkeypatch: pytest.MonkeyPatch, record: str
) -> None:
    terminal = Terminal(monkeypatch)
    assert run(["games", "show", record]) == 0
    assert b"\\u25cf" in terminal.shown()


def test_a_record_that_is_exported_is_utf_8_on_any_terminal(
    monkeypatch: pytest.MonkeyPatch, record: str
) -> None:
    terminal = Terminal(monkeypatch)
    assert run(["games", "export", record]) == 0
    assert "봄 대회" in terminal.shown().decode()


def test_a_slip_is_utf_8_on_any_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal(monkeypatch)
    with closing(open_journal(default_file())) as journal:
        given_up(journal, "first", "d4")
    assert run(["games", "slip", "1", "--language", "ko"]) == 0
    assert 'lang="ko"' in terminal.shown().decode()
