"""Trouble: what SQLite and the disk complain of, in sentences that say what to do."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from momentum.records.errors import (
    Damaged,
    DiskFull,
    Foreign,
    JournalError,
    JournalInUse,
    NoSuchGame,
    NotReadable,
    NotWritable,
)

_PRIMARY = 0xFF
"""The bits of an extended result code that hold the primary one (https://sqlite.org/rescode.html)."""


@contextmanager
def told(file: str) -> Iterator[None]:
    """Turn what SQLite raises in this block into a `JournalError` about `file`."""
    try:
        yield
    except sqlite3.Error as error:
        raise journal_error(file, error) from error
    except OverflowError as error:  # a number that SQLite has no room for
        raise NoSuchGame(
            f"{file} has no game of such a number; momentum games list shows those there are"
        ) from error
    except UnicodeDecodeError as error:  # SQLite's own message quotes bytes of a damaged file
        raise Damaged(f"{file} is damaged (its text is no text)") from error


def journal_error(file: str, error: sqlite3.Error) -> JournalError:
    """Return the error that tells a person what SQLite told us."""
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & _PRIMARY
    kind, sentence = _SENTENCES.get(code, _OTHERWISE)
    return kind(sentence.format(file=file, why=error))


_Sentence = tuple[type[JournalError], str]
_BUSY: _Sentence = (JournalInUse, "{file} is locked by another program; stop that one")
_READ_ONLY: _Sentence = (NotWritable, "{file} may only be read; mend its rights, its folder's, or the disk's")
_OTHERWISE: _Sentence = (
    NotReadable,
    "{file} cannot be used as a journal: {why}; look after the file and its folder",
)
_DAMAGED: _Sentence = (Damaged, "{file} is damaged ({why})")
_SENTENCES: dict[int, _Sentence] = {
    sqlite3.SQLITE_ERROR: _DAMAGED,  # no such column, or a text that is none: our statements are right
    sqlite3.SQLITE_FULL: (DiskFull, "the disk that holds {file} is full; make room there"),
    sqlite3.SQLITE_BUSY: _BUSY,
    sqlite3.SQLITE_LOCKED: _BUSY,
    sqlite3.SQLITE_READONLY: _READ_ONLY,
    sqlite3.SQLITE_PERM: _READ_ONLY,
    sqlite3.SQLITE_CORRUPT: _DAMAGED,
    sqlite3.SQLITE_NOTADB: (Foreign, "{file} is no journal, or its beginning is damaged ({why})"),
    sqlite3.SQLITE_IOERR: (NotReadable, "the disk that holds {file} fails ({why}); look after it"),
}
