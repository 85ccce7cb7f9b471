"""What a game at the table is played under: the rule set, and how the device behaves around it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from enum import StrEnum

from momentum.clock import ClockError, ClockSettings
from momentum.referee.errors import SettingError
from momentum.referee.tournament import Announcer, IrregularityPolicy, event_word
from momentum.rules import RulesError, RuleSet


class Mode(StrEnum):
    """How strictly a settled drop binds its player."""

    CASUAL = "casual"
    TOURNAMENT = "tournament"


class SensorKind(StrEnum):
    """What a contact knows of the marble above it."""

    PRESENCE = "presence"
    POLARITY = "polarity"


@dataclass(frozen=True, slots=True, kw_only=True)
class TableSettings:
    """Rules and manners of one game; `str()` gives `key=value` words that `parse` reads back."""

    rules: RuleSet = field(default_factory=RuleSet)
    """Pie rule, round limit and what an unanswered last marble means."""
    mode: Mode = Mode.CASUAL
    """`casual`: a drop may be taken back until its turn is over; `tournament`: a settled drop stands."""
    sensors: SensorKind = SensorKind.PRESENCE
    """Whether contacts tell whose marble lies on them."""
    guidance: bool = True
    """Whether lights lead the hands; off, they show only faults and the result."""
    clock: ClockSettings | None = None
    """What the clocks are set to; None plays without."""
    announce: Announcer = Announcer.DEVICE
    """Who announces a last marble."""
    confirm: bool = False
    """Whether both players confirm the settings before the start, and the result after the end."""
    irregular: IrregularityPolicy | None = None
    """What an irregular act costs; None counts none."""
    event: str = ""
    """The event's name as one word; empty outside of events."""

    def __str__(self) -> str:
        own = f"mode={self.mode} sensors={self.sensors} guidance={'on' if self.guidance else 'off'}"
        return " ".join([str(self.rules), own, *self._more_words()])

    def _more_words(self) -> Iterator[str]:
        """Yield the words of what is not as usual."""
        if self.clock is not None:
            yield f"clock={clock_word(self.clock)}"
        if self.announce is not Announcer.DEVICE:
            yield f"announce={self.announce}"
        if self.confirm:
            yield "confirm=on"
        if self.irregular is not None:
            yield f"irregular={self.irregular}"
        if self.event:
            yield f"event={self.event}"

    @property
    def casual(self) -> bool:
        """Whether drops may be taken back and turns undone."""
        return self.mode is Mode.CASUAL

    @property
    def polarity(self) -> bool:
        """Whether the colour of marbles is compared too."""
        return self.sensors is SensorKind.POLARITY

    @classmethod
    def parse(cls, text: str) -> TableSettings:
        """Read the words that `str()` writes, in any order; a missing key keeps its default.

        Raises `SettingError` for a word that is no `key=value`, an unknown key or a value it does not take.
        """
        settings = cls()
        for word in text.split():
            key, equals, value = word.partition("=")
            if not equals:
                raise SettingError(f"{word!r} is no setting; write it as key=value, for example mode=casual")
            settings = settings.with_value(key, value)
        return settings

    def with_value(self, key: str, value: str) -> TableSettings:
        """Return these settings with one of them changed; raises `SettingError` saying what is accepted."""
        if key in RULE_KEYS:
            return replace(self, rules=_rules_with(self.rules, key, value))
        if key not in _TABLE_KEYS:
            raise SettingError(f"unknown setting {key!r}; the settings are {', '.join(SETTING_KEYS)}")
        return _TABLE_KEYS[key](self, value)


def _rules_with(rules: RuleSet, key: str, value: str) -> RuleSet:
    words = [word for word in str(rules).split() if not word.startswith(f"{key}=")]
    try:
        return RuleSet.parse(" ".join([*words, f"{key}={value}"]))
    except RulesError as error:
        raise SettingError(str(error)) from error


def choice(key: str, value: str, accepted: Iterable[str]) -> str:
    """Return `value` when it is one of `accepted`, else raise `SettingError` naming them."""
    names = list(accepted)
    if value not in names:
        raise SettingError(f"{key} cannot be {value!r}; it is one of {', '.join(names)}")
    return value


def _with_mode(settings: TableSettings, value: str) -> TableSettings:
    return replace(settings, mode=Mode(choice("mode", value, Mode)))


def _with_sensors(settings: TableSettings, value: str) -> TableSettings:
    return replace(settings, sensors=SensorKind(choice("sensors", value, SensorKind)))


def _with_guidance(settings: TableSettings, value: str) -> TableSettings:
    return replace(settings, guidance=choice("guidance", value, ("on", "off")) == "on")


def clock_word(settings: ClockSettings) -> str:
    """Return clock settings as one word, which `clock=` takes: `5m+3s_flag=claim`."""
    return str(settings).replace(" ", "_")


_BETWEEN_WORDS = re.compile(r"[_\s]+(?=[a-z]+=)")


def _with_clock(settings: TableSettings, value: str) -> TableSettings:
    """Read a clock's text, with spaces or as one word."""
    if value == "off":
        return replace(settings, clock=None)
    control, *words = _BETWEEN_WORDS.split(value)
    try:
        clock = ClockSettings.parse(" ".join([control.replace("_", " "), *words]))
    except ClockError as error:
        why = f"clock cannot be {value!r}: {error}; or write clock=off"
        raise SettingError(why, "refused.clock", text=value) from error
    return replace(settings, clock=clock)


def _with_announce(settings: TableSettings, value: str) -> TableSettings:
    return replace(settings, announce=Announcer(choice("announce", value, Announcer)))


def _with_confirm(settings: TableSettings, value: str) -> TableSettings:
    return replace(settings, confirm=choice("confirm", value, ("on", "off")) == "on")


def _with_irregular(settings: TableSettings, value: str) -> TableSettings:
    return replace(settings, irregular=IrregularityPolicy.parse(value))


def _with_event(settings: TableSettings, value: str) -> TableSettings:
    return replace(settings, event=event_word(value))


RULE_KEYS = ("pie", "rounds", "last_marble")
_TABLE_KEYS: dict[str, Callable[[TableSettings, str], TableSettings]] = {
    "mode": _with_mode,
    "sensors": _with_sensors,
    "guidance": _with_guidance,
    "clock": _with_clock,
    "announce": _with_announce,
    "confirm": _with_confirm,
    "irregular": _with_irregular,
    "event": _with_event,
}
SETTING_KEYS = (*RULE_KEYS, *_TABLE_KEYS)
