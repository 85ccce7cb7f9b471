"""Clocks in the journal: written with all that changes how they run, and now and then while they do."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from momentum.clock import Clock, Run, clock_text
from momentum.records.entries import Draft, Kind
from momentum.records.errors import NotWhole
from momentum.records.readings import clock_after
from momentum.records.recorded import RETRY_MS, WriteAgain
from momentum.records.resuming import referee_on
from momentum.records.store import Journal, open_journal, read_journal, verify
from momentum.records.store.opening import IN_MEMORY, connect
from momentum.records.store.schema import bring_up_to_date
from momentum.records.store.seal import passing_seal
from momentum.referee import TableSettings, Tick, TurnClock
from tests.records.journals import Dice, Failing, sitting_on, written
from tests.referee.sitting import Sitting

EVENT = "600m irregular=warning+10s announce=player"


def tick_until(sitting: Sitting, at_ms: float) -> None:
    """Tell the time whenever the referee wants to be told, up to an instant."""
    while sitting.referee.due_ms <= at_ms:
        sitting.at_ms = sitting.referee.due_ms
        sitting.tell(Tick(at_ms=sitting.at_ms))


def stacked(turn_clocks: tuple[TurnClock, ...]) -> list[tuple[int, str]]:
    """Return the clocks of turns as they are written down."""
    return [(each.ply, clock_text(each.clock)) for each in turn_clocks]


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("clock", ["600m+3s", "600m_turn=press", "100s_warn=-", EVENT, f"{EVENT} confirm=on"])
def test_what_is_written_is_what_the_referee_goes_on_from(clock: str, seed: int) -> None:
    memory, sitting = written(f"pie=off clock={clock}")
    dice = Dice(sitting, seed)
    for _ in range(40):
        dice.throw()
        saved = sitting.referee.saved()
        line = max(each.number for each in memory.open().games())
        story = memory.open().story(line).saved()
        assert stacked(story.turn_clocks) == stacked(saved.turn_clocks)
        assert (story.irregular, story.confirmed) == (saved.irregular, saved.confirmed)
        assert story.announcing is saved.announcing
        if saved.clock is not None and saved.clock.run not in (Run.RUNNING, Run.READY):
            assert story.clock is not None
            assert clock_text(story.clock) == clock_text(saved.clock)


def test_running_clocks_are_written_every_five_seconds_and_every_second_when_time_is_short() -> None:
    memory, sitting = written("pie=off clock=63s_warn=-")
    begun_ms = sitting.at_ms
    tick_until(sitting, begun_ms + 60_500)
    readings = [entry for entry in memory.open().entries() if entry.kind is Kind.CLOCK]
    assert [entry.at_ms - begun_ms for entry in readings] == [5000, *range(6000, 61_000, 1000)]
    assert [entry.body["then"] for entry in readings[:2]] == [
        ["clock reading ran 5000"],
        ["clock reading ran 1000"],
    ]
    assert not any(entry.sealed for entry in readings)


@pytest.mark.parametrize(
    ("clock", "every_ms"), [("9m", 9000), ("10m+5s", 10_000), ("90m", 30_000), ("up", 30_000)]
)
def test_clocks_with_much_time_left_are_written_less_often(clock: str, every_ms: int) -> None:
    memory, sitting = written(f"pie=off clock={clock}")
    begun_ms = sitting.at_ms
    tick_until(sitting, begun_ms + every_ms)
    readings = [entry for entry in memory.open().entries() if entry.kind is Kind.CLOCK]
    assert [entry.at_ms - begun_ms for entry in readings] == [every_ms]


CONTROLS = (
    "70s",
    "65s+3s",
    "65s_b3s",
    "65s_d3s",
    "20s;30s+5s",
    "byo_20s_5x10s",
    "canadian_20s_60s/3",
    "hourglass_80s",
    "up",
)


@pytest.mark.parametrize("clock", CONTROLS)
def test_what_is_written_shortly_is_read_as_the_whole_clocks(clock: str) -> None:
    memory, sitting = written(f"pie=off clock={clock}_after=play_on_warn=15s")
    for number, cell in enumerate(("d4", "a1", "g7", "g1", "a7", "c2")):
        for _ in range(number % 3):
            sitting.press("pause")
        tick_until(sitting, sitting.at_ms + 7000 * (number % 4))
        sitting.play(cell)
        tick_until(sitting, sitting.at_ms + 4000)
        kept, told = memory.open().story(1).clock, sitting.referee.saved().clock
        assert kept is not None
        assert told is not None
        ran = told.played_ms - kept.played_ms
        assert clock_text(clock_after(kept, "reading", ran)) == clock_text(told)
    words = [words for entry in memory.open().entries_of(1) for words in entry.then if words[0] == "clock"]
    assert {"turn", "pause", "resume"} <= {each[1] for each in words if each[2] == "ran"}


def test_clocks_that_run_before_they_were_started_are_not_whole() -> None:
    memory, sitting = written("pie=off", "d4")
    journal = memory.open()
    journal.append([Draft(kind=Kind.CLOCK, body={"then": ["clock reading ran 5000"]})], 1)
    with pytest.raises(NotWhole, match="cannot be played on from it"):
        journal.story(1)
    assert sitting.moves == ["d4"]


def test_nothing_is_written_while_no_clock_runs() -> None:
    memory, sitting = written("pie=off clock=5m")
    sitting.press("pause")
    before = memory.open().last()
    tick_until(sitting, sitting.at_ms + 60_000)
    assert memory.open().last() == before


def test_after_a_crash_the_clocks_stand_as_they_were_written_last() -> None:
    memory, sitting = written("pie=off clock=5m", "d4")
    tick_until(sitting, sitting.at_ms + 12_000)
    sitting.later(2000)
    again = Sitting(referee=referee_on(memory.open(), TableSettings()), empty=False)
    clock = again.now.clock
    assert isinstance(clock, Clock)
    assert (again.phase, clock.run, clock.second.time_ms) == ("paused", Run.PAUSED, 290_000)
    again.settle("d4")
    assert again.phase == "paused"
    again.press("pause")
    assert (again.phase, again.now.clock is not None) == ("drop", True)


def test_a_journal_with_clocks_is_whole(tmp_path: Path) -> None:
    file = tmp_path / "games.sqlite"
    with closing(open_journal(file)) as journal:
        sitting = sitting_on(journal, "pie=off clock=byo_5s_2x30s")
        sitting.play("d4", "a1")
        sitting.press("undo")
        sitting.settle("d4")
        tick_until(sitting, sitting.at_ms + 100_000)
        assert sitting.phase == "over"
    with closing(read_journal(file)) as reader:
        assert verify(reader, file).games == 1
        assert [line.result for line in reader.games()] == ["first time"]


def test_a_flag_that_cannot_be_written_down_ends_no_game_until_it_can() -> None:
    disk = Failing(connect("file::memory:"))
    bring_up_to_date(disk, IN_MEMORY)
    with closing(Journal(disk, IN_MEMORY, passing_seal())) as journal:
        sitting = sitting_on(journal, "pie=off clock=10s_warn=-")
        tick_until(sitting, sitting.at_ms + 8000)
        disk.code = sqlite3.SQLITE_FULL
        tick_until(sitting, sitting.at_ms + 60_000)
        assert (sitting.phase, sitting.referee.game.result) == ("paused", None)
        disk.code = None
        sitting.tell(WriteAgain(at_ms=sitting.later(RETRY_MS)))
        assert sitting.phase == "drop"
        tick_until(sitting, sitting.at_ms + 60_000)
        assert sitting.phase == "over"
