"""The recorded referee: what is decided is written first; what cannot be written is not decided, and said."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass

import pytest

from momentum.records.entries import Kind
from momentum.records.recorded import RETRY_MS, RecordedReferee, WriteAgain
from momentum.records.store import Journal, JournalInMemory
from momentum.records.store.opening import IN_MEMORY, connect
from momentum.records.store.schema import bring_up_to_date
from momentum.records.store.seal import passing_seal
from momentum.referee import NewGame, Referee, Resigned, Sensed, TableSettings
from momentum.rules import Player
from tests.records.journals import Failing, sitting_on, written
from tests.referee.sitting import Sitting, board, said_in


@dataclass(frozen=True, slots=True)
class Bench:
    """A sitting on a journal whose disk can fail."""

    sitting: Sitting
    disk: Failing
    journal: Journal

    @property
    def referee(self) -> RecordedReferee:
        """The sitting's referee."""
        assert isinstance(self.sitting.referee, RecordedReferee)
        return self.sitting.referee

    def fail(self, code: int = sqlite3.SQLITE_FULL) -> None:
        """Let every write fail from now on."""
        self.disk.code = code

    def mend(self) -> list[str]:
        """Let writes succeed again and the journal be tried; return what is said then."""
        self.disk.code = None
        return said_in(self.sitting.tell(WriteAgain(at_ms=self.sitting.later(RETRY_MS))))

    def kinds(self) -> list[Kind]:
        """Return the kinds of all entries."""
        return [entry.kind for entry in self.journal.entries()]


@pytest.fixture
def bench() -> Iterator[Bench]:
    """Yield a bench on which nothing has been dropped yet."""
    disk = Failing(connect("file::memory:"))
    bring_up_to_date(disk, IN_MEMORY)
    with closing(Journal(disk, IN_MEMORY, passing_seal())) as journal:
        yield Bench(sitting_on(journal), disk, journal)


def test_an_entry_is_there_when_a_decision_is_returned() -> None:
    memory, sitting = written("pie=off", "d4")
    decisions = sitting.settle("d4,e4")
    last = memory.open().last()
    assert last is not None
    assert last.body == {
        "board": "d4,e4",
        "then": ["drop second e4", "phase push"],
        "kept": "started drop=e4",
    }
    assert len(decisions) == 2


def test_a_board_that_changes_nothing_is_not_written() -> None:
    memory, sitting = written("pie=off", "d4")
    before = memory.open().last()
    sitting.settle("d4")
    sitting.sense("d4,e4")
    assert memory.open().last() == before


def test_a_game_is_written_once_something_happens_in_it() -> None:
    memory = JournalInMemory()
    sitting = sitting_on(memory.open(), empty=False)
    assert memory.open().games() == []
    sitting.settle("-")
    assert [entry.kind for entry in memory.open().entries()] == [Kind.KEY, Kind.GAME, Kind.BOARD]


def test_a_new_game_is_an_entry_with_what_follows_from_it() -> None:
    memory, sitting = written("pie=off", "d4")
    sitting.tell(NewGame(at_ms=sitting.later(10), settings=TableSettings.parse("rounds=7")))
    last = memory.open().last()
    assert last is not None
    assert (last.kind, last.game) == (Kind.GAME, 2)
    assert last.body["settings"].startswith("pie=on rounds=7 ")
    assert last.body["then"][0] == "started"
    assert [line.state for line in memory.open().games()] == ["aside", "open"]


def test_the_button_for_a_new_game_begins_the_first_game_but_once() -> None:
    memory = JournalInMemory()
    sitting = sitting_on(memory.open(), empty=False)
    sitting.press("new")
    assert [line.number for line in memory.open().games()] == [1]


def test_what_cannot_be_written_is_not_decided(bench: Bench) -> None:
    bench.sitting.play("d4")
    saved = bench.referee.saved()
    bench.fail()
    said = said_in(bench.sitting.settle("d4,a1"))
    assert said == ["fault"]
    assert bench.referee.saved() == saved
    assert bench.sitting.phase == "paused"
    assert bench.referee.trouble is not None
    assert "the game cannot be written down: the disk that holds" in bench.referee.trouble
    assert bench.sitting.now.device == bench.referee.trouble


def test_play_goes_on_where_the_board_is_once_the_journal_can_be_written(bench: Bench) -> None:
    bench.sitting.play("d4")
    bench.fail()
    bench.sitting.settle("d4,a1")
    assert bench.mend() == ["turn_first"]
    assert (bench.sitting.phase, bench.sitting.moves) == ("drop", ["d4", "a1"])
    assert bench.referee.trouble is None
    assert Kind.TROUBLE in bench.kinds()


def test_pushes_interrupted_by_a_full_disk_go_on(bench: Bench) -> None:
    bench.sitting.settle_each("d4", "d4,e4")
    bench.fail()
    bench.sitting.settle("c4,e4")
    assert (bench.sitting.phase, bench.sitting.moves) == ("paused", ["d4"])
    bench.mend()
    assert (bench.sitting.phase, bench.sitting.moves) == ("drop", ["d4", "e4"])


def test_hands_still_at_work_when_the_disk_is_mended_are_waited_for(bench: Bench) -> None:
    bench.sitting.play("d4")
    bench.fail()
    bench.sitting.settle("d4,a1")
    bench.sitting.sense("d4")
    assert bench.mend() == []
    assert bench.sitting.phase == "paused"
    bench.sitting.settle("d4")
    assert (bench.sitting.phase, bench.sitting.moves) == ("drop", ["d4"])


def test_the_journal_is_tried_again_once_a_second_and_no_sooner(bench: Bench) -> None:
    assert bench.referee.due(0) is None
    bench.fail()
    bench.sitting.settle("d4")
    failed_ms = bench.sitting.at_ms
    assert bench.referee.due(failed_ms + RETRY_MS - 1) is None
    again = bench.referee.due(failed_ms + RETRY_MS)
    assert again == WriteAgain(at_ms=failed_ms + RETRY_MS)
    assert bench.sitting.tell(again) == ()
    assert bench.referee.due(failed_ms + RETRY_MS + 1) is None
    assert bench.referee.due(failed_ms + 2 * RETRY_MS) is not None


def test_a_needless_try_does_nothing(bench: Bench) -> None:
    kinds = bench.kinds()
    assert bench.sitting.tell(WriteAgain(at_ms=1.0)) == ()
    assert bench.kinds() == kinds


def test_whoever_asks_for_something_meanwhile_hears_why_not(bench: Bench) -> None:
    bench.sitting.play("d4")
    bench.fail(sqlite3.SQLITE_READONLY)
    bench.sitting.settle("d4,a1")
    assert said_in(bench.sitting.press("pause")) == ["fault"]
    assert said_in(bench.sitting.tell(Resigned(at_ms=1e6, player=Player.FIRST))) == ["fault"]
    assert bench.sitting.settle("d4") == ()
    bench.mend()
    assert bench.referee.game.result is None


def test_a_lost_cable_is_lost_whether_it_is_written_or_not(bench: Bench) -> None:
    bench.sitting.play("d4")
    bench.fail()
    assert said_in(bench.sitting.unplug()) == ["fault", "fault"]
    bench.mend()
    assert bench.sitting.phase == "paused"
    assert bench.sitting.now.device == "the cable is out"
    bench.sitting.plug()
    bench.sitting.settle("d4")
    assert bench.sitting.phase == "drop"
    assert bench.kinds()[-4:] == [Kind.LOST, Kind.TROUBLE, Kind.BACK, Kind.BOARD]


def test_a_cable_that_is_back_does_not_help_a_full_disk(bench: Bench) -> None:
    bench.sitting.play("d4")
    bench.fail()
    bench.sitting.settle("d4,a1")
    bench.sitting.unplug()
    bench.sitting.plug()
    bench.sitting.settle("d4,a1")
    assert bench.sitting.phase == "paused"
    assert bench.sitting.now.device == bench.referee.trouble
    bench.mend()
    assert bench.sitting.moves == ["d4", "a1"]


def test_a_bad_contact_is_told_and_written_later(bench: Bench) -> None:
    bench.sitting.play("d4")
    bench.fail()
    assert said_in(bench.sitting.fault("d4")) == ["fault", "fault"]
    assert bench.sitting.now.fault == board("d4").occupied
    bench.mend()
    assert bench.sitting.phase == "drop"
    assert bench.kinds()[-3:-1] == [Kind.FAULTS, Kind.TROUBLE]


def test_a_disk_that_fails_again_stops_play_again(bench: Bench) -> None:
    bench.sitting.play("d4")
    bench.fail()
    bench.sitting.settle("d4,a1")
    bench.disk.failing = ("INSERT INTO games", "INSERT OR REPLACE")
    assert said_in(bench.sitting.tell(WriteAgain(at_ms=bench.sitting.later(RETRY_MS)))) == ["fault"]
    assert bench.sitting.phase == "paused"
    bench.mend()
    assert bench.sitting.moves == ["d4", "a1"]


def test_a_game_that_is_over_stays_over_without_a_disk(bench: Bench) -> None:
    bench.sitting.tell(NewGame(at_ms=1.0, settings=TableSettings.parse("pie=off rounds=1")))
    bench.sitting.play("a1", "g7")
    bench.fail()
    assert said_in(bench.sitting.press("new")) == ["fault"]
    assert bench.sitting.phase == "over"
    bench.mend()
    assert bench.sitting.phase == "over"


def test_lights_follow_marbles_while_nothing_can_be_written(bench: Bench) -> None:
    bench.fail()
    assert bench.referee.receive(Sensed(at_ms=1.0, seen=board("d4"))) == ()


def test_a_recorded_referee_takes_over_where_another_one_stands() -> None:
    plain = Sitting("pie=off")
    plain.settle_each("d4", "d4,e4")
    recorded = RecordedReferee(plain.referee, JournalInMemory().open(), 1)
    assert recorded.saved() == plain.referee.saved()
    assert recorded.snapshot() == plain.referee.snapshot()
    assert isinstance(recorded, Referee)
