"""The golden vectors, read for the tests of either end."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import firmware_bridge
from firmware_bridge.wire.messages import FIELDS_OF

FOLDER = Path(firmware_bridge.__file__).parent / "golden"


@dataclass(frozen=True, slots=True, kw_only=True)
class Vector:
    """One message as both ends must write and read it."""

    message: str
    """Its name."""
    sequence: int
    """The sequence of its frame."""
    fields: dict[str, Any]
    """Its fields as Python values."""
    frame: bytes
    """Its bytes on the wire, flags included."""

    def __str__(self) -> str:
        return f"{self.message}-{self.sequence}"


def rows(name: str) -> list[dict[str, Any]]:
    """Return the rows of one golden file."""
    loaded: list[dict[str, Any]] = json.loads((FOLDER / name).read_text(encoding="utf-8"))
    return loaded


def messages() -> list[Vector]:
    """Return the golden messages."""
    return [
        Vector(
            message=row["message"],
            sequence=row["sequence"],
            fields=_values(row["message"], row["fields"]),
            frame=bytes.fromhex(row["bytes"]),
        )
        for row in rows("messages.json")
    ]


def _values(message: str, fields: dict[str, Any]) -> dict[str, Any]:
    """Return fields as Python has them: JSON knows neither bytes nor tuples."""
    kinds = dict(FIELDS_OF[message])
    return {name: _value(kinds[name], value) for name, value in fields.items()}


def _value(kind: str, value: Any) -> Any:
    if kind == "rest":
        return bytes.fromhex(value)
    return tuple(value) if isinstance(value, list) else value
