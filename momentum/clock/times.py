"""Lengths of time as text: `5m`, `1m30s`, `2.5s`; whole milliseconds inside."""

from __future__ import annotations

import re
from typing import Final

from momentum.clock.errors import BadTime

MOST_MS: Final = 100 * 3_600_000
"""The longest time that a control may hold: a hundred hours."""

TIME: Final = r"(?:\d+(?:\.\d+)?[hms])+"
"""What looks like a time: a regular expression for texts in which times stand."""

_TIME: Final = re.compile(r"(?:([0-9]+)h)?(?:([0-9]+)m)?(?:([0-9]+)(?:\.([0-9]{1,3}))?s)?")


def parse_time(text: str) -> int:
    """Return the milliseconds of a text such as `90m`, `1m30s`, `2.5s` or `1h`; raise BadTime."""
    match = _TIME.fullmatch(text)
    if match is None or not text:
        why = f"{text!r} is no time: write minutes and seconds, such as 5m, 1m30s or 2.5s"
        raise BadTime(why, "ruling.time", text=text)
    hours, minutes, seconds = (int(part or 0) for part in match.groups()[:3])
    time_ms = ((hours * 60 + minutes) * 60 + seconds) * 1000 + int((match[4] or "").ljust(3, "0"))
    if time_ms > MOST_MS:
        why = f"{text!r} is too long: a hundred hours are the most"
        raise BadTime(why, "ruling.long_time")
    return time_ms


def time_text(time_ms: int) -> str:
    """Return what `parse_time` reads, in minutes and seconds: `90m`, `1m30s`, `0s`."""
    minutes, rest_ms = divmod(time_ms, 60_000)
    seconds, thousandths = divmod(rest_ms, 1000)
    fraction = f".{thousandths:03}".rstrip("0") if thousandths else ""
    shown = f"{seconds}{fraction}s" if rest_ms or not minutes else ""
    return f"{minutes}m{shown}" if minutes else shown


def face(time_ms: int) -> str:
    """Return what a clock's face shows: `4:59`, `1:05:09`; a begun second is not shown any more."""
    minutes, seconds = divmod(time_ms // 1000, 60)
    hours, minutes_past = divmod(minutes, 60)
    return f"{hours}:{minutes_past:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"
