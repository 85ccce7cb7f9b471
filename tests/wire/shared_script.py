"""Runs on CPython and MicroPython alike and prints the same: golden vectors, and a board's side of a talk."""

import json
import sys

from firmware_bridge.device import MEASURE, SET, Device
from firmware_bridge.errors import BridgeError
from firmware_bridge.wire.codec import decode, encode
from firmware_bridge.wire.crc import crc16, crc16_by_table
from firmware_bridge.wire.framing import Reader, framed
from firmware_bridge.wire.messages import CODE_OF, FIELDS_OF

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

IDENTITY = {
    "firmware": "0.1.0",
    "serial": "E66118604B6A2C31",
    "contacts": 49,
    "cells": 49,
    "ring": 28,
    "polarity": True,
    "buttons": 3,
    "buzzer": True,
    "boot_reason": 1,
    "boot_count": 7,
}


class Inputs:
    """Contacts, set by hand."""

    def __init__(self) -> None:
        self.closed = 1 << 48

    def state(self) -> tuple[int, int, int, int]:
        """Return closed, raw, south, buttons."""
        return self.closed, self.closed | 1, self.closed & 1 << 24, 2

    def restless(self) -> int:
        """Return what is never steady."""
        return 1 << 7


def rows(folder: str, name: str) -> "list[dict[str, Any]]":
    """Return the rows of a golden file."""
    with open(folder + "/" + name) as file:  # noqa: PTH123 - MicroPython has no pathlib
        loaded: list[dict[str, Any]] = json.load(file)
    return loaded


def golden(folder: str) -> None:
    """Compare every golden vector with what this interpreter makes of it."""
    for row in rows(folder, "crc.json"):
        data = bytes.fromhex(row["data"])
        assert crc16(data) == crc16_by_table(data) == row["crc"], row
    for row in rows(folder, "framing.json"):
        reader = Reader()
        frames = [
            [code, number, body.hex()] for code, number, body in reader.feed(bytes.fromhex(row["input"]))
        ]
        assert (frames, reader.damaged) == (row["frames"], row["damaged"]), row
        print("framing", row["about"])
    for row in rows(folder, "messages.json"):
        fields = values(row["message"], row["fields"])
        payload = encode(row["message"], fields)
        assert framed(CODE_OF[row["message"]], row["sequence"], payload).hex() == row["bytes"], row
        assert decode(CODE_OF[row["message"]], payload) == (row["message"], fields), row
        print("message", row["message"])


def values(message: str, fields: "dict[str, Any]") -> "dict[str, Any]":
    """Return the fields as they are in Python: JSON knows neither bytes nor tuples."""
    for name, kind in FIELDS_OF[message]:
        if kind == "rest":
            fields[name] = bytes.fromhex(fields[name])
        elif "*" in kind:
            fields[name] = tuple(fields[name])
    return fields


def talk(folder: str) -> None:
    """Let a board hear every golden frame, welcome or not, and print what it does and says."""
    inputs = Inputs()
    device = Device(IDENTITY, inputs)
    now = 0x3FFFFF00
    for row in rows(folder, "messages.json"):
        now = (now + 37) & 0x3FFFFFFF
        inputs.closed ^= 1 << (now % 49)
        device.changed(now)
        for name, value in device.receive(bytes.fromhex(row["bytes"]), now):
            print(name, value if isinstance(value, (bytes, tuple)) else "")
            if name == SET:
                device.kept()
            elif name == MEASURE:
                device.measured(1, 2, 3)
        device.tick(now)
        print(device.take(now).hex(), device.next_due_ms(now))
    for what in ("health", "parameters", "journal", "memory", "report"):
        for name, _ in device.receive(framed(CODE_OF["ask"], 0, encode("ask", {"code": CODE_OF[what]})), now):
            print(name)
        print(device.take(now).hex())
    for _ in range(40):
        now = (now + 61) & 0x3FFFFFFF
        print(device.tick(now), device.take(now).hex())


def faults() -> None:
    """Print what is said about wrong messages."""
    for code, payload in ((1, b""), (72, b"\1"), (88, b"\0\0\0\0\2\xff\xff"), (65, b"\0\0\0\0")):
        try:
            decode(code, payload)
        except BridgeError as error:
            print(error)


golden(sys.argv[1])
talk(sys.argv[1])
faults()
print("done")
