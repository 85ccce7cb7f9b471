"""A clock written down in one line, for a journal, and read again: paused, for any instant to go on from.

    5m+3s @ first time=252000 used=51000 armed=300000 @ second time=300000 armed=300000 @ paused second

After the settings stand both players' clocks (milliseconds; what is 0 is left out), the clock's state with
the side to move, and the flags that have fallen, the first one first: `fallen second at=9120 played=9015`.
"""

from __future__ import annotations

import re
from typing import Final

from momentum.clock.clock import Clock, Run
from momentum.clock.control import Control
from momentum.clock.errors import BadControl, BadCorrection, BadSavedClock
from momentum.clock.news import Flag
from momentum.clock.settings import ClockSettings
from momentum.clock.side import Side, checked
from momentum.rules.players import FIRST, SECOND, Player

_NUMBER: Final = re.compile(r"([a-z]+)=(-?[0-9]{1,18})", re.ASCII)
_SIDE: Final = ("period", "time", "left", "turn", "used", "armed", "given")
_FLAG: Final = ("at", "played")
_STATES: Final = {
    f"{run} {player}": (run, player) for run in Run if run is not Run.RUNNING for player in Player
}


def clock_text(clock: Clock) -> str:
    """Return the line of a clock as it stood at its `at_ms`: a running one as paused, without its news."""
    run = Run.PAUSED if clock.run is Run.RUNNING else clock.run
    parts = [
        str(clock.settings),
        f"first{_side_text(clock.first)}",
        f"second{_side_text(clock.second)}",
        f"{run} {clock.to_move}",
    ]
    parts += [
        f"fallen {flag.player}{_numbers_text(_FLAG, (flag.at_ms, flag.played_ms))}" for flag in clock.flags
    ]
    return " @ ".join(parts)


def _side_text(side: Side) -> str:
    numbers = (
        side.period,
        side.time_ms,
        side.left,
        side.turn_ms,
        side.used_ms,
        side.armed_ms,
        side.given_ms,
    )
    return _numbers_text(_SIDE, numbers)


def _numbers_text(names: tuple[str, ...], numbers: tuple[int, ...]) -> str:
    return "".join(f" {name}={number}" for name, number in zip(names, numbers, strict=True) if number)


def parse_clock(text: str) -> Clock:
    """Return the clock of a line that `clock_text` wrote, with no instant handed in; raise BadSavedClock."""
    parts = text.split(" @ ")
    if len(parts) < 4 or parts[3] not in _STATES:
        raise BadSavedClock(
            f"{text!r} is no saved clock: its settings, both sides and a state are due, between @"
        )
    run, to_move = _STATES[parts[3]]
    try:
        settings = ClockSettings.parse(parts[0])
        return Clock(
            settings=settings,
            first=_side(parts[1], FIRST, settings.controls.first),
            second=_side(parts[2], SECOND, settings.controls.second),
            to_move=to_move,
            run=run,
            flags=_flags(parts[4:]),
        )
    except (BadControl, BadCorrection, BadSavedClock) as error:
        raise BadSavedClock(f"{text!r} is no saved clock: {error}") from error


def _side(text: str, player: Player, control: Control) -> Side:
    return checked(Side(*_numbers(text, str(player), _SIDE)), control)


def _flags(texts: list[str]) -> tuple[Flag, ...]:
    flags = tuple(map(_flag, texts))
    if len({flag.player for flag in flags}) < len(flags):
        raise BadSavedClock("a flag fell twice: each player has one")
    return flags


def _flag(text: str) -> Flag:
    for player in Player:
        if text.startswith(f"fallen {player}"):
            at_ms, played_ms = _numbers(text, f"fallen {player}", _FLAG)
            return Flag(player=player, at_ms=at_ms, played_ms=played_ms)
    raise BadSavedClock(f"{text!r} is no flag: fallen first at=MS played=MS is due")


def _numbers(text: str, head: str, names: tuple[str, ...]) -> tuple[int, ...]:
    """Return the numbers behind a head in the order of their names, 0 for one that is left out."""
    words = text.removeprefix(head).split()
    numbers: dict[str, int] = {}
    for word in words:
        match = _NUMBER.fullmatch(word)
        if match is None or match[1] not in names or match[1] in numbers:
            raise BadSavedClock(
                f"{word!r} in {text!r} cannot be read: {', '.join(names)} stand there, each once"
            )
        numbers[match[1]] = int(match[2])
    return tuple(numbers.get(name, 0) for name in names)
