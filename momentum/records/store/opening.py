"""Opening a journal, to play on it, add to it or read it; a damaged or foreign file is never overwritten."""

from __future__ import annotations

import os
import sqlite3
import weakref
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any

from momentum.records.errors import (
    Damaged,
    Foreign,
    JournalError,
    NoJournal,
    NotReadable,
    NotWritable,
    OtherVersion,
)
from momentum.records.store.journal import Journal
from momentum.records.store.lock import Lock
from momentum.records.store.reader import JournalReader
from momentum.records.store.schema import STEPS, Database, Rows, bring_up_to_date, check_version, version_of
from momentum.records.store.seal import open_seal, passing_seal
from momentum.records.store.trouble import told
from momentum.records.store.verify import check_end

BUSY_S = 1.0
"""How long a write waits for another program's; the table's loop stands still meanwhile."""

IN_MEMORY = "the journal in memory"
"""What messages call a journal without a file."""

Connect = Callable[[str], Database]
"""Opens a database from a SQLite URI."""


def default_file(environment: Mapping[str, str] = os.environ) -> Path:
    """Return where the journal stands: the service's state folder, else the user's data folder."""
    state = environment.get("STATE_DIRECTORY", "").split(":")[0]
    if state:
        return Path(state) / "games.sqlite"
    data = environment.get("XDG_DATA_HOME", "")
    folder = Path(data) if data.startswith("/") else Path.home() / ".local" / "share"
    return folder / "momentum-board" / "games.sqlite"


def connect(uri: str) -> Database:
    """Open a database; one thread at a time may use it, any."""
    return sqlite3.connect(uri, uri=True, timeout=BUSY_S, isolation_level=None, check_same_thread=False)


@contextmanager
def playing_on(file: Path, version: str, connect: Connect = connect) -> Iterator[Journal]:
    """Open a journal to play on, alone, and close it with a word that the program ended in good order.

    `version` is the program's. A damaged or foreign file is put beside under another name, which the error
    tells; the next start then begins a new journal. Raises `JournalError`.
    """
    _make_folder(file)
    with closing(Lock(file)), closing(_opened_or_kept(file, connect)) as journal:
        journal.start(version)
        yield journal
        with suppress(JournalError):  # as good as a crash, which a journal outlives
            journal.stop()


def open_journal(file: Path, connect: Connect = connect) -> Journal:
    """Open a journal to add to it, and make it where there is none. Raises `JournalError`."""
    _make_folder(file)
    with told(str(file)):
        database = connect(file.absolute().as_uri() + "?mode=rwc")
        with _closed_on_error(database):
            _prepare(database, str(file))
            journal = Journal(database, str(file), open_seal(file), in_place=_watched(file))
            check_end(journal, file)
            journal.introduce_key()
            return journal


def _watched(file: Path) -> Callable[[], None]:
    """Return what raises `NotReadable` once another file, or none, stands where this one did.

    SQLite goes on writing to a file that was deleted, and nobody would ever see it again.
    """

    def found() -> tuple[int, int] | None:
        with suppress(OSError):
            now = file.stat()
            return now.st_dev, now.st_ino
        return None

    known = found()

    def check() -> None:
        if found() != known:
            raise NotReadable(
                f"{file} was deleted, moved or replaced while it was played on; put it back, or start again"
            )

    return check


class JournalInMemory:
    """A journal that is gone when nobody has it any more; it outlives its programs, not this process."""

    def __init__(self) -> None:
        self.full = False
        """Whether there is no room to write in, as on a disk that is full."""
        self._database = connect("file::memory:")
        self._seal = passing_seal()
        weakref.finalize(self, self._database.close)
        bring_up_to_date(self, IN_MEMORY)

    def open(self) -> Journal:
        """Open it, for a program that starts; whoever had it open before has died."""
        journal = Journal(self, IN_MEMORY, self._seal)
        journal.introduce_key()
        return journal

    def execute(self, statement: str, values: Sequence[Any] = (), /) -> Rows:
        """Run one statement."""
        if self.full and statement.startswith("INSERT"):
            error = sqlite3.OperationalError("database or disk is full")
            error.sqlite_errorcode = sqlite3.SQLITE_FULL
            raise error
        return self._database.execute(statement, values)

    def close(self) -> None:
        """Keep everything for the next program."""


def read_journal(file: Path) -> JournalReader:
    """Open a journal to be read, while a program plays on it, too. Raises `JournalError`."""
    if not file.exists():
        raise NoJournal(f"there is no journal {file}; name one with --journal")
    if file.is_dir():
        raise NotReadable(f"{file} is a folder; name the file of a journal with --journal")
    with told(str(file)):
        database = _connect_reading(file)
        with _closed_on_error(database):
            version = version_of(database, str(file))
            check_version(version, str(file))
            if version < len(STEPS):
                raise OtherVersion(
                    f"{file} has format {version}; start momentum play on it once, which brings it up to date"
                )
            return JournalReader(database, str(file))


@contextmanager
def _closed_on_error(database: Database) -> Iterator[None]:
    try:
        yield
    except BaseException:
        database.close()
        raise


def _connect_reading(file: Path) -> Database:
    uri = file.absolute().as_uri() + "?mode=ro"
    try:
        return _readable(uri)
    except sqlite3.OperationalError:
        log = file.with_name(file.name + "-wal")
        if log.exists() and log.stat().st_size:
            raise
        return _readable(uri + "&immutable=1")  # nobody can be writing where nobody may write


def _readable(uri: str) -> Database:
    database = connect(uri)
    with _closed_on_error(database):
        database.execute("SELECT count(*) FROM sqlite_schema").fetchone()
        return database


def _make_folder(file: Path) -> None:
    try:
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise NotWritable(
            f"the folder {file.parent} cannot be made: {error.strerror}; name another journal with --journal"
        ) from error


def _prepare(database: Database, name: str) -> None:
    """Bring a database into shape: each commit is on the disk when it returns, and readers hold up nobody."""
    version_of(database, name)
    database.execute("PRAGMA journal_mode = WAL")
    database.execute("PRAGMA synchronous = FULL")
    database.execute("PRAGMA trusted_schema = OFF")
    bring_up_to_date(database, name)


def _opened_or_kept(file: Path, connect: Connect) -> Journal:
    try:
        return open_journal(file, connect)
    except (Damaged, Foreign) as error:
        kind = Foreign if isinstance(error, Foreign) else Damaged
        kept = keep_aside(file)
        raise kind(f"{error}; it is kept as {kept}, and the next start begins a new journal") from error


def keep_aside(file: Path) -> Path:
    """Give a file, and what belongs to it, a name that is free, and return it. Raises `NotWritable`."""
    number = 1
    while (kept := file.with_name(f"{file.name}.damaged-{number}")).exists():
        number += 1
    try:
        for ending in ("-wal", "-shm", ".seal", ""):
            part = file.with_name(file.name + ending)
            if part.exists():
                part.rename(kept.with_name(kept.name + ending))
    except OSError as error:
        raise NotWritable(
            f"{file} cannot be put aside: {error.strerror}; mend the folder's rights"
        ) from error
    return kept


def kept_aside(file: Path) -> list[Path]:
    """Return the files that were put aside for this journal, by name."""
    found = file.parent.glob(f"{file.name}.damaged-*")
    return sorted(each for each in found if each.name.rsplit("-", 1)[1].isdigit())
