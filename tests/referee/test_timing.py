"""The clocks at a table: exactly one runs while its player is to act, or none; and no millisecond is lost."""

from __future__ import annotations

import math
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from momentum.clock import Run
from momentum.referee import (
    ClockChange,
    ClockChanged,
    Decision,
    Event,
    GameStarted,
    Referee,
    Sensed,
    TableSettings,
    Tick,
)
from momentum.referee.timing import PLAYING
from momentum.rules import Player
from tests.referee.sitting import Sitting
from tests.referee.test_laws import MODES, RULES, Restless

EVENTS = st.sampled_from(
    [
        "",
        "irregular=warning+30s+loss@9",
        "announce=player irregular=warning",
        "confirm=on announce=player irregular=warning+1m",
    ]
)
LONG = st.sampled_from(["900m", "900m+3s", "900m_b5s", "up", "900m_turn=press", "first_900m_|_second_800m"])


class TimedSitting(Sitting):
    """A sitting that adds up by itself how long clocks have run, and compares after everything it tells."""

    ran_ms = 0

    def tell(self, event: Event) -> tuple[Decision, ...]:
        """Hand an event over, and see that the clocks agree with what has passed."""
        before = self.referee.saved().clock
        decisions = super().tell(event)
        clock = self.referee.saved().clock
        assert clock is not None
        if isinstance(event, Sensed):
            assert clock == before
            return decisions
        if before is not None and before.run is Run.RUNNING and before.at_ms is not None:
            self.ran_ms += math.floor(event.at_ms) - before.at_ms
        whats = {each.what for each in decisions if isinstance(each, ClockChanged)}
        if ClockChange.UNDO in whats or any(isinstance(each, GameStarted) for each in decisions):
            self.ran_ms = clock.played_ms
        assert clock.played_ms == self.ran_ms
        self._see_what_runs()
        return decisions

    def _see_what_runs(self) -> None:
        clock, game = self.referee.saved().clock, self.referee.game
        assert clock is not None
        playing = self.referee.phase in PLAYING
        assert (clock.run is Run.RUNNING) is playing
        assert (self.referee.due_ms < math.inf) <= playing
        waits = "turn=press" in str(clock.settings) or self.now.announcing is not None
        if playing and not waits:
            assert clock.to_move is game.to_move


@settings(max_examples=100, deadline=None)
@given(st.integers(0, 100_000), RULES, MODES, LONG, EVENTS)
def test_one_clock_runs_or_none_and_what_ran_adds_up_exactly(
    seed: int, rules: object, mode: str, clock: str, event: str
) -> None:
    sitting = TimedSitting(f"{rules} mode={mode} clock={clock} {event}")
    hands = Restless(sitting, Random(seed))
    for _ in range(50):
        hands.act()
        if hands.random.random() < 0.2:
            sitting.press(hands.random.choice(["first", "second"]))


def due(sitting: Sitting) -> float:
    """Return how long until the referee wants to be told the time."""
    return sitting.referee.due_ms - sitting.at_ms


def test_the_referee_says_when_to_look_at_the_clock_and_never_without_one() -> None:
    assert due(Sitting("clock=off")) == math.inf
    assert due(Sitting("clock=up")) == math.inf
    assert due(Sitting("clock=2m", empty=False)) == math.inf
    sitting = Sitting("pie=off clock=2m_warn=30s")
    assert due(sitting) == 90_000
    sitting.tell(Tick(at_ms=sitting.later(90_000)))
    assert (sitting.said[-1], due(sitting)) == ("low_time_first", 30_000)
    sitting.press("pause")
    assert due(sitting) == math.inf


@pytest.mark.parametrize("late_ms", [0, 5, 3000])
def test_a_flag_ends_the_game_at_the_next_event_whatever_it_is(late_ms: float) -> None:
    for ticks in (True, False):
        sitting = Sitting("pie=off clock=10s_warn=-")
        at_ms = sitting.later(10_000 + late_ms)
        if ticks:
            sitting.tell(Tick(at_ms=at_ms))
        else:
            sitting.press("swap")
        assert sitting.referee.game.result is not None
        assert (sitting.referee.game.result.winner, sitting.phase) == (Player.SECOND, "over")
        assert sitting.said.count("flag_first") == 1


def test_an_instant_that_comes_late_moves_no_clock_back() -> None:
    sitting = Sitting("pie=off clock=5m")
    sitting.tell(Tick(at_ms=sitting.later(5000)))
    sitting.at_ms -= 2000
    sitting.settle("d4")
    clock = sitting.now.clock
    assert clock is not None
    assert (clock.first.used_ms, clock.to_move) == (5000, Player.SECOND)


def test_a_game_without_written_clocks_starts_them_where_it_goes_on() -> None:
    sitting = Sitting("pie=off")
    sitting.play("d4", "a1", "g7")
    saved = sitting.referee.saved()
    saved = replace(saved, settings=TableSettings.parse(f"{saved.settings} clock=5m"))
    sitting = Sitting(referee=Referee.resumed(saved), empty=False)
    sitting.settle("d4,a1,g7")
    clock = sitting.now.clock
    assert clock is not None
    assert (sitting.phase, clock.run, clock.to_move) == ("drop", Run.RUNNING, Player.SECOND)
    sitting.press("undo")
    sitting.settle("d4,a1")
    clock = sitting.now.clock
    assert clock is not None
    assert (sitting.moves, clock.to_move, clock.run) == (["d4", "a1"], Player.FIRST, Run.RUNNING)
