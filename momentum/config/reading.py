"""Reading a config: bytes in, a checked config out, or every problem told with its key and remedy."""

from __future__ import annotations

import difflib
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_type_hints

import msgspec

from momentum.config.accepted import accepted, section_in
from momentum.config.checks import wiring_problems
from momentum.config.errors import ConfigError, Problem
from momentum.config.schema import Config, Section

_AT = re.compile(r" - at `\$\.?(?P<key>[^`]*)`$")


def read_config(file: Path) -> Config:
    """Return the config in a file; raises `ConfigError` with all that is wrong with it."""
    try:
        data = file.read_bytes()
    except FileNotFoundError:
        problem = Problem(
            key="", why="there is no such file", remedy="write one from: momentum config example gpio"
        )
        raise ConfigError(file, [problem]) from None
    except OSError as error:
        remedy = "name a TOML file" if isinstance(error, IsADirectoryError) else "mend its rights"
        problem = Problem(key="", why=f"cannot be read: {error.strerror}", remedy=remedy)
        raise ConfigError(file, [problem]) from error
    return parse_config(data, file)


def parse_config(data: bytes, file: Path | str = "config") -> Config:
    """Return the config that these bytes hold; raises `ConfigError` with all that is wrong with it."""
    raw = _toml(data, file)
    unknown = list(_unknown(raw, Config, ""))
    if unknown:
        raise ConfigError(file, unknown)
    try:
        config = msgspec.convert(raw, Config)
    except msgspec.ValidationError as error:
        raise ConfigError(file, [_told(error)]) from None
    problems = list(wiring_problems(config))
    if problems:
        raise ConfigError(file, problems)
    return config


def _toml(data: bytes, file: Path | str) -> dict[str, Any]:
    try:
        return tomllib.loads(data.decode("utf-8-sig"))
    except UnicodeDecodeError:
        problem = Problem(key="", why="this is not UTF-8 text", remedy="a config is a TOML text file")
        raise ConfigError(file, [problem]) from None
    except tomllib.TOMLDecodeError as error:
        problem = Problem(key="", why=f"not TOML: {error}", remedy="see momentum config example gpio")
        raise ConfigError(file, [problem]) from None


def _unknown(raw: dict[str, Any], section: type[Section], prefix: str) -> Iterator[Problem]:
    hints = get_type_hints(section)
    for key, value in raw.items():
        name = f"{prefix}{key}"
        if key not in hints:
            yield Problem(key=name, why="there is no such key", remedy=_nearest(key, list(hints), prefix))
        elif isinstance(value, dict):
            inner = section_in(hints[key])
            if inner is not None:
                yield from _unknown(value, inner, f"{name}.")


def _nearest(key: str, known: list[str], prefix: str) -> str:
    close = difflib.get_close_matches(key, known, n=1)
    if close:
        return f"did you mean {prefix}{close[0]}?"
    return f"the keys here are {', '.join(known)}"


def _told(error: msgspec.ValidationError) -> Problem:
    text = str(error)
    found = _AT.search(text)
    if found is None:
        return Problem(key="driver", why="the key is missing", remedy=_takes("driver"))
    key = re.sub(r"\[[^]]*\]", "", found["key"])
    lacking = re.search(r"missing required field `(\w+)`", text)
    if lacking is not None:
        return Problem(
            key=f"{key}.{lacking[1]}", why="the key is missing", remedy=_takes(f"{key}.{lacking[1]}")
        )
    return Problem(key=key, why="this value cannot be", remedy=_takes(key))


def _takes(key: str) -> str:
    return f"it takes {accepted(key)}"
