"""The recorded referee: what is decided is written first; what cannot be written is not decided, and said."""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from momentum.records.entries import Kind
from momentum.records.recorded import RETRY_MS, UNRECORDED_RETRY_MS, RecordedReferee, WriteAgain
from momentum.records.store import Journal, JournalInMemory, verify
from momentum.records.store.opening import IN_MEMORY, connect
from momentum.records.store.schema import bring_up_to_date
from momentum.records.store.seal import passing_seal
from momentum.referee import ArbiterActed, NewGame, Referee, Resigned, Sensed, TableSettings, parse_act
from momentum.rules import Player
from tests.records.journals import Dice, Failing, sitting_on, written
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


@contextmanager
def benches(rules: str = "pie=off", *, empty: bool = True) -> Iterator[Bench]:
    """Yield a bench on which nothing has been dropped yet; unless `empty`, no board has settled, either."""
    disk = Failing(connect("file::memory:"))
    bring_up_to_date(disk, IN_MEMORY)
    with closing(Journal(disk, IN_MEMORY, passing_seal())) as journal:
        journal.introduce_key()
        yield Bench(sitting_on(journal, rules, empty=empty), disk, journal)


@pytest.fixture
def bench() -> Iterator[Bench]:
    """Yield a bench on which nothing has been dropped yet."""
    with benches() as bench:
        yield bench


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


def rule(bench: Bench, act: str) -> list[str]:
    """Let the arbiter do something; return what is said then."""
    acted = ArbiterActed(at_ms=bench.sitting.later(10), act=parse_act(act), reason="they wish to finish")
    return said_in(bench.sitting.tell(acted))


def in_trouble(bench: Bench) -> None:
    """Let the disk fail after a turn, as another drop is made."""
    bench.sitting.play("d4")
    bench.fail()
    bench.sitting.settle("d4,a1")
    assert bench.sitting.phase == "paused"


def test_the_arbiter_lets_a_game_go_on_unrecorded_and_it_is_written_once_it_can_be(bench: Bench) -> None:
    in_trouble(bench)
    before = bench.kinds()
    assert rule(bench, "unrecorded") == ["arbiter", "turn_first"]
    assert bench.referee.unrecorded
    bench.sitting.play("g7", "g1")
    assert (bench.sitting.phase, bench.sitting.moves) == ("drop", ["d4", "a1", "g7", "g1"])
    assert bench.kinds() == before
    assert bench.mend() == []
    assert (bench.referee.trouble, bench.referee.unrecorded) == (None, False)
    assert bench.kinds()[len(before) :] == [Kind.TROUBLE, Kind.ARBITER, *[Kind.BOARD] * 3]
    assert bench.journal.story(1).saved() == bench.referee.saved()
    verify(bench.journal, Path(IN_MEMORY))


def test_only_a_game_that_stands_still_for_its_journal_is_let_go_on(bench: Bench) -> None:
    assert rule(bench, "unrecorded") == ["refused"]
    in_trouble(bench)
    rule(bench, "unrecorded")
    assert rule(bench, "unrecorded") == ["refused"]
    assert [str(each.act) for each in bench.sitting.now.acts] == ["unrecorded"]


def test_a_game_goes_on_unrecorded_as_the_table_lets_it(bench: Bench) -> None:
    in_trouble(bench)
    bench.sitting.unplug()
    rule(bench, "unrecorded")
    assert (bench.sitting.phase, bench.sitting.now.device) == ("paused", "the cable is out")
    bench.sitting.plug()
    bench.sitting.fault("g7")
    bench.sitting.settle("d4,a1")
    assert bench.sitting.moves == ["d4", "a1"]
    bench.mend()
    assert bench.kinds()[-6:] == [
        *(Kind.TROUBLE, Kind.LOST, Kind.ARBITER, Kind.BACK, Kind.FAULTS, Kind.BOARD)
    ]
    assert bench.journal.story(1).saved() == bench.referee.saved()


def test_hands_at_work_when_a_game_goes_on_unrecorded_are_waited_for(bench: Bench) -> None:
    in_trouble(bench)
    bench.sitting.sense("d4")
    assert rule(bench, "unrecorded") == ["arbiter"]
    assert bench.sitting.phase == "paused"
    bench.sitting.settle("d4")
    assert (bench.sitting.phase, bench.sitting.moves) == ("drop", ["d4"])


def test_undoing_the_leave_stops_play_until_the_journal_can_be_written(bench: Bench) -> None:
    in_trouble(bench)
    rule(bench, "unrecorded")
    assert rule(bench, "undo 1") == ["arbiter", "fault"]
    assert (bench.sitting.phase, bench.referee.unrecorded) == ("paused", False)
    bench.sitting.settle("d4,a1,g7")
    assert bench.sitting.moves == ["d4", "a1"]
    bench.mend()
    assert bench.sitting.moves == ["d4", "a1", "g7"]
    assert bench.journal.story(1).saved() == bench.referee.saved()


def test_leave_is_for_one_game_the_next_one_needs_its_own(bench: Bench) -> None:
    in_trouble(bench)
    rule(bench, "unrecorded")
    bench.sitting.tell(Resigned(at_ms=bench.sitting.later(10), player=Player.FIRST))
    assert bench.sitting.phase == "over"
    assert said_in(bench.sitting.press("new")) == ["extra", "fault"]
    assert (bench.sitting.phase, bench.referee.number) == ("paused", None)
    bench.sitting.settle("-")
    rule(bench, "unrecorded")
    bench.sitting.play("c3")
    bench.mend()
    assert bench.referee.number == 2
    assert [(line.plies, line.state) for line in bench.journal.games()] == [(2, "over"), (1, "open")]
    assert bench.journal.story(2).saved() == bench.referee.saved()


def test_a_game_of_which_nothing_could_be_written_goes_on_unrecorded_from_its_beginning() -> None:
    with benches(empty=False) as bench:
        bench.fail()
        bench.sitting.settle("-")
        rule(bench, "unrecorded")
        bench.sitting.play("d4", "a1")
        bench.mend()
        assert [(line.number, line.plies) for line in bench.journal.games()] == [(1, 2)]
        assert bench.journal.story(1).saved() == bench.referee.saved()


@settings(max_examples=30)
@given(seed=st.integers(0, 10**9), rules=st.sampled_from(["pie=on", "pie=off irregular=warning+loss@3"]))
def test_what_is_played_on_a_disk_that_comes_and_goes_is_whole_once_it_can_be_written(
    seed: int, rules: str
) -> None:
    chance = random.Random(seed)
    with benches(rules) as bench:
        dice = Dice(bench.sitting, seed)
        for _ in range(60):
            bench.disk.code = chance.choice([None, None, sqlite3.SQLITE_FULL])
            dice.throw()
            if bench.disk.code is not None and chance.random() < 0.7:
                rule(bench, "unrecorded")
        bench.mend()
        assert bench.referee.number is not None
        now, then = bench.referee.saved(), bench.journal.story(bench.referee.number).saved()
        assert replace(then, left_over=0) == replace(now, left_over=0)
        verify(bench.journal, Path(IN_MEMORY))


def test_play_that_goes_on_unrecorded_is_seldom_held_up_by_the_journal(bench: Bench) -> None:
    in_trouble(bench)
    rule(bench, "unrecorded")
    at_ms = bench.sitting.at_ms + UNRECORDED_RETRY_MS
    assert bench.referee.due(at_ms - 1) is None
    bench.sitting.tell(WriteAgain(at_ms=at_ms))
    assert bench.referee.unrecorded
    assert bench.referee.due(at_ms + UNRECORDED_RETRY_MS - 1) is None
    assert bench.referee.due(at_ms + UNRECORDED_RETRY_MS) is not None


def test_clocks_run_on_unrecorded_and_are_whole_when_written(bench: Bench) -> None:
    bench.sitting.tell(NewGame(at_ms=1.0, settings=TableSettings.parse("pie=off clock=5m+3s")))
    in_trouble(bench)
    rule(bench, "unrecorded")
    assert bench.referee.saved().clock is not None
    bench.sitting.later(20_000)
    bench.sitting.play("g7")
    bench.mend()
    written, kept = bench.journal.story(2).saved(), bench.referee.saved()
    assert [(turn.ply, turn.clock.first, turn.clock.second) for turn in written.turn_clocks] == [
        (turn.ply, turn.clock.first, turn.clock.second) for turn in kept.turn_clocks
    ]
    assert bench.referee.due_ms <= bench.sitting.at_ms + 6000


def test_a_new_failure_needs_a_new_leave(bench: Bench) -> None:
    in_trouble(bench)
    rule(bench, "unrecorded")
    bench.mend()
    bench.fail()
    bench.sitting.settle("d4,a1,g7")
    assert (bench.sitting.phase, bench.referee.unrecorded) == ("paused", False)


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
