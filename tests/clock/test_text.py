"""Time controls as text: every one comes back as itself, and every other text is told what is wrong."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from momentum.clock import (
    PRESETS,
    AfterFlag,
    BadControl,
    BadTime,
    ClockSettings,
    Control,
    Controls,
    FlagPolicy,
    Kind,
    Period,
    TurnEnds,
    parse_control,
    parse_controls,
    parse_time,
    time_text,
)
from momentum.clock.times import MOST_MS
from tests.clock.makers import clock_settings, controls, controls_of_one

CANONICAL = (
    "5m",
    "5m+3s",
    "5m d5s",
    "5m b3s",
    "0s d30s",
    "2.5s+0.001s",
    "30m;10m+10s",
    "90m/40+30s;30m+30s",
    "120m/40;60m/20;15m+30s",
    "byo 10m 5x30s",
    "byo 0s 1x10s",
    "5m+3s;byo 0s 3x10s",
    "20m;byo 10m 5x30s",
    "canadian 10m 5m/15",
    "canadian 0s 5m/15",
    "hourglass 1m",
    "up",
)


@pytest.mark.parametrize("text", CANONICAL)
def test_a_text_in_its_usual_form_comes_back_letter_by_letter(text: str) -> None:
    assert str(parse_control(text)) == text


@given(controls_of_one(most_ms=MOST_MS))
def test_every_control_comes_back_from_its_text(control: Control) -> None:
    assert parse_control(str(control)) == control


@given(controls(most_ms=MOST_MS))
def test_every_pair_of_controls_comes_back_from_its_text(both: Controls) -> None:
    assert parse_controls(str(both)) == both


@given(clock_settings(most_ms=MOST_MS))
def test_all_settings_come_back_from_their_text(settings: ClockSettings) -> None:
    assert ClockSettings.parse(str(settings)) == settings


@given(st.integers(0, MOST_MS))
def test_every_time_comes_back_from_its_text(time_ms: int) -> None:
    assert parse_time(time_text(time_ms)) == time_ms


@given(st.text(alphabet="0123456789hmsxdb+/;|. =@byofirstcandeupglw,-_\n", max_size=30))
def test_any_text_is_read_as_settings_or_refused_as_such(text: str) -> None:
    try:
        settings = ClockSettings.parse(text)
    except BadControl:
        return
    assert ClockSettings.parse(str(settings)) == settings


@pytest.mark.parametrize(
    ("text", "usual"),
    [
        ("1h", "60m"),
        ("90s", "1m30s"),
        ("  5m + 3s ", "5m+3s"),
        ("5md5s", "5m d5s"),
        ("30m ; 10m+10s", "30m;10m+10s"),
        ("90m / 40", None),
        ("byo  10m  5 x 30s", "byo 10m 5x30s"),
        ("canadian 10m 5m / 15", "canadian 10m 5m/15"),
        ("30m;byo 0s 5x30s", "byo 30m 5x30s"),
        ("blitz", "3m+2s"),
    ],
)
def test_looser_writing_is_understood(text: str, usual: str | None) -> None:
    if usual is None:
        text, usual = f"{text};30m", "90m/40;30m"
    assert str(parse_control(text)) == usual


@pytest.mark.parametrize("name", PRESETS)
def test_every_preset_is_a_control_in_its_usual_form(name: str) -> None:
    assert str(parse_control(name)) == PRESETS[name]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "'' cannot be read; write a time such as 5m"),
        ("5", "'5' cannot be read; write a time such as 5m"),
        ("5+3", "'5+3' cannot be read; write a time such as 5m"),
        ("5m+", "'5m+' cannot be read"),
        ("5s3m", "'5s3m' is no time: write minutes and seconds"),
        ("5.5m", "'5.5m' is no time"),
        ("101h", "'101h' is too long: a hundred hours are the most"),
        ("0s", "a plain period cannot have a time of 0s"),
        ("0s+3s", "a fischer period cannot have a time of 0s"),
        ("5m+0s", "a fischer period cannot have a bonus of 0s"),
        ("5m/40", "5m/40 asks for turns, but no period follows: leave the /40 out"),
        ("5m/0;5m", "'5m/0' asks for no turns: leave the /0 out"),
        ("5m/1000;5m", "a plain period cannot have a count of 1000: 0 to 999"),
        ("byo 10m", "'byo 10m' cannot be read"),
        ("byo 10m 0x30s", "a byo period cannot have a count of 0: 1 to 99"),
        ("byo 10m 100x30s", "a byo period cannot have a count of 100: 1 to 99"),
        ("byo 10m 5x0s", "a byo period cannot have a time of 0s"),
        ("canadian 10m 5m/0", "a canadian period cannot have a count of 0: 1 to 999"),
        ("byo 10m 5x30s;5m", "byo comes last: no period can follow it"),
        ("hourglass 1m;5m", "hourglass comes last"),
        ("5m;hourglass 1m", "hourglass 1m stands alone: no period comes before it"),
        ("5m;up", "up stands alone"),
        ("hourglass 0s", "a hourglass period cannot have a time of 0s"),
        (
            "90m/40;byo 0s 5x30s",
            "90m/40 ends by turns, its rest is kept: a period such as 30m comes next, not byo",
        ),
        ("5m;", "'' cannot be read"),
        ("\u0665m", "cannot be read"),
    ],
)
def test_a_control_that_cannot_be_is_refused_with_its_reason(text: str, why: str) -> None:
    with pytest.raises(BadControl, match=f"^{re.escape(repr(text))} is no time control: .*{re.escape(why)}"):
        parse_control(text)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("first 5m", "is no handicap: write one control for both"),
        ("first 5m | first 3m", "is no handicap"),
        ("first 5m | second 3m | first 2m", "is no handicap"),
        ("5m | 3m", "names '5m' where a player is due: first 5m+3s | second 3m+2s"),
        ("first hourglass 1m | second 5m", "an hourglass is for both players"),
        ("first 5m | second 3", "'3' is no time control"),
    ],
)
def test_a_handicap_that_cannot_be_is_refused_with_its_reason(text: str, why: str) -> None:
    with pytest.raises(BadControl, match=re.escape(why)):
        parse_controls(text)


def test_a_handicap_is_read_in_either_order_and_presets_serve_in_it() -> None:
    both = parse_controls("second rapid | first 3m+2s")
    assert str(both) == "first 3m+2s | second 15m+10s"
    assert parse_controls("first 5m | second 5m") == parse_controls("5m")


def test_settings_stand_behind_the_control_in_any_order() -> None:
    settings = ClockSettings.parse("byo 10m 5x30s warn=10s,30s turn=press after=play_on flag=claim")
    assert settings == ClockSettings(
        controls=parse_controls("byo 10m 5x30s"),
        flag=FlagPolicy.CLAIM,
        after=AfterFlag.PLAY_ON,
        turn=TurnEnds.PRESS,
        warnings_ms=(30_000, 10_000),
    )
    assert str(settings) == "byo 10m 5x30s flag=claim after=play_on turn=press warn=30s,10s"
    assert str(ClockSettings.parse("5m+3s flag=automatic warn=-")) == "5m+3s warn=-"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("5m flag=never", "'flag=never' is the trouble: write flag=automatic, claim or arbiter"),
        ("5m after=stop", "'after=stop' is the trouble"),
        ("5m turn=both", "'turn=both' is the trouble"),
        ("5m colour=red", "'colour=red' is the trouble"),
        ("5m flag=claim flag=claim", "says flag= twice: say it once"),
        ("5m warn=10s warn=-", "says warn= twice"),
        ("5m warn=10", "its warnings are the trouble: '10' is no time"),
        ("5m warn=0s", "give times above 0, the longest first"),
        ("5m flag=claim 3m", "'3m' is the trouble"),
        ("flag=claim", "'flag=claim' is no time control"),
    ],
)
def test_settings_that_cannot_be_are_refused_with_their_reason(text: str, why: str) -> None:
    with pytest.raises(BadControl, match=re.escape(why)):
        ClockSettings.parse(text)


@pytest.mark.parametrize("text", ["", "m", "5", "-5m", "5m 3s", "1.2345s"])
def test_a_text_that_is_no_time_is_refused(text: str) -> None:
    with pytest.raises(BadTime, match="is no time: write minutes and seconds, such as 5m"):
        parse_time(text)


@pytest.mark.parametrize("time_ms", [-1, MOST_MS + 1, 2.5, True])
def test_a_period_takes_whole_milliseconds_alone(time_ms: int) -> None:
    with pytest.raises(BadControl, match="give whole milliseconds"):
        Period(kind=Kind.PLAIN, time_ms=time_ms)


def test_a_control_has_a_period() -> None:
    with pytest.raises(BadControl, match="needs a period"):
        Control(periods=())


@pytest.mark.parametrize("warnings_ms", [(0,), (10, 10), (10, 20), (1.5,)])
def test_warnings_fall_from_the_longest(warnings_ms: tuple[int, ...]) -> None:
    with pytest.raises(BadControl, match="the longest first"):
        ClockSettings(controls=parse_controls("5m"), warnings_ms=warnings_ms)
