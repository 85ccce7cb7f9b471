"""What a page may ask of a table: JSON in, commands out; every malformed one gets a sentence."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from momentum.referee import BUTTONS, SettingError, TableSettings
from momentum.rules import Player, RulesError, parse_cell, parse_player
from momentum.web.errors import Malformed, in_words

LONGEST_SLIDE_MS = 10_000
"""The longest that a marble may roll, in milliseconds."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Command:
    """Something that a page asks for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceMarble(Command):
    """Put a marble from its tray on a cell."""

    cell: int
    owner: Player


@dataclass(frozen=True, slots=True, kw_only=True)
class LiftMarble(Command):
    """Take the marble on a cell off the board."""

    cell: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SlideMarble(Command):
    """Let a marble roll to another cell, taking `ms` milliseconds."""

    cell: int
    to: int
    ms: float


@dataclass(frozen=True, slots=True, kw_only=True)
class PressButton(Command):
    """Press one of the device's buttons."""

    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class StartGame(Command):
    """Begin a new game; `changes` are the settings that differ from the present ones."""

    changes: tuple[tuple[str, str], ...]

    def settings(self, present: TableSettings) -> TableSettings:
        """Return the new game's settings; raises `Malformed` for a value that none takes."""
        try:
            for key, value in self.changes:
                present = present.with_value(key, value)
        except SettingError as error:
            raise Malformed(f"settings: {error}", in_words(error)) from error
        return present


@dataclass(frozen=True, slots=True, kw_only=True)
class Resign(Command):
    """Give the game up for one player."""

    player: Player


@dataclass(frozen=True, slots=True, kw_only=True)
class AgreeDraw(Command):
    """Both players agree on a draw."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SetSound(Command):
    """Let the table's own buzzer and voice be heard, or not."""

    on: bool


def parse_command(body: bytes) -> Command:
    """Read one command; raises `Malformed` with a sentence that says what is accepted."""
    try:
        asked = json.loads(body)
    except (ValueError, RecursionError) as error:
        raise Malformed(
            'the body is not JSON; send an object such as {"do": "lift", "cell": "d4"}'
        ) from error
    if not isinstance(asked, dict):
        raise Malformed("the body must be a JSON object with a key 'do'")
    do = asked.pop("do", None)
    if not isinstance(do, str) or do not in _COMMANDS:
        raise Malformed(f"'do' must be one of {', '.join(_COMMANDS)}")
    needed, build = _COMMANDS[do]
    if set(asked) != set(needed):
        raise Malformed(f"'{do}' takes {' and '.join(needed) or 'nothing else'}")
    try:
        return build(asked)
    except RulesError as error:
        raise Malformed(str(error)) from error


def _text(asked: Mapping[str, Any], key: str) -> str:
    value = asked[key]
    if not isinstance(value, str) or len(value) > 40:
        raise Malformed(f"'{key}' must be a short text")
    return value


def _cell(asked: Mapping[str, Any], key: str) -> int:
    return parse_cell(_text(asked, key))


def _slide(asked: Mapping[str, Any]) -> Command:
    ms = asked["ms"]
    if isinstance(ms, bool) or not isinstance(ms, int | float) or not 0 <= ms <= LONGEST_SLIDE_MS:
        raise Malformed(f"'ms' must be a number from 0 to {LONGEST_SLIDE_MS}")
    return SlideMarble(cell=_cell(asked, "cell"), to=_cell(asked, "to"), ms=float(ms))


def sound_command(asked: Mapping[str, Any]) -> Command:
    """Read whether the table is to be heard; raises `Malformed`."""
    if not isinstance(asked["on"], bool):
        raise Malformed("'on' must be true or false")
    return SetSound(on=asked["on"])


def _button(asked: Mapping[str, Any]) -> Command:
    name = _text(asked, "name")
    if name not in BUTTONS:
        raise Malformed(f"there is no button {name!r}; buttons are {', '.join(BUTTONS)}")
    return PressButton(name=name)


_SETTINGS = ("pie", "rounds", "last_marble", "mode", "guidance", "clock")
_LONGEST = {"clock": 200}
"""The longest text of a setting, where it is not 20 characters."""


def _new(asked: Mapping[str, Any]) -> Command:
    given = asked["settings"]
    if not isinstance(given, dict) or not set(given) <= set(_SETTINGS):
        raise Malformed(f"'settings' must be an object with any of {', '.join(_SETTINGS)}")
    command = StartGame(changes=tuple((key, _setting(key, value)) for key, value in given.items()))
    command.settings(TableSettings())
    return command


def _setting(key: str, value: object) -> str:
    if value is None and key == "rounds":
        return "off"
    if isinstance(value, bool):
        return "on" if value else "off"
    if isinstance(value, int | str) and len(str(value)) <= _LONGEST.get(key, 20):
        return str(value)
    raise Malformed(f"settings: {key} cannot be {str(value)[:40]!r}")


_COMMANDS: MappingProxyType[str, tuple[tuple[str, ...], Callable[[Mapping[str, Any]], Command]]] = (
    MappingProxyType(
        {
            "place": (
                ("cell", "owner"),
                lambda asked: PlaceMarble(
                    cell=_cell(asked, "cell"), owner=parse_player(_text(asked, "owner"))
                ),
            ),
            "lift": (("cell",), lambda asked: LiftMarble(cell=_cell(asked, "cell"))),
            "slide": (("cell", "to", "ms"), _slide),
            "button": (("name",), _button),
            "new": (("settings",), _new),
            "resign": (("player",), lambda asked: Resign(player=parse_player(_text(asked, "player")))),
            "draw": ((), lambda _: AgreeDraw()),
            "sound": (("on",), sound_command),
        }
    )
)
"""Each command's keys beside `do`, and what reads them."""
