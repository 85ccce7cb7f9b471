"""The journal: entries appended one after another, each on the disk before anything of it is shown."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import UTC, datetime

from momentum.records.book import Record
from momentum.records.entries import Draft, Entry, Kind, entry_after
from momentum.records.errors import NoSuchGame
from momentum.records.history import State, line_after, settings_of
from momentum.records.store.reader import JournalReader
from momentum.records.store.schema import Database
from momentum.records.store.seal import Checkpoint, Seal
from momentum.records.store.trouble import told

_NOTED = (Kind.START, Kind.GAME, Kind.IMPORT, Kind.ARBITER)
"""Kinds that note the time on the wall."""


def wall_time() -> str:
    """Return the time on this machine's wall, which may be wrong, such as `2026-11-30T14:05:09Z`."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


class Journal(JournalReader):
    """A journal to be written. Several may append to one file: each looks for its end first."""

    def __init__(
        self,
        database: Database,
        file: str,
        seal: Seal,
        wall: Callable[[], str] = wall_time,
        in_place: Callable[[], None] | None = None,
    ) -> None:
        """Write to `database`; `in_place` raises `JournalError` when its file is no longer where it was."""
        super().__init__(database, file)
        self._in_place = in_place
        self._seal = seal
        self._wall = wall
        self._boot = 0
        self.interrupted: int | None = None
        """The game that was at the table when the program last died; None when it ended in good order."""

    def introduce_key(self) -> None:
        """Write down which key signs from here on, unless it is the one that did. Raises `JournalError`."""
        if self.signers()[-1:] != [self._seal.public]:
            self.append([Draft(kind=Kind.KEY, body={"key": self._seal.public.hex()})])

    def start(self, version: str) -> int:
        """Write down that the program started, and return how many starts there were. Raises JournalError."""
        runs = [entry for entry in self.of_program() if entry.kind is not Kind.KEY]
        if runs and runs[-1].kind is Kind.START:
            stops = [entry.number for entry in runs if entry.kind is Kind.STOP]
            self.interrupted = self.last_game(since=max(stops, default=0))
        self._boot = 1 + max((entry.body["boot"] for entry in runs), default=0)
        self.append([Draft(kind=Kind.START, body={"boot": self._boot, "version": version})])
        return self._boot

    def stop(self) -> None:
        """Write down that the program ends in good order. Raises `JournalError`."""
        self.append([Draft(kind=Kind.STOP, body={"boot": self._boot})])

    def append(self, drafts: Sequence[Draft], game: int | None = None) -> int | None:
        """Write entries down, all or none, and return when they are on the disk.

        They belong to `game`, and those from one that begins a game on to that; the number of the last one's
        game is returned. Raises `JournalError` when they could not be written.
        """
        if self._in_place is not None:
            self._in_place()
        with told(self.file), self._transaction():
            game, checkpoint = self._write(drafts, game)
        if checkpoint is not None:
            self._seal.keep(checkpoint)
        return game

    def import_game(self, record: Record, file: str) -> int:
        """Add a game played elsewhere and return its number here. Raises `RecordError`, `JournalError`."""
        record.game()
        settings_of(record)
        body = {"record": str(record), "file": file}
        number = self.append([Draft(kind=Kind.IMPORT, body=body)])
        if number is None:
            raise AssertionError("an imported game has a number")
        return number

    def resume(self, number: int) -> None:
        """Let a game that was put aside go on. Raises `NoSuchGame` when it is over or not there."""
        line = self.line(number)
        if line.state is State.OVER:
            raise NoSuchGame(f"game {number} is over ({line.result}); a game that has ended does not go on")
        if line.state is State.ASIDE:
            self.append([Draft(kind=Kind.RESUME)], number)

    def put_aside(self) -> int | None:
        """Put the open game aside and return its number; None when there is none. Raises `JournalError`."""
        for number in self.open_games():
            self.append([Draft(kind=Kind.ASIDE)], number)
            return number
        return None

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        self._database.execute("BEGIN IMMEDIATE")
        try:
            yield
            self._database.execute("COMMIT")
        except BaseException:
            with suppress(sqlite3.Error):  # it may have been rolled back already
                self._database.execute("ROLLBACK")
            raise

    def _write(self, drafts: Sequence[Draft], game: int | None) -> tuple[int | None, Checkpoint | None]:
        last, checkpoint = self.last(), None
        for draft, number in self._placed(drafts, game):
            game = number
            last = entry_after(last, number, self._dated(draft))
            self._insert(last)
            if last.sealed:
                checkpoint = self._seal.sign(last.number, last.hash)
                values = (checkpoint.count, checkpoint.head, checkpoint.signature)
                self._database.execute("INSERT INTO checkpoints VALUES (?, ?, ?)", values)
        return game, checkpoint

    def _placed(self, drafts: Sequence[Draft], game: int | None) -> Iterator[tuple[Draft, int | None]]:
        """Yield each draft with its game; an open game that another one follows is put aside first."""
        for draft in drafts:
            if draft.kind in (Kind.GAME, Kind.IMPORT):
                (game,) = self._database.execute("SELECT coalesce(max(number), 0) + 1 FROM games").fetchone()
            if draft.kind in (Kind.GAME, Kind.RESUME):
                for other in self.open_games():
                    yield Draft(kind=Kind.ASIDE, at_ms=draft.at_ms), other
            yield draft, game

    def _dated(self, draft: Draft) -> Draft:
        if draft.kind not in _NOTED:
            return draft
        return Draft(kind=draft.kind, at_ms=draft.at_ms, body={**draft.body, "noted": self._wall()})

    def _insert(self, entry: Entry) -> None:
        values = (entry.number, entry.game, entry.kind.value, entry.at_ms, entry.text, entry.hash)
        self._database.execute("INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?)", values)
        if entry.game is not None:
            self._list(entry, entry.game)

    def _list(self, entry: Entry, game: int) -> None:
        begins = entry.kind in (Kind.GAME, Kind.IMPORT)
        before = None if begins else self.line(game)
        line = line_after(before, entry)
        if line != before:
            self._database.execute(
                "INSERT OR REPLACE INTO games VALUES (?, ?, ?, ?, ?, ?)",
                (line.number, line.settings, line.plies, line.result, line.state.value, line.noted),
            )
