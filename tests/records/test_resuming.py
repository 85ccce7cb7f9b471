"""Resuming: with which game a program goes on, or begins; and what starts and stops leave in the journal."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from momentum.records.book import Record
from momentum.records.entries import Kind
from momentum.records.errors import NoSuchGame
from momentum.records.recorded import RecordedReferee
from momentum.records.resuming import Choice, referee_on
from momentum.records.store import Journal, open_journal, playing_on, read_journal, verify
from momentum.referee import ArbiterActed, DrawAgreed, SensorKind, TableSettings, parse_act
from tests.records.journals import image_of
from tests.referee.sitting import Sitting

CASUAL = TableSettings.parse("pie=off")


@contextmanager
def program(
    file: Path, choice: Choice | None = None, settings: TableSettings = CASUAL
) -> Iterator[tuple[Journal, Sitting]]:
    """Run a program on a journal: its referee sits at a table whose board has not settled yet."""
    with playing_on(file, "1.0") as journal:
        yield journal, Sitting(referee=referee_on(journal, settings, choice), empty=False)


def number(sitting: Sitting) -> int | None:
    """Return the number of the game at the table."""
    assert isinstance(sitting.referee, RecordedReferee)
    return sitting.referee.number


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Return where a journal is to stand."""
    return tmp_path / "new folder" / "games.sqlite"


def test_a_first_start_begins_a_game_in_a_new_journal(file: Path) -> None:
    with program(file) as (_, sitting):
        assert (sitting.phase, number(sitting)) == ("setup", None)
        sitting.settle("-")
        assert number(sitting) == 1


def test_an_unfinished_game_goes_on_with_the_next_start(file: Path) -> None:
    with program(file) as (_, sitting):
        sitting.settle_each("-", "d4", "d4,e4")
    with program(file, settings=TableSettings.parse("mode=tournament")) as (_, sitting):
        assert (sitting.phase, number(sitting), sitting.moves) == ("push", 1, ["d4"])
        assert sitting.referee.settings == CASUAL
        sitting.settle("c4,e4")
        assert sitting.moves == ["d4", "e4"]
    with program(file) as (_, sitting):
        assert (sitting.phase, sitting.position) == ("restore", "c4/e4")


@pytest.mark.parametrize(("boards", "goes_on"), [(("-",), False), (("-", "d4"), True)])
def test_settings_that_were_named_count_unless_a_marble_was_dropped_under_others(
    file: Path, boards: tuple[str, ...], goes_on: bool
) -> None:
    with program(file) as (_, sitting):
        sitting.settle_each(*boards)
    named = Choice(settings_asked=True)
    with program(file, named, TableSettings.parse("rounds=5")) as (journal, sitting):
        assert (sitting.referee.settings == CASUAL) is goes_on
        assert [line.state for line in journal.games()] == ["open" if goes_on else "aside"]


def test_settings_that_were_named_again_put_no_game_aside(file: Path) -> None:
    for _ in range(2):
        with program(file, Choice(settings_asked=True)) as (journal, sitting):
            sitting.settle("-")
            assert [line.number for line in journal.games()] == [1]


def test_a_finished_game_does_not_go_on_with_the_next_start(file: Path) -> None:
    with program(file) as (_, sitting):
        sitting.settle_each("-", "d4")
        sitting.tell(DrawAgreed(at_ms=sitting.later(10)))
    with program(file) as (_, sitting):
        assert (sitting.phase, number(sitting)) == ("setup", None)
        sitting.settle("-")
        assert number(sitting) == 2


def test_a_finished_game_is_still_over_when_the_program_died_with_it(file: Path, tmp_path: Path) -> None:
    with program(file) as (_, sitting):
        sitting.settle_each("-", "d4")
        sitting.tell(DrawAgreed(at_ms=sitting.later(10)))
        dead = image_of(file, tmp_path / "dead")
    with program(dead) as (_, sitting):
        assert (sitting.phase, number(sitting)) == ("over", 1)
        dead_again = image_of(dead, tmp_path / "dead again")
    with program(dead_again) as (_, sitting):
        assert sitting.phase == "over"
        sitting.press("undo")
        assert (sitting.phase, sitting.moves) == ("restore", ["d4"])


def test_new_begins_another_game_and_puts_the_unfinished_one_aside(file: Path) -> None:
    with program(file) as (_, sitting):
        sitting.settle_each("-", "d4")
    with program(file, Choice(new=True)) as (journal, sitting):
        assert (sitting.phase, number(sitting)) == ("setup", None)
        sitting.settle_each("-", "a1")
        assert [(line.number, line.state) for line in journal.games()] == [(1, "aside"), (2, "open")]
    with program(file, Choice(number=1)) as (journal, sitting):
        assert (number(sitting), sitting.position) == (1, "d4/-")
        assert [(line.number, line.state) for line in journal.games()] == [(1, "open"), (2, "aside")]
        sitting.settle("d4,g7")
        assert sitting.moves == ["d4", "g7"]
    with program(file) as (_, sitting):
        assert number(sitting) == 1
    with program(file, Choice(number=1)) as (_, sitting):
        assert number(sitting) == 1


def test_a_game_that_the_arbiter_put_aside_goes_on_another_time_with_its_clocks(file: Path) -> None:
    timed = TableSettings.parse("pie=off mode=tournament clock=5m")
    with program(file, settings=timed) as (journal, sitting):
        sitting.settle_each("-", "d4")
        at_ms = sitting.later(2500)
        sitting.tell(ArbiterActed(at_ms=at_ms, act=parse_act("aside"), reason="the hall is closed"))
        sitting.settle_each("-", "a1")
        assert [(line.number, line.plies, line.state) for line in journal.games()] == [
            (1, 1, "aside"),
            (2, 1, "open"),
        ]
        assert [str(act.act) for act in journal.story(1).acts] == ["aside"]
        assert journal.story(2).acts == ()
        verify(journal, file)
    with program(file, Choice(number=1)) as (_, sitting):
        clock = sitting.now.clock
        assert clock is not None
        assert (sitting.position, clock.second.time_ms) == ("d4/-", 297_500)
        sitting.settle("d4")
        sitting.press("first")
        assert (sitting.phase, sitting.referee.settings) == ("drop", timed)


def test_new_after_a_crash_at_the_end_is_new(file: Path, tmp_path: Path) -> None:
    with program(file) as (_, sitting):
        sitting.settle_each("-", "d4")
        sitting.tell(DrawAgreed(at_ms=sitting.later(10)))
        dead = image_of(file, tmp_path / "dead")
    with program(dead, Choice(new=True)) as (_, sitting):
        assert sitting.phase == "setup"


@pytest.mark.parametrize(
    ("which", "why"),
    [
        (1, r"game 1 is over \(draw agreed\)"),
        (2, "has no game 2; momentum games list"),
        (10**30, "no game of such a number"),
    ],
)
def test_a_game_that_cannot_go_on_is_told(file: Path, which: int, why: str) -> None:
    with program(file) as (_, sitting):
        sitting.settle_each("-", "d4")
        sitting.tell(DrawAgreed(at_ms=sitting.later(10)))
    with pytest.raises(NoSuchGame, match=why), program(file, Choice(number=which)):
        pass


def test_a_game_played_elsewhere_can_go_on_here(file: Path) -> None:
    with closing(open_journal(file)) as journal:
        record = Record.parse('[Momentum "1"]\n[Rules "pie=off"]\n[Settings "mode=tournament"]\n\n1. d4 a1\n')
        assert journal.import_game(record, "elsewhere.txt") == 1
    with program(file, Choice(number=1)) as (_, sitting):
        assert (sitting.phase, sitting.position) == ("restore", "d4/a1")
        assert not sitting.referee.settings.casual
        sitting.settle("d4,a1,g7")
        assert sitting.moves == ["d4", "a1", "g7"]


def test_contacts_that_know_more_or_less_than_before_do_not_stop_a_game(file: Path) -> None:
    with program(file, settings=TableSettings.parse("pie=off sensors=polarity")) as (_, sitting):
        sitting.settle_each("-/-", "d4/-")
    with playing_on(file, "1.0") as journal:
        referee = referee_on(journal, CASUAL, sensors=SensorKind.PRESENCE)
        assert (referee.settings.polarity, referee.game.ply) == (False, 1)


def test_starts_are_counted_and_a_start_without_a_stop_was_a_crash(file: Path, tmp_path: Path) -> None:
    with program(file):
        pass
    with program(file):
        dead = image_of(file, tmp_path / "dead")
    with program(dead) as (journal, _):
        runs = [(entry.kind, entry.body["boot"]) for entry in journal.of_program() if entry.kind != Kind.KEY]
    assert runs == [(Kind.START, 1), (Kind.STOP, 1), (Kind.START, 2), (Kind.START, 3)]


def test_the_clock_on_the_wall_may_go_back_and_nothing_changes(file: Path) -> None:
    times = iter(["2026-11-30T14:00:00Z", "1970-01-01T00:00:07Z", "2000-01-01T00:00:00Z"])
    with closing(open_journal(file)) as journal:
        journal._wall = lambda: next(times)
        record = Record.parse('[Momentum "1"]\n[Rules "pie=off"]\n\n1. d4 a1\n')
        for _ in range(3):
            journal.import_game(record, "game.txt")
        assert [line.number for line in journal.games()] == [1, 2, 3]
        assert [line.noted[:4] for line in journal.games()] == ["2026", "1970", "2000"]
        assert verify(journal, file).games == 3


def test_a_journal_is_read_while_a_program_plays_on_it(file: Path) -> None:
    with program(file) as (_, sitting):
        sitting.settle_each("-", "d4")
        with closing(read_journal(file)) as reader:
            assert reader.line(1).plies == 1
            sitting.settle("d4,a1")
            assert reader.line(1).plies == 2
            assert verify(reader, file).games == 1


def test_a_game_is_added_while_a_program_plays(file: Path) -> None:
    with program(file) as (journal, sitting):
        sitting.settle_each("-", "d4")
        with closing(open_journal(file)) as other:
            record = Record.parse('[Momentum "1"]\n[Rules "pie=off"]\n\n1. d4 a1\n')
            assert other.import_game(record, "game.txt") == 2
        sitting.settle("d4,a1")
        assert [(line.number, line.plies) for line in journal.games()] == [(1, 2), (2, 2)]
        assert verify(journal, file).games == 2
