"""Clocks written down and read again, as after a crash."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from momentum.clock import BadSavedClock, Clock, ClockSettings, Run, clock_text, parse_clock
from momentum.rules import Player
from tests.clock.makers import clock_settings
from tests.clock.tables import set_to

FIRST, SECOND = Player

PLAIN = "5m @ first time=300000 armed=300000 @ second time=300000 armed=300000 @ paused first"


def test_a_clock_in_the_midst_of_play_is_one_line() -> None:
    clock = set_to("5m+3s flag=claim").start(0).turn_over(51_000).at(61_500)
    assert clock_text(clock) == (
        "5m+3s flag=claim @ first time=252000 used=51000 armed=300000 "
        "@ second time=289500 turn=10500 used=10500 armed=300000 @ paused second"
    )


def test_a_clock_that_is_read_again_goes_on_from_any_instant() -> None:
    line = clock_text(set_to("5m b20s").start(5_000_000).at(5_010_000))
    clock = parse_clock(line).resume(7)
    assert clock.remaining(FIRST, 1007) == 289_000
    assert clock.turn_over(1007).first.time_ms == 300_000


def test_fallen_flags_are_kept_with_their_order() -> None:
    clock = set_to("5s after=play_on").start(0).turn_over(6000).turn_over(12_000)
    line = clock_text(clock)
    assert line.endswith("@ fallen first at=5000 played=5000 @ fallen second at=11000 played=11000")
    assert parse_clock(line).flags == clock.flags


@given(clock_settings(most_ms=1000), st.lists(st.integers(0, 1500), max_size=8), st.sampled_from(Run))
def test_every_clock_comes_back_paused_from_its_line(
    settings: ClockSettings, gaps: list[int], run: Run
) -> None:
    clock, at_ms = Clock.new(settings), 0
    for gap_ms in gaps if run is not Run.READY else ():
        at_ms += gap_ms
        clock = clock.turn_over(at_ms) if clock.run is not Run.READY else clock.start(at_ms)
    clock = clock.stop(at_ms) if run is Run.STOPPED else clock.at(at_ms)
    back = parse_clock(clock_text(clock))
    assert back == replace(clock.pause(at_ms), at_ms=None, news=())


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("", "its settings, both sides and a state are due, between @"),
        ("5m @ first @ second", "its settings, both sides and a state are due"),
        (PLAIN.replace("paused", "running"), "a state are due"),
        (PLAIN.replace("5m", "5"), "'5' is no time control"),
        (
            PLAIN.replace("first time", "second time"),
            "'second' in 'second time=300000 armed=300000' cannot be read",
        ),
        (PLAIN.replace("armed", "harmed"), "'harmed=300000' in"),
        (PLAIN.replace("time=300000 armed", "time=1 time"), "'time=300000' in"),
        (PLAIN.replace("armed=300000", "armed=-5"), "cannot stand on a clock: give times from 0 on"),
        (PLAIN.replace("armed=300000", "period=1"), "5m has no period 1"),
        (PLAIN.replace("armed=300000", "left=1"), "1 cannot be left in 5m"),
        (f"{PLAIN} @ fallen third at=1", "'fallen third at=1' is no flag"),
        (
            f"{PLAIN} @ fallen first at=x",
            "'at=x' in 'fallen first at=x' cannot be read: at, played stand there",
        ),
        (f"{PLAIN} @ fallen first @ fallen first", "a flag fell twice"),
    ],
)
def test_a_line_that_is_no_clock_is_refused_with_its_reason(line: str, why: str) -> None:
    with pytest.raises(BadSavedClock, match=f"is no saved clock: .*{re.escape(why)}"):
        parse_clock(line)
