"""The texts of time controls, read; writing them is `str`.

    controls = control | "first" control "|" "second" control       a handicap: a time each
    control  = preset | period { ";" period }                       a name of `PRESETS`, or periods
    period   = time [ "/" turns ] [ bonus ]                         5m   90m/40+30s
             | "byo" time periods "x" time                          byo 10m 5x30s: main time, then byo-yomi
             | "canadian" time time "/" turns                       canadian 10m 5m/15: main time, then blocks
             | "hourglass" time                                     hourglass 1m
             | "up"                                                 counts up, no limit
    bonus    = "+" time                                             Fischer: added after each turn
             | "d" time                                             US delay: passes first in each turn
             | "b" time                                             Bronstein: what a turn used, given back
    time     = [ hours "h" ] [ minutes "m" ] [ seconds [ "." thousandths ] "s" ]

A period with `/ turns` ends when the player has made them: what is left is kept, and the next period's time
is added; if its time is used up before, the flag falls. A period without ends when its time is used up:
then the next one begins, and in the last one the flag falls. `byo` and `canadian` come last, `hourglass`
and `up` stand alone; a main time may be 0s, and so may the time of a period with a delay.
"""

from __future__ import annotations

import re
from typing import Final

from momentum.clock.control import (
    BRONSTEIN,
    BYO,
    CANADIAN,
    DELAY,
    FISCHER,
    HOURGLASS,
    PLAIN,
    UP,
    Control,
    Controls,
    Period,
)
from momentum.clock.errors import BadControl, BadTime
from momentum.clock.presets import PRESETS
from momentum.clock.times import TIME, parse_time

_NUMBER: Final = r"([0-9]{1,4})"
_PERIOD: Final = re.compile(rf"({TIME})\s*(?:/\s*{_NUMBER})?\s*(?:([+db])\s*({TIME}))?", re.ASCII)
_BYO: Final = re.compile(rf"byo\s+({TIME})\s+{_NUMBER}\s*x\s*({TIME})", re.ASCII)
_CANADIAN: Final = re.compile(rf"canadian\s+({TIME})\s+({TIME})\s*/\s*{_NUMBER}", re.ASCII)
_HOURGLASS: Final = re.compile(rf"hourglass\s+({TIME})", re.ASCII)
_KINDS: Final = {None: PLAIN, "+": FISCHER, "d": DELAY, "b": BRONSTEIN}
_ACCEPTED: Final = (
    "write a time such as 5m, 5m+3s, 5m d5s or 5m b3s, periods such as 30m;10m+10s or 90m/40;30m, "
    f"byo 10m 5x30s, canadian 10m 5m/15, hourglass 1m, up, or one of {', '.join(PRESETS)}"
)


def parse_controls(text: str) -> Controls:
    """Return both players' controls, of one control for both or of a handicap; raise BadControl."""
    parts = text.split("|")
    if len(parts) == 1 and not text.strip().startswith(("first ", "second ")):
        control = parse_control(text)
        return Controls(first=control, second=control)
    named = dict(_named(part, text) for part in parts)
    if len(parts) != 2 or len(named) != 2:
        raise BadControl(
            f"{text!r} is no handicap: write one control for both, or first 5m+3s | second 3m+2s"
        )
    return Controls(first=parse_control(named["first"]), second=parse_control(named["second"]))


def _named(part: str, text: str) -> tuple[str, str]:
    player, _, control = part.strip().partition(" ")
    if player not in {"first", "second"}:
        raise BadControl(f"{text!r} names {player!r} where a player is due: first 5m+3s | second 3m+2s")
    return player, control


def parse_control(text: str) -> Control:
    """Return one player's control, of a preset's name or of periods; raise BadControl."""
    written = PRESETS.get(text.strip(), text)
    try:
        return Control(
            periods=tuple(period for part in written.split(";") for period in _periods(part.strip()))
        )
    except (BadControl, BadTime) as error:
        raise BadControl(f"{text.strip()!r} is no time control: {error}") from error


def _periods(text: str) -> list[Period]:
    if text == "up":
        return [Period(kind=UP)]
    if match := _HOURGLASS.fullmatch(text):
        return [Period(kind=HOURGLASS, time_ms=parse_time(match[1]))]
    if match := _BYO.fullmatch(text):
        return [*_main(match[1]), Period(kind=BYO, time_ms=parse_time(match[3]), count=int(match[2]))]
    if match := _CANADIAN.fullmatch(text):
        return [*_main(match[1]), Period(kind=CANADIAN, time_ms=parse_time(match[2]), count=int(match[3]))]
    return [_plain(text)]


def _main(text: str) -> list[Period]:
    time_ms = parse_time(text)
    return [Period(kind=PLAIN, time_ms=time_ms)] if time_ms else []


def _plain(text: str) -> Period:
    match = _PERIOD.fullmatch(text)
    if match is None:
        raise BadControl(f"{text!r} cannot be read; {_ACCEPTED}")
    time, turns, sign, bonus = match.groups()
    if turns is not None and int(turns) == 0:
        raise BadControl(f"{text!r} asks for no turns: leave the /{turns} out, or write 1 to 999")
    return Period(
        kind=_KINDS[sign],
        time_ms=parse_time(time),
        bonus_ms=parse_time(bonus) if bonus else 0,
        count=int(turns or 0),
    )
