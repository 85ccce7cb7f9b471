"""A program that plays a short game on a journal and is killed by the system at each write, over and over.

    python -m tests.records.killed FOLDER

Each life is a process of its own, with a journal of its own: FOLDER/1/games.sqlite, FOLDER/2/... It ends by
SIGKILL right before or right after one commit, or one file that takes another's place; what was shown in it
stands in `shown` beside the journal. The life after the last write ends in good order, and with it all.
"""

from __future__ import annotations

import itertools
import os
import signal
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from momentum.records.decided import decision_words
from momentum.records.resuming import referee_on
from momentum.records.store import playing_on
from momentum.records.store.opening import connect
from momentum.records.store.schema import Database, Rows
from momentum.referee import Referee, TableSettings
from tests.referee.sitting import Sitting

SETTINGS = TableSettings.parse("pie=off rounds=3")
DROPS = ("d4", "e4", "d5", "a1", "g7", "c3")
"""A whole game of three rounds."""


def boards() -> list[str]:
    """Return the boards that settle in that game: each drop, and each end of a turn with pushes."""
    twin, seen = Sitting(referee=Referee(SETTINGS)), ["-"]
    for cell in DROPS:
        seen.append(twin.board_with(cell))
        twin.settle(seen[-1])
        if twin.phase == "push":
            seen.append(twin.target())
            twin.settle(seen[-1])
    return seen


class Fate:
    """Ends this process when its time has come."""

    def __init__(self, at: int) -> None:
        self._left = at

    def around(self, write: Callable[..., Any]) -> Callable[..., Any]:
        """Return a way to write that may end before, or after."""

        def fateful(*arguments: Any) -> Any:
            self._pass()
            done = write(*arguments)
            self._pass()
            return done

        return fateful

    def _pass(self) -> None:
        self._left -= 1
        if not self._left:
            os.kill(os.getpid(), signal.SIGKILL)


class Doomed:
    """A database whose commits are fateful."""

    def __init__(self, database: Database, fate: Fate) -> None:
        self._database = database
        self._commit = fate.around(database.execute)

    def execute(self, statement: str, values: Sequence[Any] = (), /) -> Rows:
        """Run one statement."""
        execute = self._commit if statement == "COMMIT" else self._database.execute
        rows: Rows = execute(statement, values)
        return rows

    def close(self) -> None:
        """Let the file go."""
        self._database.close()


def live(folder: Path, at: int) -> None:
    """Play the game; die at the given instant."""
    fate = Fate(at)
    os.replace = fate.around(os.replace)
    with (folder / "shown").open("w", encoding="ascii") as shown:
        connected = lambda uri: Doomed(connect(uri), fate)  # noqa: E731
        with playing_on(folder / "games.sqlite", "1.0", connected) as journal:
            sitting = Sitting(referee=referee_on(journal, SETTINGS), empty=False)
            for board in boards():
                for decision in sitting.settle(board):
                    print(decision_words(decision), file=shown, flush=True)


def lives(folder: Path) -> None:
    """Live until a life is long enough."""
    for at in itertools.count(1):
        (folder / str(at)).mkdir()
        child = os.fork()
        if not child:
            live(folder / str(at), at)
            os._exit(0)
        _, status = os.waitpid(child, 0)
        if not os.WIFSIGNALED(status):
            sys.exit(os.waitstatus_to_exitcode(status))


if __name__ == "__main__":
    lives(Path(sys.argv[1]))
