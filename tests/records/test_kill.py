"""Kill: a program that dies at any statement leaves a whole journal, with all that it ever acknowledged."""

from __future__ import annotations

import itertools
import shutil
import signal
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from momentum.records.book import Record
from momentum.records.recorded import RecordedReferee
from momentum.records.resuming import referee_on
from momentum.records.store import open_journal, playing_on, read_journal, verify
from momentum.records.store.opening import connect
from momentum.referee import Referee, Saved, TableSettings
from tests.records.journals import Killed, Mortal, image_of
from tests.referee.sitting import Sitting

BOARDS = ("-", "d4", "d4,e4", "c4,e4", "c4,e4,a1")
"""Two turns and a drop, the second turn with a push."""
SETTINGS = TableSettings.parse("pie=off")


def play(file: Path, at: int, acknowledged: list[Saved], *, after: bool) -> Path | None:
    """Play until the program dies at its n-th statement; return the journal as the kill left it.

    `acknowledged` is told what every settled board led to, once written. None when it lives to the end.
    """
    opened: list[Mortal] = []

    def mortal(uri: str) -> Mortal:
        opened.append(Mortal(connect(uri), at, after=after))
        return opened[-1]

    try:
        with closing(open_journal(file, mortal)) as journal:
            journal.start("1.0")
            sitting = Sitting(referee=RecordedReferee(Referee(SETTINGS), journal, None), empty=False)
            for board in BOARDS:
                sitting.settle(board)
                acknowledged.append(sitting.referee.saved())
    except Killed:
        image = image_of(file, file.parent / "image")
        opened[-1].bury()
        return image
    return None


@pytest.fixture(scope="module")
def known(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a journal to which a game was imported, to be copied."""
    file = tmp_path_factory.mktemp("known") / "games.sqlite"
    with closing(open_journal(file)) as journal:
        journal.import_game(Record.parse('[Momentum "1"]\n[Rules "pie=on"]\n\n1. d4 swap\n'), "game.txt")
    return file


@pytest.mark.parametrize("after", [False, True], ids=["before", "after"])
@pytest.mark.parametrize("new", [True, False], ids=["new", "known"])
def test_a_kill_at_any_statement_loses_nothing_acknowledged(
    known: Path, tmp_path: Path, new: bool, after: bool
) -> None:
    for at in itertools.count(1):
        folder, acknowledged = tmp_path / str(at), list[Saved]()
        folder.mkdir()
        file = folder / "games.sqlite" if new else image_of(known, folder / "known")
        image = play(file, at, acknowledged, after=after)
        if image is None:
            break
        _check_what_is_left(image, acknowledged)
        shutil.rmtree(folder)
    assert at > 50, "every write was among the statements that killed"
    assert len(acknowledged) == len(BOARDS)


def _check_what_is_left(image: Path, acknowledged: list[Saved]) -> None:
    with playing_on(image, "1.0") as journal:
        verify(journal, image)
        referee = referee_on(journal, SETTINGS)
        if acknowledged:
            _check_nothing_lost(referee, acknowledged)


def _check_nothing_lost(referee: Referee, acknowledged: list[Saved]) -> None:
    """Check that play goes on from what was acknowledged last, or from what was being written then."""
    twin = Sitting(referee=Referee(SETTINGS), empty=False)
    states = []
    for board in BOARDS:
        twin.settle(board)
        states.append(Referee.resumed(twin.referee.saved()).saved())
    assert referee.saved() in states[len(acknowledged) - 1 : len(acknowledged) + 1]


KILLED_BY_THE_SYSTEM = """
import os, signal, sys
from pathlib import Path
from momentum.records.recorded import RecordedReferee
from momentum.records.store import open_journal
from momentum.records.store.opening import connect
from momentum.referee import Referee, Seen, Settled, TableSettings
from momentum.rules import parse_cells

class Doomed:
    def __init__(self, database):
        self.database, self.left = database, int(sys.argv[2])
    def execute(self, statement, values=(), /):
        self.left -= 1
        if not self.left:
            os.kill(os.getpid(), signal.SIGKILL)
        return self.database.execute(statement, values)
    def close(self):
        self.database.close()

journal = open_journal(Path(sys.argv[1]), lambda uri: Doomed(connect(uri)))
referee = RecordedReferee(Referee(TableSettings.parse("pie=off")), journal, None)
for number, board in enumerate(sys.argv[3:]):
    referee.receive(Settled(at_ms=float(number), seen=Seen(occupied=parse_cells(board))))
    print(number, flush=True)
"""


@pytest.mark.parametrize("at", [45, 52, 60])
def test_a_program_that_the_system_kills_loses_nothing_acknowledged(tmp_path: Path, at: int) -> None:
    file = tmp_path / "games.sqlite"
    command = [sys.executable, "-c", KILLED_BY_THE_SYSTEM, str(file), str(at), *BOARDS]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == -signal.SIGKILL, done.stderr
    said = done.stdout.split()
    assert said
    with closing(read_journal(file)) as reader:
        boards = [entry.body["board"] for entry in reader.entries() if entry.kind == "board"]
        assert boards[: len(said)] == list(BOARDS[: len(said)])
        assert verify(reader, file).games == 1
