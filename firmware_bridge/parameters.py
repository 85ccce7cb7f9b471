"""What a board keeps over power loss and firmware updates. Runs on CPython and MicroPython alike."""

from firmware_bridge.wire.messages import CELL_LIGHTS, CONTACTS, LAYOUT, RING_LIGHTS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

LIGHTS = CELL_LIGHTS + RING_LIGHTS

RANGES = {"scan_hz": (50, 500), "debounce_ms": (1, 200), "limit_ma": (100, 5000)}
"""The least and the most each number may be."""


def defaults() -> "dict[str, Any]":
    """Return the parameters of a board that has never been set: row by row, light by light as drawn."""
    return {
        "scan_hz": 200,
        "debounce_ms": 20,
        "limit_ma": 900,
        "inverted": False,
        "contacts": tuple(range(CONTACTS)),
        "lights": tuple(range(LIGHTS)),
    }


def settings_of(fields: "dict[str, Any]") -> "dict[str, Any]":
    """Return the settings alone out of a `set` or `parameters` message."""
    return {name: fields[name] for name in defaults()}


def fault_in(fields: "dict[str, Any]") -> "str | None":
    """Return what is wrong with the fields of a `set` message, in a sentence, or None."""
    if fields["layout"] != LAYOUT:
        return f"layout is {fields['layout']}, this firmware keeps layout {LAYOUT}"
    for name, (least, most) in RANGES.items():
        if not least <= fields[name] <= most:
            return f"{name} is {fields[name]}, it must be {least} to {most}"
    for name, count in (("contacts", CONTACTS), ("lights", LIGHTS)):
        if sorted(fields[name]) != list(range(count)):
            return f"{name} must name each of 0 to {count - 1} once"
    return None
