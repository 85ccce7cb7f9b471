"""Games without end, for a guest whose power will be cut: all that is shown is told.

    python -m tests.kernel.endless SHOWN CUTS

Virtual hands play on simulated tables in virtual time, as fast as the journals allow, a turn at each table in
turn. Each decision is told on a line when the program's watchers hear of it: `shown DISK NUMBER WORDS`.
Before that it is told what the last power cut left of each journal, of all that the folder SHOWN has as told;
CUTS is how many cuts there were.
"""

from __future__ import annotations

import json
import random
import subprocess
import sys
from collections.abc import Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from momentum.cli import run
from momentum.main.simulated import build_simulated, lay_out
from momentum.records.decided import decision_words
from momentum.records.errors import JournalError
from momentum.records.store import JournalReader, playing_on, read_journal
from momentum.records.store.opening import connect
from momentum.records.store.schema import Database, Rows
from momentum.referee import Phase, TableSettings
from momentum.rules import CELLS, Drop, Player, cells_in
from momentum.scenario.stage import Stage
from momentum.table.loop import LoopSettings
from momentum.table.notices import Decided, Notice

SETTLED_MS = 500.0
"""Table time after which an act of hands has been judged."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Disk:
    """A disk with a journal on it, and how careful whatever writes to it is."""

    device: str
    """The block device."""
    options: str = "barrier"
    """How it is mounted."""
    synchronous: str = "FULL"
    """What SQLite is told."""
    lasts: bool = False
    """Whether its games go on after a cut; else others begin."""

    @property
    def folder(self) -> Path:
        """Where it is mounted."""
        return Path("/mnt") / Path(self.device).name

    def journal(self, cuts: int) -> Path:
        """Return the journal that is played on after so many cuts."""
        return self.folder / ("games.sqlite" if self.lasts else f"games-{cuts}.sqlite")


DISKS = {
    "as-it-is": Disk(device="/dev/vda", lasts=True),
    "not-synchronous": Disk(device="/dev/vdb", synchronous="OFF"),
    "no-barriers": Disk(device="/dev/vdc", options="nobarrier"),
}
"""The first is what the program does; the others must lose, or the cuts prove nothing."""


class Careless:
    """A database that does not wait for the disk as long as it is told to."""

    def __init__(self, database: Database, synchronous: str) -> None:
        self._database = database
        self._synchronous = synchronous

    def execute(self, statement: str, values: Sequence[Any] = (), /) -> Rows:
        """Run one statement."""
        if statement.startswith("PRAGMA synchronous"):
            statement = f"PRAGMA synchronous = {self._synchronous}"
        return self._database.execute(statement, values)

    def close(self) -> None:
        """Let the file go."""
        self._database.close()


def tell(*words: object) -> None:
    """Write a line to whoever listens outside."""
    print(*words, flush=True)


def decided(journal: JournalReader) -> list[str]:
    """Return all that was ever decided, as a journal has it."""
    return [words for entry in journal.entries() for words in entry.body.get("then", ())]


def left(file: Path, shown: Path) -> dict[str, object]:
    """Return what a power cut left of a journal, and how much of what was shown is not in it."""
    try:
        with closing(read_journal(file)) as journal:
            kept = decided(journal)
    except JournalError:
        kept = []
    told = [line.rstrip("\n").split(" ", 1) for line in shown.open(encoding="ascii")]
    lost = sum(kept[int(number) :][:1] != [words] for number, words in told)
    whole = run(["games", "verify", "--journal", str(file)]) == 0
    return {"shown": len(told), "lost": lost, "kept": len(kept), "whole": whole}


class Table:
    """A simulated table and its journal, and hands that play on where the journal ends."""

    def __init__(self, name: str, disk: Disk, cuts: int, stack: ExitStack) -> None:
        self._name = name
        connected = lambda uri: Careless(connect(uri), disk.synchronous)  # noqa: E731
        journal = stack.enter_context(playing_on(disk.journal(cuts), "1.0", connected))
        self._number = len(decided(journal))
        self._chance = random.Random()
        build = partial(build_simulated, marbles_each=CELLS)
        self._stage = Stage(build, TableSettings(), LoopSettings(), self._hear, lambda: journal)
        lay_out(self._stage.table.hands, self._stage.referee.saved())
        self._rest()

    def _hear(self, notice: Notice) -> None:
        if isinstance(notice, Decided):
            tell("shown", self._name, self._number, decision_words(notice.decision))
            self._number += 1

    def _rest(self) -> None:
        self._stage.run_until(self._stage.now_ms + SETTLED_MS)

    def turn(self) -> None:
        """Make one drop and its pushes, or put right what is wrong, or begin the next game."""
        referee, table = self._stage.referee, self._stage.table
        if referee.phase is Phase.OVER:
            for marble in table.hands.marbles():
                table.hands.lift(marble.cell or 0)
            table.buttons.press("new")
        elif referee.phase is Phase.DROP:
            drops = [move.cell for move in referee.game.legal_moves() if isinstance(move, Drop)]
            south = referee.game.to_move is Player.SECOND
            table.hands.place(self._chance.choice(drops), south=south)
            self._rest()
        self._put_right()

    def _put_right(self) -> None:
        """Do what the lights ask for."""
        hands, due = self._stage.table.hands, self._stage.referee.snapshot().differences
        for cell in cells_in(due.lift | due.off | due.extra):
            hands.lift(cell)
        for cell in cells_in(due.place | due.missing):
            hands.place(cell, south=False)
        self._rest()


def main(shown: Path, cuts: int) -> None:
    """Tell what is left, then play until the power is cut."""
    with ExitStack() as stack:
        tables = []
        for name, disk in DISKS.items():
            disk.folder.mkdir(exist_ok=True)
            subprocess.run(["mount", "-t", "ext4", "-o", disk.options, disk.device, disk.folder], check=True)
            if cuts:
                tell("left", name, json.dumps(left(disk.journal(cuts - 1), shown / name)))
            tables.append(Table(name, disk, cuts, stack))
        tell("playing")
        while True:
            for table in tables:
                table.turn()


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
