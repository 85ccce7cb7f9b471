"""Trouble: full, read-only and failing disks; files that are locked, damaged, foreign or of another time."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from momentum.records.errors import (
    BadKey,
    Damaged,
    DiskFull,
    Foreign,
    JournalError,
    JournalInUse,
    NoJournal,
    NotReadable,
    NotWritable,
    OtherVersion,
)
from momentum.records.recorded import RETRY_MS, WriteAgain
from momentum.records.store import default_file, kept_aside, open_journal, playing_on, read_journal, verify
from momentum.records.store.schema import APPLICATION_ID
from momentum.records.store.seal import key_file, seal_file
from tests.records.journals import Failing, played_on, sitting_on, wrapping


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Return where a journal stands that holds one game of two turns."""
    path = tmp_path / "games.sqlite"
    with playing_on(path, "1.0") as journal:
        played_on(journal, "d4", "a1")
    return path


X25519 = b"""-----BEGIN PRIVATE KEY-----
MC4CAQAwBQYDK2VuBCIEIHAHbSvD+xZJZp1ZHGP0MYHU0mBd7xXKwh1yUlzKQ0hR
-----END PRIVATE KEY-----
"""


def start(file: Path) -> None:
    """Start a program on a journal, and end it."""
    with playing_on(file, "1.0"):
        pass


def flip(file: Path, offset: int) -> None:
    """Change one byte of a file."""
    data = bytearray(file.read_bytes())
    data[offset] ^= 0x55
    file.write_bytes(data)


def tamper(file: Path, *statements: str) -> None:
    """Change a journal as nobody should."""
    with closing(sqlite3.connect(file, isolation_level=None)) as database:
        for statement in statements:
            database.execute(statement)


def test_the_journal_of_a_service_stands_in_its_state_folder() -> None:
    assert default_file({"STATE_DIRECTORY": "/var/lib/momentum:/var/lib/more"}) == Path(
        "/var/lib/momentum/games.sqlite"
    )


def test_the_journal_of_a_user_stands_in_the_data_folder() -> None:
    assert default_file({"XDG_DATA_HOME": "/data"}) == Path("/data/momentum-board/games.sqlite")
    assert default_file({}) == Path.home() / ".local/share/momentum-board/games.sqlite"
    assert default_file({"XDG_DATA_HOME": "not/whole"}) == default_file({})


def test_the_key_is_for_its_owner_alone(file: Path) -> None:
    assert key_file(file).stat().st_mode & 0o777 == 0o600


def test_a_second_program_is_told_who_plays_on_the_journal(file: Path) -> None:
    with (
        playing_on(file, "1.0"),
        pytest.raises(JournalInUse, match=f"in use by process {os.getpid()}; stop that, name another"),
        playing_on(file, "1.0"),
    ):
        pass
    start(file)


def test_a_journal_locked_by_another_program_is_told(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("momentum.records.store.opening.BUSY_S", 0.0)
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(JournalInUse, match="is locked by another program; stop that one"):
            start(file)
    start(file)


def test_a_commit_is_on_the_disk_when_it_returns_and_readers_hold_up_nobody(tmp_path: Path) -> None:
    opened: list[Failing] = []
    kept = wrapping(lambda database: _noted(opened, Failing(database)))
    with closing(open_journal(tmp_path / "games.sqlite", kept)):
        found = [opened[0].execute(f"PRAGMA {name}").fetchone() for name in ("journal_mode", "synchronous")]
    assert found == [("wal",), (2,)]  # 2 is FULL (https://sqlite.org/pragma.html#pragma_synchronous)


@pytest.mark.parametrize("replaced", [False, True], ids=["deleted", "replaced"])
def test_a_journal_that_is_taken_away_during_play_stops_it_until_it_is_back(
    tmp_path: Path, replaced: bool
) -> None:
    file, away = tmp_path / "games.sqlite", tmp_path / "away"
    with playing_on(file, "1.0") as journal:
        sitting = sitting_on(journal)
        sitting.play("d4")
        file.rename(away)
        if replaced:
            file.write_bytes(b"dear diary")
        sitting.play("a1")
        assert (sitting.phase, sitting.moves) == ("paused", ["d4"])
        assert "was deleted, moved or replaced while it was played on" in (sitting.now.device or "")
        away.rename(file)
        sitting.tell(WriteAgain(at_ms=sitting.later(RETRY_MS)))
        assert (sitting.phase, sitting.moves) == ("drop", ["d4", "a1"])
        assert verify(journal, file).games == 1


FOREIGN = {
    "a picture": b"\x89PNG\r\n\x1a\n" + bytes(5000),
    "a text": b"dear diary, today we played\n" * 99,
    "a short text": b"hello",
}


@pytest.mark.parametrize("content", FOREIGN.values(), ids=FOREIGN)
def test_a_foreign_file_is_kept_and_named(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "games.sqlite"
    file.write_bytes(content)
    kept = tmp_path / "games.sqlite.damaged-1"
    with pytest.raises(Foreign, match=f"{file} is no journal.*; it is kept as {kept}, and the next start"):
        start(file)
    assert kept.read_bytes() == content
    assert not file.exists()
    start(file)
    assert kept_aside(file) == [kept]


def test_a_database_of_another_program_is_kept_and_named(tmp_path: Path) -> None:
    file = tmp_path / "games.sqlite"
    tamper(file, "CREATE TABLE bookmarks (address TEXT)")
    with pytest.raises(Foreign, match="is a database of another program; it is kept as"):
        start(file)
    with closing(sqlite3.connect(tmp_path / "games.sqlite.damaged-1")) as database:
        assert database.execute("SELECT * FROM bookmarks").fetchall() == []


def test_an_empty_file_becomes_a_journal(tmp_path: Path) -> None:
    file = tmp_path / "games.sqlite"
    file.touch()
    start(file)
    assert kept_aside(file) == []


def test_damaged_files_are_kept_one_beside_the_other(file: Path) -> None:
    content = []
    for number in (1, 2):
        tamper(file, "UPDATE entries SET body = '{}' WHERE number = 4")
        content.append(file.read_bytes())
        with pytest.raises(Damaged, match=f"entry 4: .*; it is kept as .*damaged-{number}"):
            start(file)
        with playing_on(file, "1.0") as journal:
            played_on(journal, "d4", "a1")
    assert [path.read_bytes() for path in kept_aside(file)] == content


def test_a_beginning_that_was_overwritten_is_kept(file: Path) -> None:
    flip(file, 3)
    with pytest.raises(Foreign, match="its beginning is damaged"):
        start(file)
    assert kept_aside(file)[0].stat().st_size > 4096


def test_an_end_that_went_missing_is_noticed_at_the_next_start(file: Path) -> None:
    tamper(file, "DELETE FROM entries WHERE number > 5", "DELETE FROM checkpoints WHERE count > 5")
    with pytest.raises(
        Damaged, match="entry 6: it is missing, and so is all after it; 7 entries were signed"
    ):
        start(file)
    start(file)


def test_a_lost_log_is_noticed_at_the_next_start(tmp_path: Path) -> None:
    file, copy = tmp_path / "games.sqlite", tmp_path / "copy"
    with playing_on(file, "1.0") as journal:
        played_on(journal, "d4", "a1")
        copy.mkdir()
        for ending in ("", ".key", ".seal"):  # but not games.sqlite-wal
            shutil.copy(f"{file}{ending}", copy)
    with pytest.raises(Damaged, match="entry 1: it is missing, and so is all after it"):
        start(copy / "games.sqlite")


def test_a_seal_that_cannot_be_read_stops_nobody(file: Path) -> None:
    seal_file(file).write_text("a power cut left this", encoding="ascii")
    start(file)
    seal_file(file).unlink()
    start(file)


def test_a_lost_key_is_replaced_and_the_journal_says_so(file: Path) -> None:
    key_file(file).unlink()
    start(file)
    start(file)
    with closing(read_journal(file)) as reader:
        assert len(reader.signers()) == 2
        assert verify(reader, file).known


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"-----BEGIN PRIVATE KEY-----\n",
        X25519,
    ],
)
def test_a_key_that_is_none_is_told_and_left(file: Path, content: bytes) -> None:
    key_file(file).write_bytes(content)
    with pytest.raises(BadKey, match=f"{key_file(file)} is (no key|a key of another kind)"):
        start(file)
    assert key_file(file).read_bytes() == content


def test_a_key_that_cannot_be_read_is_told(file: Path) -> None:
    key_file(file).unlink()
    key_file(file).mkdir()
    with pytest.raises(BadKey, match="cannot be read: Is a directory"):
        start(file)


def test_a_journal_of_a_later_program_is_left_alone(file: Path) -> None:
    tamper(file, "PRAGMA user_version = 99")
    with pytest.raises(
        OtherVersion, match=r"later version of this program .format 99; this one knows 1.; update"
    ):
        start(file)
    assert kept_aside(file) == []


def test_a_journal_that_was_never_finished_making_is_told_to_readers(tmp_path: Path) -> None:
    file = tmp_path / "games.sqlite"
    tamper(file, f"PRAGMA application_id = {APPLICATION_ID}")
    with pytest.raises(OtherVersion, match="has format 0; start momentum play on it once"):
        read_journal(file)
    start(file)


def test_no_journal_is_told(tmp_path: Path) -> None:
    with pytest.raises(NoJournal, match=r"there is no journal .*; name one with --journal"):
        read_journal(tmp_path / "games.sqlite")


def test_a_folder_is_no_journal(tmp_path: Path) -> None:
    with pytest.raises(NotReadable, match="cannot be used as a journal: unable to open"):
        start(tmp_path)


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "text").touch()
    with pytest.raises(NotWritable, match=r"cannot be made: (Not a directory|File exists); name another"):
        start(tmp_path / "text" / "games.sqlite")


CODES = [
    (sqlite3.SQLITE_FULL, DiskFull, "the disk that holds .* is full; make room there"),
    (sqlite3.SQLITE_READONLY, NotWritable, "may only be read"),
    (sqlite3.SQLITE_IOERR | 5 << 8, NotReadable, "the disk that holds .* fails"),
    (sqlite3.SQLITE_CORRUPT, Damaged, "is damaged"),
    (sqlite3.SQLITE_BUSY, JournalInUse, "locked by another program"),
    (sqlite3.SQLITE_CANTOPEN, NotReadable, "cannot be used as a journal"),
]


@pytest.mark.parametrize(("code", "kind", "why"), CODES)
def test_every_failure_has_a_sentence_and_leaves_the_journal_whole(
    file: Path, code: int, kind: type[JournalError], why: str
) -> None:
    disks: list[Failing] = []
    with closing(open_journal(file, wrapping(lambda opened: _noted(disks, Failing(opened))))) as journal:
        sitting = played_on(journal, "g7")
        disks[0].code = code
        with pytest.raises(kind, match=why):
            journal.put_aside()
        disks[0].code = None
        sitting.settle("g7,a7")
        assert verify(journal, file).games == 2


def _noted(disks: list[Failing], disk: Failing) -> Failing:
    disks.append(disk)
    return disk


@contextmanager
def small_disk(folder: Path, kilobytes: int) -> Iterator[Path]:
    """Mount a disk of a few kilobytes while the block runs; skips the test where that is not allowed."""
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", f"size={kilobytes}k", "tmpfs", str(folder)]
    if shutil.which("mount") is None or subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("this user may not mount a small disk")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)


def test_a_disk_that_is_full_at_the_start_is_told(tmp_path: Path) -> None:
    with small_disk(tmp_path / "disk", 16) as disk:
        (disk / "ballast").write_bytes(bytes(12 * 1024))
        with pytest.raises((DiskFull, NotWritable), match=r"full|No space left"):
            start(disk / "games.sqlite")


def test_a_disk_that_fills_up_during_play_stops_it_until_there_is_room(tmp_path: Path) -> None:
    with small_disk(tmp_path / "disk", 512) as disk, playing_on(disk / "games.sqlite", "1.0") as journal:
        sitting = sitting_on(journal)
        sitting.play("d4")
        free = shutil.disk_usage(disk).free
        (disk / "ballast").write_bytes(bytes(free))
        sitting.play("a1")
        assert (sitting.phase, sitting.moves) == ("paused", ["d4"])
        (disk / "ballast").unlink()
        sitting.tell(WriteAgain(at_ms=sitting.later(RETRY_MS)))
        assert (sitting.phase, sitting.moves) == ("drop", ["d4", "a1"])
        assert verify(journal, disk / "games.sqlite").games == 1


def test_a_disk_that_may_only_be_read_is_told_and_still_read(tmp_path: Path) -> None:
    with small_disk(tmp_path / "disk", 512) as disk:
        with playing_on(disk / "games.sqlite", "1.0") as journal:
            played_on(journal, "d4", "a1")
        subprocess.run(["mount", "-o", "remount,ro", str(disk)], check=True)
        with pytest.raises(NotWritable, match="Read-only file system"):
            start(disk / "games.sqlite")
        with closing(read_journal(disk / "games.sqlite")) as reader:
            assert reader.line(1).plies == 2
