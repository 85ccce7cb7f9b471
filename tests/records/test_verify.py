"""Verifying: whatever byte of a journal is changed, added or taken away, it is found, and its entry named."""

from __future__ import annotations

import json
import random
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from momentum.records.book import Record
from momentum.records.entries import Draft, Kind, entry_after
from momentum.records.errors import Damaged, Foreign, JournalError, NotWhole, RecordError
from momentum.records.exchange import CheckpointPart
from momentum.records.files import checkpoint_of, promised
from momentum.records.store import JournalInMemory, check_promise, playing_on, read_journal, verify
from momentum.records.store.seal import key_file, open_seal, seal_file
from tests.records.journals import Dice, played_on, sitting_on

LOOSE = """CREATE TABLE copy (number INTEGER PRIMARY KEY, game, kind, at_ms, body, hash);
INSERT INTO copy SELECT * FROM entries; DROP TABLE entries; ALTER TABLE copy RENAME TO entries;"""
"""What lets a column hold a thing of another kind."""


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a journal with two games and a turn that was undone, to be copied."""
    file = tmp_path_factory.mktemp("made") / "games.sqlite"
    with playing_on(file, "1.0") as journal:
        sitting = played_on(journal, "d4", "e4", "a1")
        sitting.press("undo")
        journal.import_game(Record.parse('[Momentum "1"]\n[Rules "pie=on"]\n\n1. d4 swap\n'), "game.txt")
    return file.parent


@pytest.fixture
def file(made: Path, tmp_path: Path) -> Path:
    """Return a copy of that journal."""
    return Path(shutil.copytree(made, tmp_path / "copy")) / "games.sqlite"


def tamper(file: Path, *statements: str) -> None:
    """Change a journal as nobody should."""
    with closing(sqlite3.connect(file, isolation_level=None)) as database:
        for statement in statements:
            database.executescript(statement)


def found(file: Path) -> str:
    """Return what verifying finds."""
    try:
        with closing(read_journal(file)) as reader:
            verify(reader, file)
    except (Damaged, Foreign) as error:
        return str(error)
    return "whole"


def test_a_journal_that_nobody_touched_is_whole(file: Path) -> None:
    with closing(read_journal(file)) as reader:
        whole = verify(reader, file)
    assert (whole.games, whole.checkpoints, whole.known) == (2, 6, True)
    assert whole.keys == (open_seal(file).public,)
    assert whole.entries == 11


@pytest.mark.parametrize(
    ("statement", "entry"),
    [
        ("UPDATE entries SET body = replace(body, 'd4', 'd5') WHERE number = 5", 5),
        ("UPDATE entries SET body = body || ' ' WHERE number = 5", 5),
        ("UPDATE entries SET kind = 'draw' WHERE number = 6", 6),
        ("UPDATE entries SET kind = 'arson' WHERE number = 6", 6),
        ("UPDATE entries SET game = 2 WHERE number = 6", 6),
        ("UPDATE entries SET game = NULL WHERE number = 6", 6),
        ("UPDATE entries SET at_ms = at_ms + 1 WHERE number = 7", 7),
        ("UPDATE entries SET hash = zeroblob(32) WHERE number = 7", 7),
        ("UPDATE entries SET hash = x'00' WHERE number = 11", 11),
        ("UPDATE entries SET body = '' WHERE number = 1", 1),
        ("UPDATE entries SET number = 1000 WHERE number = 8", 8),
        ("UPDATE entries SET number = -1 WHERE number = 1", 1),
        ("DELETE FROM entries WHERE number = 4", 4),
        ("DELETE FROM entries WHERE number > 8", 9),
        ("DELETE FROM entries", 1),
        ("INSERT INTO entries SELECT 12, game, kind, at_ms, body, hash FROM entries WHERE number = 5", 12),
        ("UPDATE checkpoints SET signature = zeroblob(64) WHERE count = 5", 5),
        ("UPDATE checkpoints SET signature = x'00' WHERE count = 5", 5),
        ("UPDATE checkpoints SET head = zeroblob(32) WHERE count = 5", 5),
        ("UPDATE checkpoints SET count = 6 WHERE count = 5", 5),
        ("UPDATE checkpoints SET count = 100 WHERE count = 11", 11),
        ("DELETE FROM checkpoints WHERE count = 5", 5),
        ("DELETE FROM checkpoints", 5),
        ("INSERT INTO checkpoints SELECT 12, head, signature FROM checkpoints WHERE count = 11", 12),
        ("INSERT INTO checkpoints SELECT 6, head, signature FROM checkpoints WHERE count = 5", 6),
    ],
)
def test_the_first_entry_that_is_not_whole_is_named(file: Path, statement: str, entry: int) -> None:
    tamper(file, statement)
    assert found(file).startswith(f"entry {entry}: ")


@pytest.mark.parametrize(
    ("statement", "entry"),
    [
        ("UPDATE entries SET hash = 'text' WHERE number = 3", 3),
        ("UPDATE entries SET at_ms = 1.5 WHERE number = 3", 3),
        ("UPDATE entries SET body = x'ff' WHERE number = 3", 3),
        ("UPDATE entries SET body = CAST(x'ff' AS TEXT) WHERE number = 3", 1),
    ],
)
def test_a_thing_of_another_kind_is_no_entry(file: Path, statement: str, entry: int) -> None:
    tamper(file, LOOSE, statement)
    assert found(file).startswith(f"entry {entry}: ")


@pytest.mark.parametrize(
    ("statement", "game"),
    [
        ("UPDATE games SET plies = 3 WHERE number = 1", 1),
        ("UPDATE games SET settings = '' WHERE number = 2", 2),
        ("UPDATE games SET result = 'first eight' WHERE number = 2", 2),
        ("UPDATE games SET state = 'over' WHERE number = 1", 1),
        ("UPDATE games SET state = 'lost' WHERE number = 1", 1),
        ("UPDATE games SET noted = '' WHERE number = 1", 1),
        ("DELETE FROM games WHERE number = 2", 2),
        ("INSERT INTO games SELECT 3, settings, plies, result, state, noted FROM games WHERE number = 2", 3),
    ],
)
def test_a_list_that_the_entries_do_not_bear_out_is_told(file: Path, statement: str, game: int) -> None:
    tamper(file, statement)
    assert "the list of games" in found(file)
    assert f"game {game}" in found(file)


def test_an_end_that_was_taken_away_with_its_checkpoints_is_missed(file: Path) -> None:
    tamper(
        file,
        "DELETE FROM entries WHERE number > 7",
        "DELETE FROM checkpoints WHERE count > 7",
        "DELETE FROM games WHERE number > 1",
        "UPDATE games SET plies = 2 WHERE number = 1",
    )
    assert found(file) == "entry 8: it is missing, and so is all after it; 11 entries were signed"


def test_a_seal_that_nobody_signed_is_told(file: Path) -> None:
    words = seal_file(file).read_text(encoding="ascii")
    seal_file(file).write_text(words[:-10] + "000000000\n", encoding="ascii")
    assert found(file) == "entry 11: its checkpoint is not what was signed"


def test_another_key_beside_the_journal_is_told(file: Path) -> None:
    key_file(file).unlink()
    open_seal(file)
    assert found(file) == f"it was signed by another key than {key_file(file)}"


def test_a_journal_without_its_key_is_whole_but_for_who_wrote_it(file: Path) -> None:
    key_file(file).unlink()
    with closing(read_journal(file)) as reader:
        assert not verify(reader, file).known
        key_file(file).write_text("no key", encoding="ascii")
        assert not verify(reader, file).known


def test_a_chain_that_was_forged_from_some_entry_on_lacks_the_signatures(file: Path) -> None:
    with closing(read_journal(file)) as reader:
        entries = list(reader.entries())
    last = entries[3]
    with closing(sqlite3.connect(file, isolation_level=None)) as database:
        for entry in entries[4:]:
            body = json.loads(entry.text.replace("d4", "d3"))
            last = entry_after(last, entry.game, Draft(kind=entry.kind, at_ms=entry.at_ms, body=body))
            database.execute(
                "UPDATE entries SET body = ?, hash = ? WHERE number = ?", (last.text, last.hash, last.number)
            )
            database.execute("UPDATE checkpoints SET head = ? WHERE count = ?", (last.hash, last.number))
    assert found(file) == "entry 5: its checkpoint is not what was signed"


def image_of_all(file: Path) -> tuple[object, ...]:
    """Return everything that a journal says."""
    with closing(read_journal(file)) as reader:
        return list(reader.entries()), list(reader.checkpoints()), reader.games()


@settings(max_examples=60)
@given(seed=st.integers(0, 10**9))
def test_a_changed_byte_is_found_or_means_nothing(made: Path, seed: int) -> None:
    chance = random.Random(seed)
    whole = (made / "games.sqlite").read_bytes()
    data = bytearray(whole)
    data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
    file = made / "changed.sqlite"
    file.write_bytes(data)
    try:
        if found(file) == "whole":
            assert image_of_all(file) == image_of_all(made / "games.sqlite")
    except JournalError:
        pass  # it cannot even be opened, and that is told
    finally:
        file.unlink()


def test_a_file_cut_short_anywhere_is_found(made: Path, tmp_path: Path) -> None:
    whole = (made / "games.sqlite").read_bytes()
    for length in range(1, len(whole), 1021):
        file = tmp_path / "games.sqlite"
        file.write_bytes(whole[:length])
        with pytest.raises(JournalError), closing(read_journal(file)) as reader:
            verify(reader, file)


def test_a_journal_of_many_games_is_read_page_by_page() -> None:
    journal = JournalInMemory().open()
    dice = Dice(sitting_on(journal), seed=5)
    for _ in range(2000):
        dice.throw()
    whole = verify(journal, Path("nowhere"))
    assert whole.entries > 1000


def test_a_record_that_was_exported_tells_that_entries_went_missing_later(file: Path) -> None:
    with closing(read_journal(file)) as reader:
        part = checkpoint_of(reader)
        assert part is not None
        check_promise(reader, promised(part))
    tamper(file, "DELETE FROM entries WHERE number > 7", "DELETE FROM checkpoints WHERE count > 7")
    with closing(read_journal(file)) as reader, pytest.raises(NotWhole, match="entry 8: it is missing"):
        check_promise(reader, promised(part))


def test_a_record_that_was_exported_tells_that_entries_were_rewritten_later(file: Path) -> None:
    with closing(read_journal(file)) as reader:
        part = checkpoint_of(reader)
        assert part is not None
    tamper(file, "UPDATE entries SET hash = zeroblob(32) WHERE number = 11")
    with closing(read_journal(file)) as reader, pytest.raises(NotWhole, match="not what was signed"):
        check_promise(reader, promised(part))


def test_a_checkpoint_that_its_key_did_not_sign_is_told(file: Path) -> None:
    with closing(read_journal(file)) as reader:
        part = checkpoint_of(reader)
    assert part is not None
    forged = CheckpointPart(count=part.count + 1, head=part.head, signature=part.signature, key=part.key)
    with pytest.raises(RecordError, match=f"not what {part.key} signed"):
        promised(forged)


def test_a_journal_without_turns_has_nothing_to_promise() -> None:
    assert checkpoint_of(JournalInMemory().open()) is None


def test_a_file_whose_entries_are_whole_but_whose_index_is_not_is_told(file: Path) -> None:
    tamper(
        file,
        "PRAGMA writable_schema = ON;"
        "UPDATE sqlite_schema SET sql = replace(sql, '(game)', '(at_ms)') WHERE name = 'entries_of_game'",
    )
    assert found(file).startswith("the entries are whole, but the file is not: ")


def test_a_forged_entry_whose_body_is_of_another_kind_is_named() -> None:
    journal = JournalInMemory().open()
    journal.append([Draft(kind=Kind.KEY, body={"key": "no key"})])
    with pytest.raises(NotWhole, match="entry 2: its body cannot be read"):
        verify(journal, Path("nowhere"))
