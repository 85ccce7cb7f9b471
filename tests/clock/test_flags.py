"""Flags: when they fall, who was first, and what follows."""

from __future__ import annotations

from momentum.clock import Clock, Flag, FlagPolicy
from momentum.rules import Player
from tests.clock.tables import follow, set_to

FIRST, SECOND = Player


def test_the_flag_falls_when_the_time_is_exactly_used_up() -> None:
    clock = set_to("5s").start(100)
    assert clock.fallen(5099) is None
    assert clock.fallen(5100) == Flag(player=FIRST, at_ms=5100, played_ms=5000)


def test_a_turn_that_ends_at_that_very_instant_is_too_late() -> None:
    clock = set_to("5s").start(0).turn_over(5000)
    assert clock.fallen(5000) == Flag(player=FIRST, at_ms=5000, played_ms=5000)


def test_a_flag_seen_late_fell_when_it_fell() -> None:
    clock = set_to("5s").start(0)
    assert clock.fallen(90_000) == Flag(player=FIRST, at_ms=5000, played_ms=5000)
    assert clock.at(90_000).first.used_ms == 5000


def test_both_clocks_freeze_at_the_first_flag() -> None:
    follow(
        "10s",
        """
        0s     start   10s     10s     first
        4s     turn    6s      10s     second
        15s    look    6s      0s!     -
        16s    turn    6s      0s!     -
        20s    look    6s      0s!     -
        """,
    )


def test_a_frozen_clock_that_is_resumed_plays_on() -> None:
    follow(
        "10s",
        """
        0s     start   10s     10s     first
        4s     turn    6s      10s     second
        15s    look    6s      0s!     -
        20s    resume  6s      0s!     second
        25s    turn    6s      0s!     first
        27s    look    4s      0s!     first
        31s    look    0s!     0s!     -
        """,
    )


def both_fallen() -> Clock:
    return follow(
        "10s after=play_on",
        """
        0s     start   10s     10s     first
        4s     turn    6s      10s     second
        15s    turn    6s      0s!     first
        22s    turn    0s!     0s!     second
        30s    look    0s!     0s!     second
        """,
    )


def test_when_play_goes_on_it_is_kept_who_flagged_first() -> None:
    clock = both_fallen()
    assert clock.fallen(30_000) == Flag(player=SECOND, at_ms=14_000, played_ms=14_000)
    assert clock.flags == (clock.fallen(30_000), Flag(player=FIRST, at_ms=21_000, played_ms=21_000))
    assert clock.next_event_ms(30_000) == 30_000, "the news were not told yet"
    assert clock.tell(30_000)[0].next_event_ms(30_000) is None


def test_a_flag_stays_fallen_through_pauses_turns_and_the_end() -> None:
    flag = both_fallen().fallen(30_000)
    clock = both_fallen().pause(31_000).resume(32_000).turn_over(33_000).turn_over(34_000).stop(35_000)
    assert clock.fallen(40_000) == flag


def test_the_time_of_a_fallen_players_turns_is_still_counted() -> None:
    clock = both_fallen()
    assert (clock.first.used_ms, clock.second.used_ms, clock.played_ms) == (11_000, 19_000, 30_000)


def test_the_moment_of_play_at_which_a_flag_fell_leaves_pauses_out() -> None:
    clock = set_to("10s").start(0).pause(1000).resume(50_000)
    assert clock.fallen(99_000) == Flag(player=FIRST, at_ms=59_000, played_ms=10_000)


def test_the_policy_is_the_callers_to_obey_and_changes_no_time() -> None:
    fallen = {set_to(f"5s flag={policy}").start(0).fallen(9000) for policy in FlagPolicy}
    assert fallen == {Flag(player=FIRST, at_ms=5000, played_ms=5000)}
    assert set_to("5s flag=arbiter").settings.flag is FlagPolicy.ARBITER
