"""What outlives power loss and new programs: the parameters and the number of starts, in the flash."""

import os  # MicroPython has no pathlib

from firmware_bridge.errors import BridgeError
from firmware_bridge.parameters import defaults, fault_in, settings_of
from firmware_bridge.wire.codec import decode, encode
from firmware_bridge.wire.framing import Reader, framed
from firmware_bridge.wire.messages import CODE_OF, LAYOUT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

PARAMETERS = "parameters.bin"
STARTS = "starts.txt"


def load_parameters() -> "tuple[dict[str, Any], int]":
    """Return the settings and their revision; the defaults and 0 when there are none or they are damaged."""
    try:
        frames = Reader().feed(_read(PARAMETERS))
    except OSError:
        return defaults(), 0
    for code, _, payload in frames:
        try:
            name, fields = decode(code, payload)
        except BridgeError:
            continue
        if name == "parameters" and fault_in(fields) is None:
            return settings_of(fields), fields["revision"]
    os.rename(PARAMETERS, PARAMETERS + ".bad")  # noqa: PTH104
    return defaults(), 0


def save_parameters(settings: "dict[str, Any]", revision: int) -> None:
    """Keep the settings, whole or not at all; OSError when the flash does not take them."""
    fields = dict(settings)
    fields.update({"layout": LAYOUT, "revision": revision})
    _write(PARAMETERS, framed(CODE_OF["parameters"], 0, encode("parameters", fields)))


def count_start() -> int:
    """Return how often the board has started, this time included, modulo 65536."""
    try:
        starts = (int(_read(STARTS)) + 1) & 0xFFFF
    except (OSError, ValueError):
        starts = 1
    try:
        _write(STARTS, str(starts).encode())
    except OSError:  # a full flash is no reason not to play
        return starts
    return starts


def _read(name: str) -> bytes:
    with open(name, "rb") as file:  # noqa: PTH123
        return file.read()


def _write(name: str, data: bytes) -> None:
    """Write beside, then put in place at one stroke: a power cut leaves the old one or the new one."""
    with open(name + ".new", "wb") as file:  # noqa: PTH123
        file.write(data)
        file.flush()
    os.rename(name + ".new", name)  # noqa: PTH104
