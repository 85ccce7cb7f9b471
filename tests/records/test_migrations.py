"""Migrations: an older journal becomes the present one, whole or not at all, and loses nothing."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from momentum.records.book import Record
from momentum.records.entries import Kind
from momentum.records.errors import Foreign, OtherVersion
from momentum.records.resuming import referee_on
from momentum.records.store import open_journal, playing_on, read_journal, verify
from momentum.records.store.opening import connect
from momentum.records.store.schema import STEPS, Database, bring_up_to_date, version_of
from momentum.referee import TableSettings
from momentum.rules import parse_cells
from tests.records.journals import Killed, Mortal, played_on
from tests.referee.sitting import Sitting

FIRST = Path(__file__).parents[1] / "vectors" / "journal_1.sql"

SECOND = (
    "ALTER TABLE games ADD COLUMN place TEXT NOT NULL DEFAULT ''",
    "UPDATE games SET place = 'table ' || number",
)
"""A version that there is not."""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Return a journal of version 1 that holds a game."""
    path = tmp_path / "games.sqlite"
    with closing(open_journal(path)) as journal:
        played_on(journal, "d4", "a1")
    return path


@pytest.fixture
def database(file: Path) -> Iterator[Database]:
    """Yield that journal's database."""
    with closing(connect(file.as_uri())) as opened:
        yield opened


def test_a_new_file_gets_every_step() -> None:
    with closing(connect("file::memory:")) as database:
        bring_up_to_date(database, "new", (*STEPS, SECOND))
        assert version_of(database, "new") == 2


def test_an_older_journal_gets_what_it_lacks_and_keeps_what_it_has(database: Database) -> None:
    before = database.execute("SELECT * FROM entries").fetchall()
    bring_up_to_date(database, "old", (*STEPS, SECOND))
    assert version_of(database, "old") == 2
    assert database.execute("SELECT place FROM games").fetchall() == [("table 1",)]
    assert database.execute("SELECT * FROM entries").fetchall() == before


def test_a_present_journal_is_left_alone(database: Database) -> None:
    (before,) = database.execute("PRAGMA schema_version").fetchone()
    bring_up_to_date(database, "present")
    assert database.execute("PRAGMA schema_version").fetchone() == (before,)


def test_a_step_that_fails_is_not_done_at_all(database: Database) -> None:
    with pytest.raises(Exception, match="no such table: nowhere"):
        bring_up_to_date(database, "old", (*STEPS, (*SECOND, "DELETE FROM nowhere")))
    assert version_of(database, "old") == 1
    bring_up_to_date(database, "old", (*STEPS, SECOND))
    assert version_of(database, "old") == 2


def test_a_kill_in_the_middle_of_a_step_leaves_the_old_version_or_the_new_one(file: Path) -> None:
    for at in range(1, 40):
        mortal = Mortal(connect(file.as_uri()), at)
        try:
            bring_up_to_date(mortal, "old", (*STEPS, SECOND))
        except Killed:
            mortal.bury()
            with closing(connect(file.as_uri())) as database:
                assert version_of(database, "old") == 1
            continue
        mortal.close()
        break
    with closing(connect(file.as_uri())) as database:
        assert version_of(database, "old") == 2


def test_a_later_version_is_refused(database: Database) -> None:
    bring_up_to_date(database, "later", (*STEPS, SECOND))
    with pytest.raises(OtherVersion, match=r"later version of this program \(format 2; this one knows 1\)"):
        bring_up_to_date(database, "later")


def test_a_database_of_another_program_is_refused() -> None:
    with closing(connect("file::memory:")) as database:
        database.execute("CREATE TABLE bookmarks (address TEXT)")
        with pytest.raises(Foreign, match="is a database of another program"):
            bring_up_to_date(database, "other")


@pytest.fixture
def first(tmp_path: Path) -> Path:
    """Return the journal that a program of format 1 once wrote, which holds something of every kind."""
    path = tmp_path / "games.sqlite"
    with closing(sqlite3.connect(path)) as database:
        database.executescript(FIRST.read_text("utf-8"))
    return path


def test_a_journal_of_the_first_format_is_still_whole_and_its_games_are_what_they_were(first: Path) -> None:
    with playing_on(first, "2.0") as journal:
        kinds = {entry.kind for entry in journal.entries()}
        assert kinds >= {Kind.ARBITER, Kind.CLOCK, Kind.FAULTS, Kind.LOST, Kind.TROUBLE, Kind.IMPORT}
        assert [(line.plies, line.result, line.state) for line in journal.games()] == [
            (3, "*", "aside"),
            (5, "*", "aside"),
            (1, "second resign", "over"),
            (2, "*", "open"),
        ]
        story = journal.story(2)
        assert [str(turn.move) for turn in story.game.turns] == ["d4", "e4", "a1", "g1", "a7"]
        assert story.clocks == ((1, 290_650), (2, 298_600), (3, 299_920), (4, 294_250), (5, 302_570))
        assert [str(act.act) for act in story.acts if act.undone_by][:1] == ["clock second=4m"]
        assert [str(each.kind) for each in story.irregular] == ["wrong_push", "ruled"]
        assert story.saved().distrusted == parse_cells("g7")
        assert Record.parse(str(story.record())).game() == story.game
    with closing(read_journal(first)) as reader:
        whole = verify(reader, first)
    assert (whole.games, len(whole.keys), whole.known) == (4, 2, True)


def test_a_game_of_the_first_format_goes_on(first: Path) -> None:
    with playing_on(first, "2.0") as journal:
        sitting = Sitting(referee=referee_on(journal, TableSettings()), empty=False)
        assert (sitting.phase, sitting.moves) == ("push", ["d4", "swap"])
        sitting.settle(sitting.target())
        assert sitting.moves == ["d4", "swap", "e4"]
