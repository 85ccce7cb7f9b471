"""Kill: a program that dies at any statement leaves a whole journal, with all that it ever acknowledged."""

from __future__ import annotations

import itertools
import shutil
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from momentum.records.book import Record
from momentum.records.recorded import RecordedReferee
from momentum.records.resuming import referee_on
from momentum.records.store import open_journal, playing_on, verify
from momentum.records.store.opening import connect
from momentum.referee import Referee, Saved, TableSettings
from tests.records import killed
from tests.records.journals import Killed, Mortal, image_of
from tests.referee.sitting import Sitting

ROOT = Path(__file__).parents[2]
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


@pytest.fixture(scope="module", name="lives")
def lives_that_the_system_ended(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Return the folders of programs that were killed, one after another write each; the last one was not."""
    folder = tmp_path_factory.mktemp("lives")
    command = [sys.executable, "-m", killed.__name__, str(folder)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
    assert (done.returncode, done.stderr) == (0, "")
    return sorted(folder.iterdir(), key=lambda life: int(life.name))


def test_the_system_killed_before_and_after_each_commit_and_each_file_put_in_place(lives: list[Path]) -> None:
    assert len(lives) > 2 * len(killed.boards())
    shown = [(life / "shown").read_text("ascii") for life in lives]
    assert len(set(shown)) > len(killed.boards())
    assert "result " in shown[-1]


def test_what_the_system_killed_lost_nothing_that_was_shown_and_its_game_goes_on(lives: list[Path]) -> None:
    for life in lives:
        shown = (life / "shown").read_text("ascii").splitlines()
        with playing_on(life / "games.sqlite", "1.0") as journal:
            verify(journal, life / "games.sqlite")
            written = [words for entry in journal.entries() for words in entry.body.get("then", ())]
            assert written[: len(shown)] == shown
            _check_the_game_goes_on(referee_on(journal, killed.SETTINGS))


def _check_the_game_goes_on(referee: Referee) -> None:
    """Check that it stands where hands had brought it, and that they can bring it to its end."""
    twin = Sitting(referee=Referee(killed.SETTINGS), empty=False)
    states = [twin.referee.saved()]
    for board in killed.boards():
        twin.settle(board)
        states.append(Referee.resumed(twin.referee.saved()).saved())
    hands = Sitting(referee=referee, empty=False)
    for board in ("-", *killed.boards())[states.index(referee.saved()) :]:
        hands.settle(board)
    assert hands.referee.game == twin.referee.game
    assert hands.referee.game.result is not None
