"""Playing with a journal: games go on with their marbles on the board; a full disk stops play for a while."""

from __future__ import annotations

import re
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from momentum.cli import run
from momentum.config.schema import Config
from momentum.main import SimulatedSession
from momentum.main.tables import open_session
from momentum.play.session import Session, SessionSettings
from momentum.records.resuming import Choice
from momentum.records.store import Journal, default_file, open_journal, playing_on, read_journal
from momentum.records.store.opening import connect
from momentum.referee import TableSettings, parse_act
from momentum.rules import Player, cells_in, parse_cells
from momentum.spoken import Sentence
from momentum.web.commands import PressButton
from momentum.web.errors import NotPossible
from tests.records.journals import Failing, played_on, sitting_on

CASUAL = TableSettings.parse("pie=off")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Return where a journal is to stand."""
    return tmp_path / "games.sqlite"


def marbles(session: Session) -> dict[str, set[int]]:
    """Return the cells of each player's marbles on the simulated board."""
    lying = session.marbles()
    return {player.value: {cell for cell, owner in lying.items() if owner is player} for player in Player}


def cells(text: str) -> set[int]:
    """Return cells as a set."""
    return set(cells_in(parse_cells(text)))


def test_a_simulated_game_that_goes_on_lies_on_its_board(file: Path) -> None:
    with playing_on(file, "1.0") as journal:
        played_on(journal, "d4", "e4")
        session = SimulatedSession(journal=journal).open()
    assert marbles(session) == {"first": cells("c4"), "second": cells("e4")}


def test_a_drop_whose_pushes_are_being_made_lies_there_too(file: Path) -> None:
    with playing_on(file, "1.0") as journal:
        played_on(journal, "d4").settle("d4,e4")
        session = SimulatedSession(journal=journal).open()
    assert marbles(session) == {"first": cells("d4"), "second": cells("e4")}
    assert session.referee.phase == "push"


def test_a_marble_lifted_to_be_swapped_stays_lifted(file: Path) -> None:
    with playing_on(file, "1.0") as journal:
        sitting = sitting_on(journal, "pie=on")
        sitting.settle_each("d4", "-")
        session = SimulatedSession(journal=journal).open()
    assert marbles(session) == {"first": set(), "second": set()}


def test_a_new_game_begins_with_an_empty_board(file: Path) -> None:
    with playing_on(file, "1.0") as journal:
        played_on(journal, "d4")
        session = SimulatedSession(journal=journal, choice=Choice(new=True)).open()
    assert marbles(session) == {"first": set(), "second": set()}


def test_without_a_journal_nothing_is_written() -> None:
    session = SimulatedSession().open()
    assert type(session.referee).__name__ == "Referee"
    assert not default_file().exists()


def test_a_configured_table_goes_on_with_its_game(file: Path) -> None:
    with playing_on(file, "1.0") as journal:
        played_on(journal, "d4")
        with open_session(Config(driver="simulated"), SessionSettings(), None, journal) as session:
            assert marbles(session)["first"] == cells("d4")


@contextmanager
def failing(file: Path) -> Iterator[tuple[Failing, Journal]]:
    """Yield a journal on a disk that can fail."""
    disks: list[Failing] = []

    def opened(uri: str) -> Failing:
        disks.append(Failing(connect(uri)))
        return disks[-1]

    with closing(open_journal(file, opened)) as journal:
        yield disks[0], journal


def test_a_session_tries_the_journal_again_by_itself(file: Path) -> None:
    clock = [0.0]
    with failing(file) as (disk, journal):
        session = SimulatedSession(table=CASUAL, journal=journal).open()
        session._clock = lambda: clock[0]
        disk.code = sqlite3.SQLITE_FULL
        session.do(PressButton(name="pause"))
        assert session.referee.snapshot().device is not None
        disk.code = None
        clock[0] = 5000.0
        session._tend_journal(clock[0])
        assert session.referee.snapshot().device is None


@pytest.mark.parametrize(
    ("code", "key"),
    [
        (sqlite3.SQLITE_FULL, "journal.full"),
        (sqlite3.SQLITE_BUSY, "journal.in_use"),
        (sqlite3.SQLITE_READONLY, "journal.read_only"),
        (sqlite3.SQLITE_IOERR, "journal.other"),
    ],
)
def test_a_journal_in_trouble_is_told_in_words_of_its_own_and_no_device_is_blamed(
    file: Path, code: int, key: str
) -> None:
    with failing(file) as (disk, journal):
        session = SimulatedSession(table=CASUAL, journal=journal).open()
        disk.code = code
        session.do(PressButton(name="pause"))
        told = session._state()
    assert told["journal"]["key"] == key
    assert str(file) in told["journal"]["why"]
    assert told["device"] == {
        "ok": True,
        "why": None,
        "lights": None,
        "voice": None,
        "weak_supply": False,
    }
    assert told["said"][-1]["say"] == {"key": key}
    assert told["steps"] == [{"key": "do.paused_device"}]


def test_players_are_told_when_the_arbiter_lets_play_go_on_unrecorded(file: Path) -> None:
    with failing(file) as (disk, journal):
        session = SimulatedSession(table=CASUAL, journal=journal).open()
        session._clock = lambda: 1000.0
        assert session.standing()["journal"] == "written"
        disk.code = sqlite3.SQLITE_FULL
        session.do(PressButton(name="pause"))
        assert str(session.standing()["journal"]).startswith("stopped: the disk that holds")
        with pytest.raises(NotPossible, match="make room there; or let play go on meanwhile") as refused:
            session.rule(parse_act("note"), "too late")
        assert refused.value.say == Sentence("ruling.unwritten")
        assert session.rule(parse_act("unrecorded"), "both wish to finish") == 1
        told = session._state()
        assert (told["journal"]["key"], told["journal"]["unrecorded"]) == ("journal.unrecorded", True)
        assert told["device"]["ok"]
        assert str(session.standing()["journal"]).startswith("unrecorded: ")
        disk.code = None
        session._tend_journal(1e6)
        assert session._state()["journal"] is None
    assert SimulatedSession().open().standing()["journal"] == "none"


def test_a_game_that_ended_unrecorded_is_withheld_from_spectators_once_it_is_written(file: Path) -> None:
    with failing(file) as (disk, journal):
        late = SessionSettings(spectator_delay_s=60)
        session = SimulatedSession(table=CASUAL, journal=journal, session=late).open()
        session._clock = lambda: 1000.0
        disk.code = sqlite3.SQLITE_FULL
        session.do(PressButton(name="pause"))
        session.rule(parse_act("unrecorded"), "both wish to finish")
        session.rule(parse_act("result draw"), "agreed")
        assert session._withheld() == frozenset()
        disk.code = None
        session._tend_journal(1e6)
        assert session._withheld() == {1}


def test_play_ends_with_a_sentence_when_its_journal_is_damaged(
    capsys: pytest.CaptureFixture[str], file: Path
) -> None:
    file.write_bytes(b"no journal" * 100)
    assert run(["play", "--simulate", "--no-browser", "--port", "0", "--journal", str(file)]) == 2
    said = capsys.readouterr().err
    assert said.startswith(f"momentum: {file} is no journal, or its beginning is damaged")
    assert "it is kept as" in said
    assert said.count("\n") == 1


def test_resuming_without_a_journal_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["play", "--simulate", "--no-browser", "--port", "0", "--journal", "none", "--resume", "3"]
    assert run(arguments) == 2
    assert "there is no game to resume without a journal" in capsys.readouterr().err


def test_new_and_resume_exclude_each_other(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        run(["play", "--simulate", "--new", "--resume", "3"])
    assert "not allowed with argument" in capsys.readouterr().err


def test_a_program_that_is_killed_tells_at_its_next_start_which_game_goes_on(file: Path) -> None:
    command = [sys.executable, "-m", "momentum", "play", "--simulate", "--no-browser", "--port", "0"]
    command += ["--journal", str(file), "--set", "pie=off"]
    with closing(open_journal(file)) as journal:
        played_on(journal, "d4", "a1")
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as program:
        assert program.stdout is not None
        lines = [program.stdout.readline(), program.stdout.readline()]
        program.send_signal(signal.SIGKILL)
    assert lines[0] == "Game 1 goes on (turns so far: 2; another one begins with --new).\n"
    assert re.search(r"The table is at http://127\.0\.0\.1:\d+/", lines[1])
    with closing(read_journal(file)) as reader:
        assert [entry.kind for entry in reader.of_program()][-1] == "start"
