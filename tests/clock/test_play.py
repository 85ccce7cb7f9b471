"""Starting, pausing and stopping: exactly one right clock runs, or none, and instants never go back."""

from __future__ import annotations

import pytest

from momentum.clock import BadInstant, Clock, NotNow, Run
from momentum.rules import Player
from tests.clock.tables import follow, set_to

FIRST, SECOND = Player


def test_nothing_runs_before_the_start() -> None:
    clock = set_to("5m")
    assert clock.running(60_000) is None
    assert clock.remaining(FIRST, 60_000) == 300_000
    assert clock.next_event_ms(60_000) is None


def test_a_pause_stops_both_clocks_and_play_goes_on_where_it_was() -> None:
    follow(
        "5m d5s",
        """
        0s     start   5md5s   5md5s     first
        3s     pause   5md2s   5md5s     -
        9m     look    5md2s   5md5s     -
        10m    resume  5md2s   5md5s     first
        604s   turn    4m58sd5s  5md5s   second
        """,
    )


def test_a_pause_within_a_turn_is_no_part_of_what_bronstein_gives_back() -> None:
    follow(
        "5m b10s",
        """
        0s     start   5m      5m      first
        4s     pause   4m56s   5m      -
        1m     resume  4m56s   5m      first
        63s    turn    5m      5m      second
        """,
    )


def test_a_turn_that_is_over_during_a_pause_is_counted_and_waits() -> None:
    follow(
        "5m+3s",
        """
        0s     start   5m      5m      first
        10s    pause   4m50s   5m      -
        20s    turn    4m53s   5m      -
        30s    resume  4m53s   5m      second
        40s    look    4m53s   4m50s   second
        """,
    )


def test_pausing_twice_and_resuming_twice_is_once() -> None:
    clock = set_to("5m").start(0).pause(1000)
    assert clock.pause(2000) == clock.at(2000)
    clock = clock.resume(3000)
    assert clock.resume(4000) == clock.at(4000)
    assert clock.remaining(FIRST, 4000) == 298_000


@pytest.mark.parametrize("run", [Run.READY, Run.STOPPED])
def test_a_pause_of_a_clock_that_does_not_run_leaves_it_so(run: Run) -> None:
    clock = set_to("5m") if run is Run.READY else set_to("5m").start(0).stop(1)
    assert clock.pause(5).run is run


def test_a_stopped_clock_shows_the_same_for_ever() -> None:
    clock = set_to("5m").start(0).stop(1234)
    assert clock.remaining(FIRST, 10**9) == 298_766
    assert clock.running(10**9) is None
    assert clock.next_event_ms(10**9) is None


def stopped() -> Clock:
    return set_to("5m").start(0).stop(10)


def test_what_cannot_be_done_now_is_refused_with_the_state() -> None:
    with pytest.raises(NotNow, match="the clock is ready: no turn can end"):
        set_to("5m").turn_over(0)
    with pytest.raises(NotNow, match="the clock is ready: only a paused one is resumed"):
        set_to("5m").resume(0)
    with pytest.raises(NotNow, match="the clock is running and starts only once"):
        set_to("5m").start(0).start(1)
    with pytest.raises(NotNow, match="the clock is stopped and starts only once"):
        stopped().start(10)
    with pytest.raises(NotNow, match="the clock is stopped: no turn can end"):
        stopped().turn_over(10)
    with pytest.raises(NotNow, match="the clock is stopped: only a paused one"):
        stopped().resume(10)


def test_an_instant_never_goes_back() -> None:
    clock = set_to("5m").start(5000)
    why = "4999 ms lies before 5000 ms, which is past: instants never go back"
    with pytest.raises(BadInstant, match=why):
        clock.turn_over(4999)
    with pytest.raises(BadInstant, match=why):
        clock.remaining(FIRST, 4999)
    with pytest.raises(BadInstant, match=why):
        clock.pause(5000).running(4999.9)
    assert clock.at(5000) == clock


def test_the_first_instant_may_be_any() -> None:
    clock = set_to("5m").start(-7_000_000)
    assert clock.remaining(FIRST, -6_999_000) == 299_000


def test_fractions_of_an_instant_are_rounded_down() -> None:
    clock = set_to("5m").start(1000.9).turn_over(1999.999)
    assert clock.at_ms == 1999
    assert (clock.first.time_ms, clock.second.time_ms) == (299_001, 300_000)


@pytest.mark.parametrize("at_ms", [float("nan"), float("inf"), float("-inf")])
def test_what_is_no_number_is_no_instant(at_ms: float) -> None:
    with pytest.raises(BadInstant, match="is no instant: give milliseconds"):
        set_to("5m").start(at_ms)


def test_the_waiting_players_clock_stands_still() -> None:
    clock = set_to("5m").start(0)
    assert (clock.running(9), clock.remaining(SECOND, 299_999)) == (FIRST, 300_000)
    clock = clock.turn_over(10)
    assert (clock.running(10), clock.remaining(FIRST, 299_999)) == (SECOND, 299_990)
