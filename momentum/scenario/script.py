"""The scenario language: text in, settings and steps out; the whole file is checked before it is run."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from momentum.referee import BUTTONS, SETTING_KEYS, BadAct, SettingError, TableSettings, parse_act
from momentum.rules import Player, RulesError, parse_cell, parse_player
from momentum.scenario.acts import (
    Act,
    Blip,
    Bounce,
    Crash,
    Disk,
    Flicker,
    Hold,
    Lift,
    Order,
    Place,
    Plug,
    Slide,
    Stuck,
    TableWalk,
    Unplug,
    Wait,
)
from momentum.scenario.errors import ScenarioError
from momentum.scenario.expectations import KEYS, tidy_said
from momentum.table.errors import TableError
from momentum.table.sensing import SensingSettings

PRESS_MS = 100.0
"""How long `button` holds its button."""
_ORDER = re.compile(r'([^"]+?)(?: reason "([^"]*)")?')
"""An act of the arbiter and its reason, in one line with single spaces."""
LONGEST_MS = 24 * 3_600_000.0
"""The longest time that one step may name: a day."""


@dataclass(frozen=True, slots=True)
class Expect(Act):
    """What must be so at this moment."""

    wants: tuple[tuple[str, str], ...]
    """Keys and values, as the file has them but tidied."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One line that does or expects something."""

    line: int
    """Counted from 1."""
    at_ms: float
    """Since the start of the scenario."""
    act: Act
    """What it does."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Script:
    """A whole scenario."""

    settings: TableSettings = field(default_factory=TableSettings)
    """What its game is played under."""
    sensing: SensingSettings = field(default_factory=SensingSettings)
    """How its contacts are read."""
    steps: tuple[Step, ...] = ()
    """Its steps in order."""

    @property
    def length_ms(self) -> float:
        """Table time from its start to its last step."""
        return self.steps[-1].at_ms if self.steps else 0.0

    @property
    def expectations(self) -> int:
        """How many single expectations it holds."""
        return sum(len(step.act.wants) for step in self.steps if isinstance(step.act, Expect))


def parse_script(data: bytes) -> Script:
    """Read a scenario file's bytes; raises `ScenarioError` naming the first line that is not right."""
    lines = _decode(data).split("\n")
    script, at_ms, steps, walk, given = Script(), 0.0, list[Step](), TableWalk(), set[str]()
    for number, raw in enumerate(lines, start=1):
        words = raw.split("#", 1)[0].split()
        if not words:
            continue
        try:
            if words[0] == "set":
                script = _with_setting(script, words[1:], given, late=bool(steps))
                continue
            at_ms += _pause(words[0])
            act = _act(words[1:])
        except (ValueError, RulesError, BadAct) as error:
            raise ScenarioError(number, str(error)) from error
        why = walk.follow(at_ms, act)
        if why is not None:
            raise ScenarioError(number, why)
        steps.append(Step(line=number, at_ms=at_ms, act=act))
    if not steps:
        raise ScenarioError(max(len(data.splitlines()), 1), "no step; a step is written: +MS place d4")
    return replace(script, steps=tuple(steps))


def _decode(data: bytes) -> str:
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise ScenarioError(line, "this is not UTF-8 text; a scenario is a text file") from error
    if "\0" in text:
        line = text[: text.index("\0")].count("\n") + 1
        raise ScenarioError(line, "a zero byte: this is no text; a scenario is a text file")
    return text


def _with_setting(script: Script, words: Sequence[str], given: set[str], *, late: bool) -> Script:
    if late:
        raise ValueError("settings stand before the first step; move this line up")
    if len(words) != 2 and not (len(words) > 2 and words[0] == "clock"):
        raise ValueError("a setting is written: set KEY VALUE")
    key, value = words[0], " ".join(words[1:])
    if key in given:
        raise ValueError(f"{key} is set already; leave one of the two lines out")
    given.add(key)
    if key in SETTING_KEYS:
        return replace(script, settings=script.settings.with_value(key, value))
    if key in ("settle_ms", "scan_hz"):
        return replace(script, sensing=_sensing_with(script.sensing, key, value))
    known = ", ".join((*SETTING_KEYS, "settle_ms", "scan_hz"))
    raise SettingError(f"unknown setting {key!r}; the settings are {known}")


def _sensing_with(sensing: SensingSettings, key: str, value: str) -> SensingSettings:
    number = _number(value, f"{key} is a number")
    try:
        return replace(sensing, scan_hz=number) if key == "scan_hz" else replace(sensing, settle_ms=number)
    except TableError as error:
        raise SettingError(str(error)) from error


def _number(text: str, what: str) -> float:
    try:
        number = float(text)
    except ValueError:
        raise ValueError(f"{what}, not {text!r}") from None
    if not math.isfinite(number):
        raise ValueError(f"{what}, not {text!r}")
    return number


def _pause(word: str) -> float:
    if not word.startswith("+"):
        raise ValueError(f"{word!r}: a step begins with +MS, the milliseconds after the step before it")
    return _ms(word[1:])


def _ms(text: str) -> float:
    if not text.isascii() or not text.isdigit():
        raise ValueError(f"milliseconds are a whole number from 0 up, not {text!r}")
    ms = float(text)
    if ms > LONGEST_MS:
        raise ValueError(f"{text} ms is longer than a day")
    return ms


def _act(words: Sequence[str]) -> Act:
    if not words:
        raise ValueError(f"nothing to do; after +MS stands one of {', '.join(_ACTS)}")
    verb, given = words[0], words[1:]
    if verb not in _ACTS:
        raise ValueError(f"unknown step {verb!r}; steps are {', '.join(_ACTS)}")
    shape, build = _ACTS[verb]
    least = sum(not word.startswith("[") for word in shape.split())
    if len(given) < least or (len(given) > len(shape.split()) and verb not in ("expect", "command")):
        raise ValueError(f"this step is written: {verb} {shape}".rstrip())
    return build(*given)


def _place(cell: str, owner: str | None = None) -> Act:
    return Place(parse_cell(cell), None if owner is None else parse_player(owner))


def _button(name: str, ms: float) -> Act:
    if name not in BUTTONS:
        raise ValueError(f"there is no button {name!r}; buttons are {', '.join(BUTTONS)}")
    return Hold(name, ms)


def _flicker(cell: str, rate: str) -> Act:
    if rate == "off":
        return Flicker(parse_cell(cell), None)
    hz = _number(rate, "a contact flickers a number of times a second, or off")
    if not 0 < hz <= 1000:
        raise ValueError(f"a contact flickers over 0 and at most 1000 times a second, or off, not {rate}")
    return Flicker(parse_cell(cell), hz)


def _stuck(cell: str, how: str) -> Act:
    ways = {"on": True, "off": False, "free": None}
    if how not in ways:
        raise ValueError(f"a contact is stuck on, off or free, not {how!r}")
    return Stuck(parse_cell(cell), ways[how])


def _disk(how: str) -> Act:
    if how not in ("full", "free"):
        raise ValueError(f"a disk is full or free, not {how!r}")
    return Disk(full=how == "full")


def _slide(cell: str, to: str, ms: str) -> Act:
    return Slide(parse_cell(cell), parse_cell(to), _ms(ms))


def _command(*words: str) -> Act:
    match = _ORDER.fullmatch(" ".join(words))
    if match is None:
        raise ValueError('an act of the arbiter is written: command ACT ... reason "..."')
    return Order(parse_act(match[1]), match[2] or "")


def _expect(*words: str) -> Act:
    return Expect(tuple(_want(word) for word in words))


def _want(word: str) -> tuple[str, str]:
    key, equals, value = word.partition("=")
    if not equals:
        raise ValueError(f"{word!r}: an expectation is written KEY=VALUE")
    if key == "said":
        return key, tidy_said(value)
    if key not in KEYS:
        raise ValueError(f"unknown key {key!r}; keys are {', '.join(KEYS)}, said")
    try:
        return key, KEYS[key].tidy(value)
    except ValueError as error:
        raise ValueError(f"{key}: {error}") from error


_ACTS: MappingProxyType[str, tuple[str, Callable[..., Act]]] = MappingProxyType(
    {
        "place": (f"CELL [{Player.FIRST}|{Player.SECOND}]", _place),
        "lift": ("CELL", lambda cell: Lift(parse_cell(cell))),
        "slide": ("CELL CELL MS", _slide),
        "button": ("NAME", lambda name: _button(name, PRESS_MS)),
        "hold": ("NAME MS", lambda name, ms: _button(name, _ms(ms))),
        "command": ("ACT [...]", _command),
        "bounce": ("[MS]", lambda ms="1": Bounce(_ms(ms))),
        "blip": ("CELL MS", lambda cell, ms: Blip(parse_cell(cell), _ms(ms))),
        "flicker": ("CELL HZ|off", _flicker),
        "stuck": ("CELL on|off|free", _stuck),
        "unplug": ("", Unplug),
        "plug": ("", Plug),
        "disk": ("full|free", _disk),
        "crash": ("", Crash),
        "wait": ("", Wait),
        "expect": ("KEY=VALUE [...]", _expect),
    }
)
"""Each step's verb, what follows it, and what makes its act from that; brackets mean it may be left out."""
