"""Clocks in the journal: written with all that changes how they run, and now and then while they do."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from momentum.clock import Clock, Run, clock_text
from momentum.records.entries import Kind
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
    assert readings[0].body["then"] == [
        (
            "clock reading 1m3s warn=- @ first time=58000 turn=5000 used=5000 armed=63000"
            " @ second time=63000 armed=63000 @ paused first"
        )
    ]
    assert not any(entry.sealed for entry in readings)


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
