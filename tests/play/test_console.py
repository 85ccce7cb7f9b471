"""The console: an arbiter at the table's own machine acts without a PIN, and is told when nobody answers."""

from __future__ import annotations

import asyncio
import json
import socket
import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from momentum.cli import run
from momentum.main import SimulatedSession
from momentum.play.console import LONGEST_LINE, NobodyThere, answer_to, ask, console, socket_file
from momentum.play.errors import PlayError
from momentum.play.session import Session
from momentum.web.pin import Pin, is_right, pin_file


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    """Return where a journal would stand."""
    return tmp_path / "games.sqlite"


@pytest.fixture
def session() -> Session:
    """Return a table whose loop has turned once."""
    return SimulatedSession().open()


def beside(session: Session, journal: Path, act: Callable[[], int]) -> int:
    """Do something in another thread while the table answers consoles."""

    async def play() -> int:
        async with console(session, socket_file(journal)):
            return await asyncio.to_thread(act)

    return asyncio.run(play())


def arbiter(journal: Path, *words: str) -> int:
    """Run `momentum arbiter`."""
    return run(["arbiter", *words, "--journal", str(journal)])


def test_the_console_acts_and_lists(
    session: Session, journal: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def act() -> int:
        assert stat.S_IMODE(socket_file(journal).stat().st_mode) == 0o600
        position = ("position", "first=d4", "second=e5", "--reason", "as both players say")
        assert arbiter(journal, *position) == 0
        assert arbiter(journal, "undo", "1", "--reason", "misheard") == 0
        assert arbiter(journal, "note", "--reason", "tea", "--json") == 0
        return arbiter(journal, "list")

    assert beside(session, journal, act) == 0
    done, undone, note, *listed = capsys.readouterr().out.splitlines()
    assert (done, undone) == ("Done: act 1, position first=d4 second=e5.", "Done: act 2, undo 1.")
    assert json.loads(note) == {"number": 3}
    assert listed[:2] == ["phase     restore", "position  -/-"]
    assert listed[-3] == "   1  position first=d4 second=e5 (undone by 2): as both players say"
    assert [act.number for act in session.referee.snapshot().acts] == [1, 2, 3]
    assert not socket_file(journal).exists()


def test_what_cannot_be_done_is_told(
    session: Session, journal: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert beside(session, journal, lambda: arbiter(journal, "pause")) == 1
    assert "needs a reason" in capsys.readouterr().err
    assert beside(session, journal, lambda: arbiter(journal, "list", "--json")) == 0
    assert json.loads(capsys.readouterr().out)["acts"] == []
    assert arbiter(journal, "fly", "--reason", "why not") == 2
    assert "the acts are pause" in capsys.readouterr().err
    assert arbiter(journal, "pause", "--reason", "x" * 5000) == 2
    assert "too long for one line" in capsys.readouterr().err


def test_without_a_table_the_console_says_what_to_do(
    journal: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert arbiter(journal, "pause", "--reason", "tea") == 2
    assert "start momentum play" in capsys.readouterr().err


def test_a_table_that_is_dead_or_dumb_is_told(journal: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("momentum.play.console.PATIENCE_S", 0.05)
    with socket.socket(socket.AF_UNIX) as dumb:
        dumb.bind(str(socket_file(journal)))
        dumb.listen()
        with pytest.raises(NobodyThere, match="does not answer"):
            ask(socket_file(journal), {})
    with pytest.raises(NobodyThere, match="no table is being played"):
        ask(socket_file(journal), {})


def test_the_socket_of_a_dead_program_is_replaced_and_that_of_a_living_one_is_not(
    session: Session, journal: Path
) -> None:
    with socket.socket(socket.AF_UNIX) as dead:
        dead.bind(str(socket_file(journal)))

    def act() -> int:
        with pytest.raises(PlayError, match="cannot reach this table"):
            asyncio.run(_second(session, journal))
        return arbiter(journal, "note", "--reason", "the first one answers")

    assert beside(session, journal, act) == 0


async def _second(session: Session, journal: Path) -> None:
    async with console(session, socket_file(journal)):
        pass


@pytest.mark.parametrize(
    ("line", "why"),
    [
        (b"", "no line of JSON"),
        (b"{", "no line of JSON"),
        (b"[" * LONGEST_LINE, "no line of JSON"),
        (b"[]", "an act and a reason"),
        (b'{"act": "note"}', "an act and a reason"),
        (b'{"act": 7, "reason": "x"}', "the acts are"),
    ],
)
def test_a_line_that_says_nothing_gets_a_sentence(session: Session, line: bytes, why: str) -> None:
    assert why in answer_to(session, line)["error"]


def test_the_pin_is_set_from_a_pipe_or_asked_for_twice(
    journal: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    piped = tmp_path / "piped"
    piped.write_text("2468\n", encoding="utf-8")
    with piped.open(encoding="utf-8") as stdin:
        monkeypatch.setattr("sys.stdin", stdin)
        assert arbiter(journal, "pin") == 0
    assert "/arbiter" in capsys.readouterr().out
    kept = Pin(pin_file(journal)).kept()
    assert kept is not None
    assert is_right(kept, "2468")
    answers = iter(["1357", "1358", "1357", "1357"])
    monkeypatch.setattr("sys.stdin", Terminal())
    monkeypatch.setattr("getpass.getpass", lambda _: next(answers))
    assert arbiter(journal, "pin") == 2
    assert "two different PINs" in capsys.readouterr().err
    assert arbiter(journal, "pin") == 0
    changed = Pin(pin_file(journal)).kept()
    assert changed is not None
    assert is_right(changed, "1357")


class Terminal:
    """A standard input that somebody types at."""

    def isatty(self) -> bool:
        """Say so."""
        return True
