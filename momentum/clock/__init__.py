"""The game clock: pure arithmetic on instants handed in; nothing here knows what time it is."""

from __future__ import annotations

from momentum.clock.clock import Clock, Run
from momentum.clock.control import Control, Controls, Kind, Period
from momentum.clock.errors import (
    BadControl,
    BadCorrection,
    BadInstant,
    BadSavedClock,
    BadTime,
    ClockError,
    NotNow,
)
from momentum.clock.news import Flag, LowTime, News, PeriodBegan
from momentum.clock.presets import PRESETS
from momentum.clock.reading import Reading
from momentum.clock.saved import clock_text, parse_clock
from momentum.clock.settings import WARNINGS_MS, AfterFlag, ClockSettings, FlagPolicy, TurnEnds
from momentum.clock.side import Side
from momentum.clock.text import parse_control, parse_controls
from momentum.clock.times import face, parse_time, time_text

__all__ = [
    "PRESETS",
    "WARNINGS_MS",
    "AfterFlag",
    "BadControl",
    "BadCorrection",
    "BadInstant",
    "BadSavedClock",
    "BadTime",
    "Clock",
    "ClockError",
    "ClockSettings",
    "Control",
    "Controls",
    "Flag",
    "FlagPolicy",
    "Kind",
    "LowTime",
    "News",
    "NotNow",
    "Period",
    "PeriodBegan",
    "Reading",
    "Run",
    "Side",
    "TurnEnds",
    "clock_text",
    "face",
    "parse_clock",
    "parse_control",
    "parse_controls",
    "parse_time",
    "time_text",
]
