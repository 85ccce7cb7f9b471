"""The schema of the journal's file, and how an older one becomes the present one.

A version is never changed once it was released: what comes after is a further step. Each step is done whole
or not at all. `entries` is the truth, `checkpoints` seals it, and `games` is a list made from the entries,
kept so that it can be read at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from momentum.records.errors import Foreign, OtherVersion

APPLICATION_ID = 0x4D6F4A31
"""Marks a SQLite file as a journal of this program ("MoJ1", https://sqlite.org/pragma.html)."""

Step = Sequence[str]
"""The statements that make one version from the one before."""

STEPS: tuple[Step, ...] = (
    (
        """CREATE TABLE entries (
            number INTEGER PRIMARY KEY,
            game INTEGER,
            kind TEXT NOT NULL,
            at_ms INTEGER NOT NULL,
            body TEXT NOT NULL,
            hash BLOB NOT NULL
        ) STRICT""",
        "CREATE INDEX entries_of_game ON entries (game) WHERE game IS NOT NULL",
        "CREATE INDEX entries_of_program ON entries (kind) WHERE kind IN ('key', 'start', 'stop')",
        """CREATE TABLE checkpoints (
            count INTEGER PRIMARY KEY,
            head BLOB NOT NULL,
            signature BLOB NOT NULL
        ) STRICT""",
        """CREATE TABLE games (
            number INTEGER PRIMARY KEY,
            settings TEXT NOT NULL,
            plies INTEGER NOT NULL,
            result TEXT NOT NULL,
            state TEXT NOT NULL,
            noted TEXT NOT NULL
        ) STRICT""",
    ),
)
"""What makes version 1 from nothing, version 2 from 1, and so on."""


class Rows(Protocol):
    """What a statement answers."""

    def fetchone(self) -> Any:
        """Return the next row, or None."""

    def fetchall(self) -> list[Any]:
        """Return the rows that are left."""


class Database(Protocol):
    """The part of a SQLite connection that the journal uses."""

    def execute(self, statement: str, values: Sequence[Any] = ..., /) -> Rows:
        """Run one statement."""

    def close(self) -> None:
        """Let the file go."""


def version_of(database: Database, file: str) -> int:
    """Return the version of a journal, 0 for an empty file; raises `Foreign` for anything else."""
    (mark,) = database.execute("PRAGMA application_id").fetchone()
    (version,) = database.execute("PRAGMA user_version").fetchone()
    (tables,) = database.execute("SELECT count(*) FROM sqlite_schema").fetchone()
    if mark == APPLICATION_ID:
        return int(version)
    if mark or version or tables:
        raise Foreign(f"{file} is a database of another program")
    return 0


def bring_up_to_date(database: Database, file: str, steps: Sequence[Step] = STEPS) -> None:
    """Make the file's schema the present one; raises `OtherVersion` when it comes from a later program."""
    version = version_of(database, file)
    check_version(version, file, steps)
    for number in range(version + 1, len(steps) + 1):
        database.execute("BEGIN IMMEDIATE")
        try:
            for statement in steps[number - 1]:
                database.execute(statement)
            database.execute(f"PRAGMA application_id = {APPLICATION_ID}")
            database.execute(f"PRAGMA user_version = {number}")
        except BaseException:
            database.execute("ROLLBACK")
            raise
        database.execute("COMMIT")


def check_version(version: int, file: str, steps: Sequence[Step] = STEPS) -> None:
    """Raise `OtherVersion` when a later program wrote the file."""
    if version > len(steps):
        raise OtherVersion(
            f"{file} was written by a later version of this program (format {version}; "
            f"this one knows {len(steps)}); update the program"
        )
