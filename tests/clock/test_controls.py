"""Each time control by a table of times."""

from __future__ import annotations

import pytest

from momentum.clock import PeriodBegan
from momentum.rules import Player
from tests.clock.tables import follow


def test_sudden_death_runs_down_and_nothing_comes_back() -> None:
    follow(
        "5m",
        """
        10s    start   5m      5m      first
        1m     look    4m10s   5m      first
        1m20s  turn    3m50s   5m      second
        3m20s  turn    3m50s   3m      first
        7m9s   look    1s      3m      first
        7m10s  look    0s!     3m      -
        """,
    )


def test_fischer_adds_its_seconds_after_each_turn() -> None:
    follow(
        "5m+3s",
        """
        0s     start   5m      5m      first
        1s     turn    5m2s    5m      second
        11s    turn    5m2s    4m53s   first
        5m12s  look    1s      4m53s   first
        5m12s  turn    4s      4m53s   second
        """,
    )


def test_fischer_gives_nothing_to_a_turn_that_ends_as_the_flag_falls() -> None:
    follow(
        "1m+30s after=play_on",
        """
        0s     start   1m      1m      first
        1m     look    0s!     1m      first
        1m     turn    0s!     1m      second
        """,
    )


def test_bronstein_gives_back_what_the_turn_used_but_no_more_than_its_seconds() -> None:
    follow(
        "5m b3s",
        """
        0s     start   5m      5m      first
        2s     look    4m58s   5m      first
        2s     turn    5m      5m      second
        12s    turn    5m      4m53s   first
        15s    turn    5m      4m53s   second
        """,
    )


def test_bronstein_lets_the_flag_fall_within_its_seconds() -> None:
    follow(
        "2s b3s",
        """
        0s     start   2s      2s      first
        2s     look    0s!     2s      -
        """,
    )


def test_us_delay_passes_first_in_each_turn() -> None:
    follow(
        "5m d5s",
        """
        0s     start   5md5s   5md5s   first
        4s     look    5md1s   5md5s   first
        4s     turn    5md5s   5md5s   second
        10s    look    5md5s   4m59s   second
        10s    turn    5md5s   4m59sd5s  first
        """,
    )


def test_us_delay_lets_the_flag_stand_while_it_passes() -> None:
    follow(
        "2s d5s",
        """
        0s     start   2sd5s   2sd5s   first
        6.9s   look    0.1s    2sd5s   first
        6.9s   turn    0.1sd5s 2sd5s   second
        13.9s  look    0.1sd5s 0s!     -
        """,
    )


def test_a_delay_alone_is_so_much_time_a_turn() -> None:
    follow(
        "0s d30s",
        """
        0s     start   0sd30s  0sd30s  first
        29.9s  turn    0sd30s  0sd30s  second
        59.8s  turn    0sd30s  0sd30s  first
        89.8s  look    0s!     0sd30s  -
        """,
    )


def test_japanese_byo_yomi_is_whole_again_each_turn_and_loses_a_period_when_used_up() -> None:
    follow(
        "byo 1m 3x30s",
        """
        0s     start   1m      1m      first
        50s    turn    10s     1m      second
        51s    turn    10s     59s     first
        61s    look    30sx3   59s     first
        80s    look    11sx3   59s     first
        80s    turn    30sx3   59s     second
        81s    turn    30sx3   58s     first
        111s   look    30sx2   58s     first
        111s   turn    30sx2   58s     second
        112s   turn    30sx2   57s     first
        171s   look    1sx1    57s     first
        171s   turn    30sx1   57s     second
        172s   turn    30sx1   56s     first
        202s   look    0sx1!   56s     -
        """,
    )


def test_byo_yomi_without_main_time_begins_at_once() -> None:
    follow(
        "byo 0s 2x10s",
        """
        0s     start   10sx2   10sx2   first
        9.9s   turn    10sx2   10sx2   second
        29.8s  look    10sx2   0.1sx1  second
        """,
    )


def test_canadian_byo_yomi_counts_turns_and_begins_a_whole_block_when_they_are_made() -> None:
    follow(
        "canadian 10s 1m/2",
        """
        0s     start   10s     10s     first
        15s    look    55s/2   10s     first
        20s    turn    50s/1   10s     second
        21s    turn    50s/1   9s      first
        31s    turn    1m/2    9s      second
        32s    turn    1m/2    8s      first
        42s    turn    50s/1   8s      second
        43s    turn    50s/1   7s      first
        93s    look    0s/1!   7s      -
        """,
    )


def test_an_hourglass_runs_from_one_player_to_the_other() -> None:
    follow(
        "hourglass 1m",
        """
        0s     start   1m      1m      first
        20s    look    40s     1m20s   first
        20s    turn    40s     1m20s   second
        50s    turn    1m10s   50s     first
        2m     look    0s!     2m      -
        """,
    )


def test_an_hourglass_played_on_after_a_flag_gives_the_fallen_player_nothing() -> None:
    follow(
        "hourglass 10s after=play_on",
        """
        0s     start   10s     10s     first
        12s    look    0s!     20s     first
        13s    turn    0s!     20s     second
        18s    turn    0s!     15s     first
        20s    turn    0s!     15s     second
        35s    look    0s!     0s!     second
        """,
    )


def test_a_period_by_time_begins_when_the_one_before_is_used_up() -> None:
    follow(
        "30m;10m+10s",
        """
        0s     start   30m     30m     first
        29m    turn    1m      30m     second
        30m    turn    1m      29m     first
        31m    look    10m     29m     first
        32m    look    9m      29m     first
        32m    turn    9m10s   29m     second
        """,
    )


def test_a_period_by_turns_keeps_what_is_left_and_adds_the_next_ones_time() -> None:
    follow(
        "10m/2+5s;5m+1s",
        """
        0s     start   10m/2     10m/2     first
        1m     turn    9m5s/1    10m/2     second
        2m     turn    9m5s/1    9m5s/1    first
        3m     turn    13m10s    9m5s/1    second
        4m     turn    13m10s    13m10s    first
        5m     turn    12m11s    13m10s    second
        """,
    )


def test_a_flag_falls_in_a_period_by_turns_when_they_are_not_made_in_time() -> None:
    follow(
        "1m/2;5m",
        """
        0s     start   1m/2    1m/2    first
        1m     look    0s/2!   1m/2    -
        """,
    )


def test_nothing_is_added_after_the_last_control() -> None:
    follow(
        "10s;10s;10s after=play_on",
        """
        0s     start   10s     10s     first
        29s    look    1s      10s     first
        30s    look    0s!     10s     first
        40s    turn    0s!     10s     second
        41s    turn    0s!     9s      first
        60s    turn    0s!     9s      second
        """,
    )


def test_a_delay_counts_from_the_turns_beginning_when_the_period_changes_within_it() -> None:
    follow(
        "4s;10s d6s",
        """
        0s     start   4s      4s      first
        3s     look    1s      4s      first
        4s     look    10sd2s  4s      first
        6s     look    10s     4s      first
        7s     turn    9sd6s   4s      second
        """,
    )


def test_three_kinds_of_periods_follow_each_other() -> None:
    follow(
        "1m/1;10s b2s;byo 10s 2x5s",
        """
        0s     start   1m/1    1m/1    first
        10s    turn    1m      1m/1    second
        20s    turn    1m      1m      first
        81s    look    9s      1m      first
        81s    turn    9s      1m      second
        82s    turn    9s      1m      first
        90s    look    1s      1m      first
        92s    look    4sx2    1m      first
        97s    look    4sx1    1m      first
        98s    turn    5sx1    1m      second
        """,
    )


def test_a_clock_that_counts_up_never_ends() -> None:
    clock = follow(
        "up",
        """
        0s     start   0s      0s      first
        90m    look    90m     0s      first
        90m    turn    90m     0s      second
        99h    turn    90m     5850m   first
        """,
    )
    assert clock.next_event_ms(400_000_000) is None
    assert clock.reading(Player.FIRST, 400_000_000).counts_up


def test_a_handicap_gives_each_player_a_control_of_their_own() -> None:
    follow(
        "first 5m+3s | second byo 10s 2x5s",
        """
        0s     start   5m      10s     first
        10s    turn    4m53s   10s     second
        21s    look    4m53s   4sx2    second
        21s    turn    4m53s   5sx2    first
        """,
    )


def test_a_player_without_limit_can_meet_one_with() -> None:
    follow(
        "first up | second 5m",
        """
        0s     start   0s      5m      first
        10s    turn    10s     5m      second
        20s    turn    10s     4m50s   first
        """,
    )


def test_the_first_period_by_turns_is_told_when_its_last_turn_is_over() -> None:
    clock = follow(
        "5m/1;10m",
        """
        0s     start   5m/1    5m/1    first
        10s    turn    14m50s  5m/1    second
        """,
    )
    assert clock.tell(10_000)[1] == (PeriodBegan(player=Player.FIRST, at_ms=10_000, period=1, left=0),)


@pytest.mark.parametrize(
    ("time_ms", "face", "seconds"),
    [
        (0, "0:00", 0),
        (999, "0:00", 0),
        (59_999, "0:59", 59),
        (300_000, "5:00", 300),
        (3_909_000, "1:05:09", 3909),
    ],
)
def test_seconds_are_shown_rounded_down(time_ms: int, face: str, seconds: int) -> None:
    reading = follow("100h", "").correct(Player.FIRST, time_ms, 0).reading(Player.FIRST, 0)
    assert (str(reading), reading.seconds) == (face, seconds)
