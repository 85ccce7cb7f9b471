"""The settings a game is played under."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, TypedDict

from momentum.rules.errors import BadRuleSet

MOST_ROUNDS: Final = 999
"""The highest round limit a game may have."""

_ACCEPTED: Final = "write pie=on or off, rounds=1 to 999 or off, last_marble=play_on, forced or guard"


class LastMarble(StrEnum):
    """What follows when the opponent knocks none of an announcer's seven off the board."""

    PLAY_ON = "play_on"
    """Nothing: the announcer drops the eighth and wins."""
    FORCED = "forced"
    """The opponent has lost at once."""
    GUARD = "guard"
    """It is refused while a cell that knocks one off exists; without one, play goes on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleSet:
    """The settings of one game; raises BadRuleSet for a value that is none of those accepted."""

    pie: bool = True
    """Whether the second player's first turn may be a swap."""
    rounds: int | None = 30
    """Completed rounds after which play stops, 1 to 999, or None for no limit."""
    last_marble: LastMarble = LastMarble.PLAY_ON
    """What an unanswered last marble means."""

    def __post_init__(self) -> None:
        if self.pie not in {True, False}:
            raise BadRuleSet(f"pie is {self.pie!r}: give True or False")
        if self.rounds is not None and not (type(self.rounds) is int and 1 <= self.rounds <= MOST_ROUNDS):
            raise BadRuleSet(f"rounds is {self.rounds!r}: give a whole number from 1 to 999, or None for off")
        if self.last_marble not in set(LastMarble):
            raise BadRuleSet(f"last_marble is {self.last_marble!r}: give play_on, forced or guard")

    def __str__(self) -> str:
        rounds = "off" if self.rounds is None else self.rounds
        return f"pie={'on' if self.pie else 'off'} rounds={rounds} last_marble={self.last_marble}"

    @classmethod
    def parse(cls, text: str) -> RuleSet:
        """Return the settings of a text such as `pie=on rounds=30 last_marble=play_on`; raise BadRuleSet.

        The words may stand in any order; a setting that is left out has its default.
        """
        settings: _Settings = {}
        for word in text.split():
            key, _, value = word.partition("=")
            if key in settings:
                raise BadRuleSet(f"{text!r} sets {key} twice: set it once")
            settings.update(_setting(key, value, text))
        return cls(**settings)


class _Settings(TypedDict, total=False):
    pie: bool
    rounds: int | None
    last_marble: LastMarble


def _setting(key: str, value: str, text: str) -> _Settings:
    match key, value:
        case "pie", "on" | "off":
            return {"pie": value == "on"}
        case "rounds", "off":
            return {"rounds": None}
        case "rounds", _ if re.fullmatch("[1-9][0-9]{0,2}", value):
            return {"rounds": int(value)}
        case "last_marble", "play_on" | "forced" | "guard":
            return {"last_marble": LastMarble(value)}
    raise BadRuleSet(f"{text!r} is no rule set, {f'{key}={value}'!r} is the trouble: {_ACCEPTED}")


STANDARD: Final = RuleSet()
"""The default settings: pie rule, thirty rounds, `play_on`."""
