"""A config as text again: the values in force, and the examples that ship."""

from __future__ import annotations

from importlib.resources import files
from typing import Any

import msgspec

from momentum.config.schema import Config

EXAMPLES = ("gpio", "rpigpio", "mcp23017", "pico", "simulated", "tournament")
"""The examples there are, the usual one first."""


def example(name: str) -> str:
    """Return one commented example, ready to be written to a file."""
    return files("momentum.config").joinpath("examples", f"{name}.toml").read_text(encoding="utf-8")


def toml(config: Config) -> str:
    """Return every value in force as TOML that reads back as the same config."""
    values: dict[str, Any] = msgspec.to_builtins(config)
    plain = [f"{key} = {_value(value)}" for key, value in values.items() if not isinstance(value, dict)]
    lines = [line for line in plain if not line.endswith("= None")]
    for section, inner in values.items():
        if isinstance(inner, dict):
            known = (f"{key} = {_value(value)}" for key, value in inner.items() if value is not None)
            lines += ["", f"[{section}]", *known]
    return "\n".join(lines) + "\n"


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
    if isinstance(value, list | tuple):
        return "[" + ", ".join(_value(each) for each in value) + "]"
    return str(value)
