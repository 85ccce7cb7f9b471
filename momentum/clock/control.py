"""Time controls: how much time a player has, period by period, and what a turn gives back."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from momentum.clock.errors import BadControl
from momentum.clock.times import MOST_MS, time_text
from momentum.rules.players import FIRST, Player

MOST_TURNS: Final = 999
"""The most turns that a period may ask for."""

MOST_PERIODS: Final = 99
"""The most periods of byo-yomi."""


class Kind(StrEnum):
    """What becomes of the time of a period as turns are made."""

    PLAIN = "plain"
    """It runs down (sudden death)."""
    FISCHER = "fischer"
    """Each turn adds the bonus when it is over."""
    BRONSTEIN = "bronstein"
    """Each turn gives back what it used when it is over, the bonus at most."""
    DELAY = "delay"
    """The bonus passes first in each turn, before the time runs down (US delay)."""
    BYO = "byo"
    """Each turn begins with the whole time again; used up, it is lost, and the next such period begins."""
    CANADIAN = "canadian"
    """A number of turns must be made in it; then the whole time is there again, and none is kept."""
    HOURGLASS = "hourglass"
    """What one player uses, the other gains."""
    UP = "up"
    """It counts up from nothing, and never ends."""


PLAIN: Final = Kind.PLAIN
FISCHER: Final = Kind.FISCHER
BRONSTEIN: Final = Kind.BRONSTEIN
DELAY: Final = Kind.DELAY
BYO: Final = Kind.BYO
CANADIAN: Final = Kind.CANADIAN
HOURGLASS: Final = Kind.HOURGLASS
UP: Final = Kind.UP

_BONUS_SIGNS: Final = {FISCHER: "+", DELAY: " d", BRONSTEIN: " b"}
_MAIN: Final = (PLAIN, FISCHER, BRONSTEIN, DELAY)


@dataclass(frozen=True, slots=True, kw_only=True)
class Period:
    """One period of a time control; raises BadControl when its figures do not fit its kind."""

    kind: Kind
    """What becomes of its time."""
    time_ms: int = 0
    """The time it begins with (or adds to what is left, when the period before ended by turns)."""
    bonus_ms: int = 0
    """The Fischer, Bronstein or delay time of a turn; 0 for the other kinds."""
    count: int = 0
    """Turns that must be made in it (0: it ends by time), or how many periods of byo-yomi there are."""

    def __post_init__(self) -> None:
        for name, value in (("time_ms", self.time_ms), ("bonus_ms", self.bonus_ms)):
            if type(value) is not int or not 0 <= value <= MOST_MS:
                raise BadControl(f"{name} is {value!r}: give whole milliseconds, at most {MOST_MS}")
        self._check_time()
        self._check_count()

    def _check_time(self) -> None:
        if (self.bonus_ms > 0) != (self.kind in _BONUS_SIGNS):
            raise BadControl(f"a {self.kind} period cannot have a bonus of {time_text(self.bonus_ms)}")
        if (self.time_ms == 0) != (self.kind is UP) and not (self.time_ms == 0 and self.kind is DELAY):
            raise BadControl(f"a {self.kind} period cannot have a time of {time_text(self.time_ms)}")

    def _check_count(self) -> None:
        least = 1 if self.kind in {BYO, CANADIAN} else 0
        most = MOST_PERIODS if self.kind is BYO else 0 if self.kind in {HOURGLASS, UP} else MOST_TURNS
        if type(self.count) is not int or not least <= self.count <= most:
            raise BadControl(f"a {self.kind} period cannot have a count of {self.count!r}: {least} to {most}")

    @property
    def ends_by_turns(self) -> bool:
        """Whether the next period begins when its turns are made."""
        return self.count > 0 and self.kind in _MAIN

    def __str__(self) -> str:
        time = time_text(self.time_ms)
        if self.kind is UP:
            return "up"
        if self.kind is HOURGLASS:
            return f"hourglass {time}"
        if self.kind is BYO:
            return f"{self.count}x{time}"
        turns = f"/{self.count}" if self.count else ""
        bonus = f"{_BONUS_SIGNS[self.kind]}{time_text(self.bonus_ms)}" if self.bonus_ms else ""
        return f"{time}{turns}{bonus}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Control:
    """The time control of one player; raises BadControl when its periods cannot follow each other."""

    periods: tuple[Period, ...]
    """Its periods in their order, at least one."""

    def __post_init__(self) -> None:
        if not self.periods:
            raise BadControl("a time control needs a period: 5m, say")
        last = self.periods[-1]
        if len(self.periods) > 1 and last.kind in {HOURGLASS, UP}:
            raise BadControl(f"{last} stands alone: no period comes before it")
        for period, following in zip(self.periods, self.periods[1:], strict=False):
            _check_order(period, following)
        if last.ends_by_turns:
            raise BadControl(f"{last} asks for turns, but no period follows: leave the /{last.count} out")

    def __str__(self) -> str:
        *before, last = self.periods
        if last.kind not in {BYO, CANADIAN}:
            return ";".join(map(str, self.periods))
        main = "0s"
        if before and before[-1].kind is PLAIN and not before[-1].count:
            main = str(before.pop())
        return ";".join([*map(str, before), f"{last.kind} {main} {last}"])


def _check_order(period: Period, following: Period) -> None:
    if period.kind not in _MAIN:
        raise BadControl(f"{period.kind} comes last: no period can follow it")
    if period.ends_by_turns and following.kind not in _MAIN:
        raise BadControl(
            f"{period} ends by turns, its rest is kept: a period such as 30m comes next, not {following.kind}"
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Controls:
    """The time controls of both players; raises BadControl when they cannot be played together."""

    first: Control
    """The first player's."""
    second: Control
    """The second player's: the same, or another one (a handicap)."""

    def __post_init__(self) -> None:
        kinds = {self.first.periods[0].kind, self.second.periods[0].kind}
        if HOURGLASS in kinds and len(kinds) > 1:
            raise BadControl(f"{self} cannot be played: an hourglass is for both players")

    def of(self, player: Player) -> Control:
        """Return one player's time control."""
        return self.first if player is FIRST else self.second

    def __str__(self) -> str:
        if self.first == self.second:
            return str(self.first)
        return f"first {self.first} | second {self.second}"
