"""What a game's clocks are set to: the time controls, what a fallen flag means, and the warnings."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, TypedDict

from momentum.clock.control import Controls
from momentum.clock.errors import BadControl, BadTime
from momentum.clock.text import parse_controls
from momentum.clock.times import parse_time, time_text

WARNINGS_MS: Final = (60_000, 30_000, 10_000)
"""The times left at which a player is warned, unless others are set."""

_ACCEPTED: Final = (
    "write flag=automatic, claim or arbiter, after=freeze or play_on, turn=board or press, "
    "and warn=60s,30s,10s or warn=-"
)


class FlagPolicy(StrEnum):
    """Who may end a game because a flag has fallen; the clock only tells that it has."""

    AUTOMATIC = "automatic"
    """The table does, at once."""
    CLAIM = "claim"
    """The opponent, by claiming it."""
    ARBITER = "arbiter"
    """The arbiter alone."""


class AfterFlag(StrEnum):
    """What the clocks do when the first flag falls."""

    FREEZE = "freeze"
    """They stop, as by a pause."""
    PLAY_ON = "play_on"
    """The other player's clock goes on in its turns; the fallen one stays at nothing left."""


class TurnEnds(StrEnum):
    """What ends a turn on the clock."""

    BOARD = "board"
    """The board, when it is right after the last push."""
    PRESS = "press"
    """The mover's button."""


class _Changes(TypedDict, total=False):
    flag: FlagPolicy
    after: AfterFlag
    turn: TurnEnds
    warnings_ms: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockSettings:
    """The settings of both clocks; raises BadControl for warnings that are no falling row of times."""

    controls: Controls
    """The time control of each player."""
    flag: FlagPolicy = FlagPolicy.AUTOMATIC
    """Who may end the game by a fallen flag; for the caller to obey."""
    after: AfterFlag = AfterFlag.FREEZE
    """Whether the clocks stop when the first flag falls."""
    turn: TurnEnds = TurnEnds.BOARD
    """What ends a turn on the clock; for the caller to obey."""
    warnings_ms: tuple[int, ...] = WARNINGS_MS
    """The times left at which a player is warned, the longest first; none for silence."""

    def __post_init__(self) -> None:
        row = self.warnings_ms
        if any(type(at_ms) is not int or at_ms < 1 for at_ms in row) or tuple(sorted({*row}))[::-1] != row:
            raise BadControl(f"warnings at {row} ms cannot be: give times above 0, the longest first")

    def __str__(self) -> str:
        words = [str(self.controls)]
        words += [f"flag={self.flag}"] * (self.flag is not FlagPolicy.AUTOMATIC)
        words += [f"after={self.after}"] * (self.after is not AfterFlag.FREEZE)
        words += [f"turn={self.turn}"] * (self.turn is not TurnEnds.BOARD)
        if self.warnings_ms != WARNINGS_MS:
            words.append(f"warn={','.join(map(time_text, self.warnings_ms)) or '-'}")
        return " ".join(words)

    @classmethod
    def parse(cls, text: str) -> ClockSettings:
        """Return the settings of a text such as `5m+3s flag=claim after=play_on warn=10s`; raise BadControl.

        The time control stands first; after it, in any order, what is not as usual.
        """
        head = re.split(r"\s+(?=\w+=)", text.strip(), maxsplit=1)
        changes: _Changes = {}
        for word in head[1].split() if len(head) > 1 else ():
            change = _change(word, text)
            if changes.keys() & change.keys():
                raise BadControl(f"{text!r} says {word.partition('=')[0]}= twice: say it once")
            changes.update(change)
        return cls(controls=parse_controls(head[0]), **changes)


def _change(word: str, text: str) -> _Changes:
    key, _, value = word.partition("=")
    match key, value:
        case "flag", "automatic" | "claim" | "arbiter":
            return {"flag": FlagPolicy(value)}
        case "after", "freeze" | "play_on":
            return {"after": AfterFlag(value)}
        case "turn", "board" | "press":
            return {"turn": TurnEnds(value)}
        case "warn", _:
            return {"warnings_ms": _warnings(value, text)}
    raise BadControl(f"{text!r} sets no clock, {word!r} is the trouble: {_ACCEPTED}")


def _warnings(value: str, text: str) -> tuple[int, ...]:
    try:
        times = {parse_time(part) for part in value.split(",")} if value != "-" else set[int]()
    except BadTime as error:
        raise BadControl(f"{text!r} sets no clock, its warnings are the trouble: {error}") from error
    return tuple(sorted(times, reverse=True))
