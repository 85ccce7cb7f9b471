"""Journals for tests: sittings that are written down, random play at them, and databases that fail or die."""

from __future__ import annotations

import random
import shutil
import sqlite3
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from momentum.records.recorded import RecordedReferee
from momentum.records.store import Journal, JournalInMemory
from momentum.records.store.opening import connect
from momentum.records.store.schema import Database, Rows
from momentum.referee import (
    ArbiterActed,
    DrawAgreed,
    NewGame,
    Phase,
    Referee,
    Resigned,
    TableSettings,
    parse_act,
)
from momentum.referee.acts import SetPosition
from momentum.rules import Drop, Player, Position, cell_text, cells_text
from tests.referee.sitting import Sitting


def sitting_on(journal: Journal, settings: str = "pie=off", *, empty: bool = True) -> Sitting:
    """Return a sitting whose referee writes to this journal."""
    referee = Referee(TableSettings.parse(settings))
    return Sitting(referee=RecordedReferee(referee, journal, None), empty=empty)


def played_on(journal: Journal, *cells: str, settings: str = "pie=off") -> Sitting:
    """Return a sitting on this journal after these drops, each with its pushes made."""
    sitting = sitting_on(journal, settings)
    sitting.play(*cells)
    return sitting


def given_up(journal: Journal, player: str, *cells: str) -> Sitting:
    """Return a sitting on this journal that this player gave up after these drops."""
    sitting = played_on(journal, *cells)
    sitting.tell(Resigned(at_ms=sitting.later(100), player=Player(player)))
    return sitting


def written(settings: str = "pie=off", *cells: str) -> tuple[JournalInMemory, Sitting]:
    """Return a journal in memory and a sitting on it after these drops."""
    memory = JournalInMemory()
    return memory, played_on(memory.open(), *cells, settings=settings)


class Dice:
    """Plays at a sitting as anybody might: drops, pushes, mistakes, pauses, lost cables, undone turns."""

    def __init__(self, sitting: Sitting, seed: int) -> None:
        self._sitting = sitting
        self._chance = random.Random(seed)

    def throw(self) -> None:
        """Do one thing."""
        self._chance.choice(self._THROWS)(self)

    def _drop(self) -> None:
        game = self._sitting.referee.game
        drops = [move for move in game.legal_moves() if isinstance(move, Drop)]
        if drops and self._sitting.now.pending is None:
            self._sitting.settle(self._sitting.board_with(cell_text(self._chance.choice(drops).cell)))

    def _push(self) -> None:
        self._sitting.settle(
            self._sitting.target()
            if self._sitting.now.pending is not None
            else cells_text(self._sitting.referee.game.position.occupied)
        )

    def _mistake(self) -> None:
        self._sitting.settle(cells_text(self._chance.getrandbits(49) & self._chance.getrandbits(49)))

    def _lift_all(self) -> None:
        self._sitting.settle("-")

    def _press(self) -> None:
        self._sitting.press(self._chance.choice(["undo", "undo", "pause", "pause", "swap", "new", "first"]))

    def _fault(self) -> None:
        self._sitting.fault(self._chance.choice(["-", "d4", "a1,g7"]))

    def _cable(self) -> None:
        self._sitting.unplug()
        self._sitting.plug()

    def _end(self) -> None:
        at_ms = self._sitting.later(10)
        player = self._chance.choice(list(Player))
        self._sitting.tell(
            self._chance.choice([Resigned(at_ms=at_ms, player=player), DrawAgreed(at_ms=at_ms)])
        )

    def _rule(self) -> None:
        """Let the arbiter do something, or try to."""
        position = Position(1 << self._chance.randrange(24), 1 << self._chance.randrange(24, 49))
        acts = [
            *(
                "pause",
                "resume",
                "stand",
                "take_back 1",
                "take_back 3",
                "reopen",
                "swap_sides",
                "note",
                "aside",
            ),
            *("turn first", "turn second", "penalty first warning", "penalty both loss", "result draw"),
            f"counts ply={self._chance.randrange(9)}",
            str(SetPosition(position)),
            *(
                "clock first=3m",
                "clock first=1s second=2m",
                "penalty first time 1s",
                "penalty second opponent 30s",
            ),
            f"irregular first {self._chance.randrange(4)}",
            f"contact {self._chance.choice(['d4', 'g7'])} {self._chance.choice(['bad', 'good'])}",
            *(f"undo {number}" for number in range(1, len(self._sitting.now.acts) + 1)),
        ]
        act = parse_act(self._chance.choice(acts))
        self._sitting.tell(ArbiterActed(at_ms=self._sitting.later(10), act=act, reason="a {throw} of dice"))

    def _begin(self) -> None:
        if self._sitting.phase == Phase.OVER:
            rules = self._chance.choice(["pie=on", "pie=off rounds=3", "pie=off last_marble=forced"])
            settings = TableSettings.parse(rules)
            self._sitting.tell(NewGame(at_ms=self._sitting.later(10), settings=settings))

    _THROWS: Sequence[Callable[[Dice], None]] = (
        *[_drop, _push] * 6, _mistake, _lift_all, _press, _press, _rule, _rule, _rule, _fault, _cable, _end,
        _begin, _begin,
    )  # fmt: skip


class Killed(BaseException):
    """The program was killed."""


class Mortal:
    """A database whose program dies at its n-th statement, before or after that was done."""

    def __init__(self, database: Database, at: int, *, after: bool = False) -> None:
        self._database = database
        self.left = at
        """Statements until the end."""
        self._after = after
        self._dead = False

    def execute(self, statement: str, values: Sequence[Any] = (), /) -> Rows:
        """Run one statement, or die."""
        if self._dead:
            raise Killed
        self.left -= 1
        self._dead = self.left <= 0
        if self._dead and not self._after:
            raise Killed
        rows = self._database.execute(statement, values)
        if self._dead:
            raise Killed
        return rows

    def close(self) -> None:
        """Let the file go in good order, which a program that is dead does not do."""
        if not self._dead:
            self._database.close()

    def bury(self) -> None:
        """Close the file of a program that died, once there is an image of it."""
        self._database.close()


class Failing:
    """A database whose statements of some kinds fail as SQLite lets them fail, while `code` says so."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self.code: int | None = None
        """The SQLite result code that writing fails with; None while all is well."""
        self.failing = ("INSERT", "COMMIT")
        """How the statements that fail begin."""

    def execute(self, statement: str, values: Sequence[Any] = (), /) -> Rows:
        """Run one statement, or fail."""
        if self.code is not None and statement.startswith(self.failing):
            error = sqlite3.OperationalError("made up by a test")
            error.sqlite_errorcode = self.code
            raise error
        return self._database.execute(statement, values)

    def close(self) -> None:
        """Let the file go."""
        self._database.close()


def image_of(file: Path, folder: Path) -> Path:
    """Return a copy of a journal as it lies on the disk now, with all beside it, as a kill leaves it."""
    folder.mkdir()
    for part in file.parent.glob(f"{file.name}*"):
        if not part.name.endswith(("-shm", ".lock")):  # shared memory is gone with its programs
            shutil.copy2(part, folder / part.name)
    return folder / file.name


def wrapping(wrap: Callable[[Database], Database]) -> Callable[[str], Database]:
    """Return a way to open databases that are wrapped by `wrap`."""
    return lambda uri: wrap(connect(uri))
