"""The terms of a game in words: clocks and the cost of irregular acts can be read in both languages."""

from __future__ import annotations

import pytest

from momentum.clock import ClockSettings, FlagPolicy, TurnEnds
from momentum.clock.control import Kind
from momentum.referee import IrregularityPolicy
from momentum.spoken import Sentence, clock_terms, irregular_terms
from momentum.words import LANGUAGES


def texts(terms: tuple[Sentence, ...], language: str = "en") -> list[str]:
    return [term.in_words(language) for term in terms]


@pytest.mark.parametrize(
    ("clock", "expected"),
    [
        ("5m", ["5:00 for all turns", "out of time loses at once"]),
        (
            "15m+10s flag=claim turn=press",
            [
                "15:00, and 0:10 more after each turn",
                "a turn ends when its player presses",
                "out of time loses when the opponent claims it",
            ],
        ),
        (
            "90m/40;30m flag=arbiter",
            [
                "1:30:00 for 40 turns",
                "30:00 for all turns",
                "the arbiter decides when somebody is out of time",
            ],
        ),
        ("1m+0.5s", ["1:00, and 0.5s more after each turn", "out of time loses at once"]),
        ("up", ["time is counted, without a limit"]),
        (
            "first 5m | second 3m d2s",
            [
                "First player's clock:",
                "5:00 for all turns",
                "Second player's clock:",
                "3:00; in each turn it waits 0:02 before it runs",
                "out of time loses at once",
            ],
        ),
    ],
)
def test_a_clock_is_told_period_by_period(clock: str, expected: list[str]) -> None:
    assert texts(clock_terms(ClockSettings.parse(clock))) == expected


CLOCKS = (
    "5m",
    "5m+3s",
    "5m b3s",
    "5m d3s",
    "40m/20;20m",
    "40m/20+5s;20m",
    "40m/20 b5s;20m",
    "40m/20 d5s;20m",
    "byo 10m 5x30s",
    "canadian 10m 5m/15",
    "hourglass 1m",
    "up",
)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_kind_of_clock_has_words_with_every_place_filled(language: str) -> None:
    told = [text for clock in CLOCKS for text in texts(clock_terms(ClockSettings.parse(clock)), language)]
    assert not [text for text in told if "{" in text or text.startswith("terms.")]
    kinds = {period.kind for clock in CLOCKS for period in ClockSettings.parse(clock).controls.first.periods}
    assert kinds == set(Kind)


@pytest.mark.parametrize("flag", FlagPolicy)
def test_every_flag_policy_is_told(flag: FlagPolicy) -> None:
    terms = clock_terms(ClockSettings.parse(f"5m flag={flag} turn={TurnEnds.PRESS}"))
    assert [term.key for term in terms] == ["terms.plain", "terms.turn_press", f"terms.flag_{flag}"]


@pytest.mark.parametrize(
    ("policy", "expected"),
    [
        ("warning", ["each is a warning"]),
        (
            "warning+2m+loss@3",
            ["each is a warning", "each gives the opponent 2:00", "number 3 loses the game"],
        ),
    ],
)
def test_what_an_irregular_act_costs_is_told(policy: str, expected: list[str]) -> None:
    parsed = IrregularityPolicy.parse(policy)
    assert parsed is not None
    assert texts(irregular_terms(parsed)) == expected
