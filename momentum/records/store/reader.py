"""Reading a journal: its games as a list, one game as a story, its entries one after another."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from momentum.records.entries import Entry, Kind
from momentum.records.errors import Damaged, JournalError, NoSuchGame, NotWhole
from momentum.records.history import GameLine, State, Story, story_of
from momentum.records.store.schema import Database
from momentum.records.store.seal import Checkpoint
from momentum.records.store.trouble import told

_ENTRY = "SELECT number, game, kind, at_ms, body, hash FROM entries"
_LINE = "SELECT number, settings, plies, result, state, noted FROM games"
_CHECKPOINT = "SELECT count, head, signature FROM checkpoints"
_OF_PROGRAM = "kind IN ('key', 'start', 'stop')"
"""Written as the index of these entries has it, so that SQLite takes that."""
_NO_END = 1 << 62
"""More than any number of a game."""
_PAGE = 500
"""Entries that are read at a time: a long reading holds up no writer."""


class JournalReader:
    """A journal to be read. Its methods raise `JournalError` when the file cannot be read or is damaged."""

    def __init__(self, database: Database, file: str) -> None:
        self._database = database
        self.file = file
        """The journal's file, as messages name it."""

    def close(self) -> None:
        """Let the file go."""
        self._database.close()

    def games(self) -> list[GameLine]:
        """Return every game, oldest first."""
        with told(self.file):
            rows = self._database.execute(f"{_LINE} ORDER BY number").fetchall()
        return [_line(row) for row in rows]

    def ended(self, before: int | None, most: int) -> list[GameLine]:
        """Return games that have ended, newest first, at most so many; all of them before this number."""
        with told(self.file):
            rows = self._database.execute(
                f"{_LINE} WHERE state = ? AND number < ? ORDER BY number DESC LIMIT ?",
                (State.OVER.value, _NO_END if before is None else before, most),
            ).fetchall()
        return [_line(row) for row in rows]

    def line(self, number: int) -> GameLine:
        """Return one game's line; raises `NoSuchGame`."""
        with told(self.file):
            row = self._database.execute(f"{_LINE} WHERE number = ?", (number,)).fetchone()
        if row is None:
            raise NoSuchGame(f"{self.file} has no game {number}; momentum games list shows those there are")
        return _line(row)

    def open_games(self) -> list[int]:
        """Return the games being played: one, or none."""
        with told(self.file):
            rows = self._database.execute("SELECT number FROM games WHERE state = ?", (State.OPEN.value,))
            return [number for (number,) in rows.fetchall()]

    def story(self, number: int) -> Story:
        """Return one game as its entries tell it; raises `NoSuchGame`, or `NotWhole`."""
        self.line(number)
        return story_of(self.entries_of(number))

    def entries_of(self, game: int) -> list[Entry]:
        """Return the entries of one game, in order."""
        with told(self.file):
            rows = self._database.execute(f"{_ENTRY} WHERE game = ? ORDER BY number", (game,)).fetchall()
        return [entry_of(row) for row in rows]

    def entries(self, after: int = 0) -> Iterator[Entry]:
        """Yield every entry with a number over `after`, in order; raises what `entry_of` raises."""
        while True:
            with told(self.file):
                rows = self._database.execute(
                    f"{_ENTRY} WHERE number > ? ORDER BY number LIMIT {_PAGE}", (after,)
                ).fetchall()
            for row in rows:
                yield entry_of(row)
            if len(rows) < _PAGE:
                return
            after = rows[-1][0]

    def last(self) -> Entry | None:
        """Return the last entry; None in a journal without any."""
        with told(self.file):
            row = self._database.execute(f"{_ENTRY} ORDER BY number DESC LIMIT 1").fetchone()
        return None if row is None else entry_of(row)

    def signers(self) -> list[bytes]:
        """Return the public keys that signed, in their order, 32 bytes each; the last one signs now."""
        return [bytes.fromhex(entry.body["key"]) for entry in self.of_program() if entry.kind is Kind.KEY]

    def of_program(self) -> list[Entry]:
        """Return the entries about the program itself: its keys, starts and stops."""
        with told(self.file):
            rows = self._database.execute(f"{_ENTRY} WHERE {_OF_PROGRAM} ORDER BY number").fetchall()
        return [entry_of(row) for row in rows]

    def last_game(self, since: int) -> int | None:
        """Return the game that was written of last, from entry `since` on; None when there was none."""
        with told(self.file):
            row = self._database.execute(
                "SELECT game FROM entries WHERE number >= ? AND game IS NOT NULL AND kind != ? "
                "ORDER BY number DESC LIMIT 1",
                (since, Kind.IMPORT.value),
            ).fetchone()
        return None if row is None else int(row[0])

    def entry(self, number: int) -> Entry | None:
        """Return one entry, or None when it is not there."""
        with told(self.file):
            row = self._database.execute(f"{_ENTRY} WHERE number = ?", (number,)).fetchone()
        return None if row is None else entry_of(row)

    def checkpoints(self, after: int = 0) -> Iterator[Checkpoint]:
        """Yield every checkpoint at a later entry than `after`, in order."""
        while True:
            with told(self.file):
                rows = self._database.execute(
                    f"{_CHECKPOINT} WHERE count > ? ORDER BY count LIMIT {_PAGE}", (after,)
                ).fetchall()
            for row in rows:
                yield _checkpoint(row)
            if len(rows) < _PAGE:
                return
            after = rows[-1][0]

    def last_checkpoint(self) -> Checkpoint | None:
        """Return the newest checkpoint; None when nothing was signed yet."""
        with told(self.file):
            row = self._database.execute(f"{_CHECKPOINT} ORDER BY count DESC LIMIT 1").fetchone()
        return None if row is None else _checkpoint(row)

    def structure(self) -> str | None:
        """Return what is wrong with the file as a database, or None."""
        try:
            with told(self.file):
                (found,) = self._database.execute("PRAGMA integrity_check(1)").fetchone()
        except JournalError as error:
            return str(error)
        return None if found == "ok" else str(found).replace("\n", " ")


_STATES = {state.value: state for state in State}


def _line(row: Any) -> GameLine:
    number, settings, plies, result, state, noted = row
    if state not in _STATES:
        raise Damaged(f"the list of games is damaged: game {number} cannot be {state!r}")
    return GameLine(number, settings, plies, result, _STATES[state], noted)


def _checkpoint(row: Any) -> Checkpoint:
    count, head, signature = row
    if not isinstance(head, bytes) or not isinstance(signature, bytes):
        raise NotWhole(count, "its checkpoint is no hash and signature")
    return Checkpoint(count=count, head=head, signature=signature)


def entry_of(row: Any) -> Entry:
    """Return the entry in a row; raises `NotWhole` when no entry can stand so."""
    number, game, kind, at_ms, body, digest = row
    if kind not in tuple(Kind):
        raise NotWhole(number, f"{kind!r} is no kind of entry")
    types = (type(game) in (int, type(None)), type(at_ms) is int, type(body) is str, type(digest) is bytes)
    if not all(types):
        raise NotWhole(number, "a column holds something of another kind")
    return Entry(number=number, game=game, kind=Kind(kind), at_ms=at_ms, text=body, hash=digest)
