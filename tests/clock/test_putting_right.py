"""Undo, corrections, penalties and the side to move: afterwards exactly one right clock runs, or none."""

from __future__ import annotations

import re

import pytest

from momentum.clock import BadCorrection, Clock, LowTime, NotNow, Run
from momentum.clock.times import MOST_MS
from momentum.rules import Player
from tests.clock.tables import follow, set_to

FIRST, SECOND = Player


def times(clock: Clock, at_ms: int) -> tuple[int, int]:
    return clock.remaining(FIRST, at_ms), clock.remaining(SECOND, at_ms)


def test_an_undo_gives_both_players_what_they_had_and_runs_the_movers_clock() -> None:
    start = set_to("5m+3s").start(0)
    after = start.turn_over(20_000)
    back = after.undone(start, 50_000)
    assert (back.running(50_000), times(back, 50_000)) == (FIRST, (300_000, 300_000))
    assert times(back, 51_000) == (299_000, 300_000)


def test_turns_are_undone_one_after_another_down_to_the_first() -> None:
    clocks = [set_to("5m+3s").start(0)]
    for at_ms in (10_000, 30_000, 60_000):
        clocks.append(clocks[-1].turn_over(at_ms))
    back = clocks.pop()
    shown = []
    for at_ms in (70_000, 80_000, 90_000):
        back = back.undone(clocks.pop(), at_ms)
        shown.append((back.running(at_ms), *times(back, at_ms)))
    assert shown == [
        (FIRST, 293_000, 283_000),
        (SECOND, 293_000, 300_000),
        (FIRST, 300_000, 300_000),
    ]


def test_an_undo_gives_back_a_lost_period_of_byo_yomi() -> None:
    start = set_to("byo 1s 2x10s").start(0)
    after = start.turn_over(15_000)
    assert after.reading(FIRST, 15_000).periods_left == 1
    back = after.undone(start, 16_000)
    assert (back.reading(FIRST, 16_000).periods_left, times(back, 16_000)) == (None, (1000, 1000))


def test_an_undo_counts_the_turn_back() -> None:
    start = set_to("10m/2;5m").start(0)
    back = start.turn_over(1000).undone(start, 2000)
    assert back.reading(FIRST, 2000).turns_left == 2


def test_an_undo_takes_back_a_flag_that_fell_since() -> None:
    start = set_to("5s").start(0)
    back = start.at(9000).undone(start, 9000)
    assert (back.fallen(9000), back.running(9000)) == (None, None)
    assert back.resume(9000).remaining(FIRST, 10_000) == 4000


def test_an_undo_during_a_pause_leaves_it_paused() -> None:
    start = set_to("5m").start(0)
    back = start.turn_over(1000).pause(2000).undone(start, 3000)
    assert (back.running(9000), back.to_move, back.run) == (None, FIRST, Run.PAUSED)


def test_an_undo_after_the_end_of_the_game_leaves_it_paused() -> None:
    start = set_to("5m").start(0)
    back = start.turn_over(1000).stop(1000).undone(start, 3000)
    assert back.run is Run.PAUSED
    assert back.resume(4000).running(4000) is FIRST


def test_a_penalty_stays_in_force_through_an_undo_and_a_correction_does_not() -> None:
    start = set_to("5m").start(0)
    after = start.turn_over(10_000).give(SECOND, 120_000, 15_000).correct(FIRST, 1000, 15_000)
    back = after.undone(start, 20_000)
    assert times(back, 20_000) == (300_000, 420_000)
    assert times(back.undone(start, 20_000), 20_000) == (300_000, 420_000)


def test_a_penalty_does_not_reach_a_flag_that_had_fallen_before() -> None:
    before = set_to("5s after=play_on").start(0).turn_over(6000)
    after = before.turn_over(7000).correct(FIRST, 9000, 7000).give(FIRST, 500, 7000)
    back = after.undone(before, 7000)
    assert (back.has_fallen(FIRST), times(back, 7000)) == (True, (0, 5000))


def test_an_undo_needs_an_earlier_clock_of_the_same_game() -> None:
    start = set_to("5m").start(0)
    why = "the clock to go back to is none of this game, or a later one"
    with pytest.raises(BadCorrection, match=why):
        start.undone(start.turn_over(1000), 0)
    with pytest.raises(BadCorrection, match=why):
        start.turn_over(10).undone(set_to("5m+3s").start(0), 10)
    with pytest.raises(NotNow, match="there is no turn to undo"):
        set_to("5m").undone(set_to("5m"), 0)


def test_a_correction_sets_what_the_clock_shows_and_the_right_clock_runs_on() -> None:
    clock = set_to("5m").start(0).correct(FIRST, 200_000, 10_000).correct(SECOND, 100_000, 10_000)
    assert (clock.running(10_000), times(clock, 11_000)) == (FIRST, (199_000, 100_000))


def test_a_correction_raises_the_flag_and_the_other_ones_is_first_then() -> None:
    clock = set_to("5s after=play_on").start(0).turn_over(6000).turn_over(12_000)
    assert [flag.player for flag in clock.flags] == [FIRST, SECOND]
    clock = clock.correct(FIRST, 3000, 12_000)
    assert [flag.player for flag in clock.flags] == [SECOND]
    assert times(clock, 13_000) == (2000, 0)


def test_a_correction_of_a_frozen_clock_waits_for_resume() -> None:
    clock = set_to("5s").start(0).correct(FIRST, 60_000, 9000)
    assert (clock.fallen(9000), clock.running(9000)) == (None, None)
    assert times(clock.resume(10_000), 11_000) == (59_000, 5000)


def test_a_clock_corrected_to_nothing_falls_once_it_runs() -> None:
    clock = set_to("5m").start(0).correct(SECOND, 0, 1000)
    assert clock.fallen(2000) is None
    clock = clock.turn_over(2000)
    flag = clock.fallen(2000)
    assert flag is not None
    assert (flag.player, flag.at_ms) == (SECOND, 2000)


def test_a_correction_arms_the_warnings_below_it_again() -> None:
    clock, _ = set_to("5m").start(0).tell(295_000)
    clock = clock.correct(FIRST, 40_000, 295_000)
    assert clock.tell(305_000)[1] == (LowTime(player=FIRST, at_ms=305_000, left_ms=30_000),)


def test_a_correction_sets_periods_and_counts() -> None:
    clock = set_to("byo 10m 5x30s").start(0).correct(FIRST, 20_000, 0, period=1, left=3)
    reading = clock.reading(FIRST, 0)
    assert (reading.time_ms, reading.period, reading.periods_left) == (20_000, 1, 3)
    clock = clock.correct(FIRST, 10_000, 0)
    assert clock.reading(FIRST, 0).periods_left == 3
    clock = clock.correct(FIRST, 60_000, 0, period=0)
    assert clock.reading(FIRST, 0).periods_left is None
    clock = clock.correct(FIRST, 30_000, 0, period=1)
    assert clock.reading(FIRST, 0).periods_left == 5


@pytest.mark.parametrize(
    ("text", "ms", "period", "left", "why"),
    [
        ("5m", -1, None, None, "cannot stand on a clock: give times from 0 on"),
        ("5m", 10**9, None, None, "1000000000 ms cannot be set on a clock: give whole milliseconds"),
        ("5m", 1.5, None, None, "1.5 ms cannot be set on a clock"),
        ("5m", 1, 1, None, "5m has no period 1: give 0 to 0"),
        ("5m;5m", 1, -1, None, "5m;5m has no period -1: give 0 to 1"),
        ("5m", 1, None, 3, "3 cannot be left in 5m: give 0 to 0"),
        ("byo 5m 5x30s", 1, 1, 0, "0 cannot be left in 5x30s: give 1 to 5"),
        ("canadian 5m 5m/15", 1, 1, 16, "16 cannot be left in 5m/15: give 1 to 15"),
    ],
)
def test_a_correction_that_cannot_be_is_refused_with_its_reason(
    text: str, ms: int, period: int | None, left: int | None, why: str
) -> None:
    with pytest.raises(BadCorrection, match=re.escape(why)):
        set_to(text).start(0).correct(FIRST, ms, 0, period=period, left=left)


def test_a_clock_that_counts_up_is_corrected_like_any_other() -> None:
    assert set_to("up").start(0).correct(FIRST, 60_000, 500).remaining(FIRST, 1500) == 61_000


def test_time_is_given_to_one_player_and_taken_off_another() -> None:
    clock = set_to("5m").start(0).give(SECOND, 120_000, 1000).give(FIRST, -60_000, 1000)
    assert times(clock, 2000) == (238_000, 420_000)


def test_the_most_that_a_control_may_hold_can_be_given_and_set() -> None:
    clock = set_to("5m").start(0).give(FIRST, MOST_MS, 0).correct(SECOND, MOST_MS, 0)
    assert times(clock, 0) == (300_000 + MOST_MS, MOST_MS)


def test_no_more_is_taken_than_is_left() -> None:
    clock = set_to("10s").start(0).give(SECOND, -60_000, 1000)
    assert times(clock, 1000) == (9000, 0)
    assert clock.second.given_ms == -10_000


def test_a_fallen_flag_and_a_clock_that_counts_up_take_no_gift() -> None:
    with pytest.raises(BadCorrection, match="the first player's flag has fallen, 500 ms change nothing"):
        set_to("5s").start(0).give(FIRST, 500, 6000)
    with pytest.raises(BadCorrection, match="the clock counts up, 500 ms cannot be given or taken"):
        set_to("up").start(0).give(FIRST, 500, 0)
    with pytest.raises(BadCorrection, match="cannot be set on a clock"):
        set_to("5m").start(0).give(FIRST, 10**9, 0)


def test_the_side_to_move_is_put_right_without_ending_a_turn() -> None:
    clock = set_to("5m+3s").start(0).hand_to(SECOND, 10_000)
    assert (clock.running(10_000), times(clock, 11_000)) == (SECOND, (290_000, 299_000))
    assert clock.hand_to(SECOND, 11_000) == clock.at(11_000)
    assert clock.first.turn_ms == 0


def test_a_turn_handed_over_while_ready_is_the_one_that_starts() -> None:
    assert set_to("5m").hand_to(SECOND, 0).start(10).running(10) is SECOND


def test_pauses_corrections_and_undo_in_one_table_leave_the_right_clock_running() -> None:
    clock = follow(
        "5m+3s",
        """
        0s     start   5m      5m      first
        10s    turn    4m53s   5m      second
        20s    pause   4m53s   4m50s   -
        """,
    )
    clock = clock.correct(SECOND, 295_000, 25_000).resume(30_000)
    assert (clock.running(31_000), times(clock, 31_000)) == (SECOND, (293_000, 294_000))
