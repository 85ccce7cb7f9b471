"""Runs in MicroPython: the scan path with the heap locked, so that any allocation ends it."""

import sys

import micropython  # type: ignore[import-not-found, unused-ignore]

ROWS = 7
readings = bytearray(49)
"""The level of each contact as the pins will read it; 1 is open."""


class Pin:
    """A pin of the matrix that needs no memory to be read."""

    IN, OUT, PULL_UP = 0, 1, 1
    selected = 0

    def __init__(self, number: int, mode: int = 0, pull: int = -1, value: int = 1) -> None:  # noqa: ARG002
        self._number = number

    def value(self, level: int = -1) -> int:
        """Read the pin, or select the row."""
        if level == 0:
            Pin.selected = self._number - 2
        return readings[7 * Pin.selected + self._number - 9] if self._number >= 9 and level < 0 else 1


class FakeMachine:
    """Has the pins alone."""


FakeMachine.Pin = Pin  # type: ignore[attr-defined]
sys.modules["machine"] = FakeMachine  # type: ignore[assignment]

from firmware_bridge.firmware.matrix import ButtonRow, Matrix  # noqa: E402

for place in range(49):
    readings[place] = 1
COLUMNS = (9, 10, 11, 12, 13, 14, 15)
matrix = Matrix((2, 3, 4, 5, 6, 7, 8), COLUMNS, COLUMNS)
buttons = ButtonRow(1, COLUMNS)
matrix.begin()
changes = 0
micropython.heap_lock()  # type: ignore[attr-defined, unused-ignore]
for now in range(0x3FFFFFFF - 400, 0x3FFFFFFF):
    readings[now % 49] ^= now >> 3 & 1
    changes += matrix.scan(now)
    changes += buttons.scan(now)
for now in range(100):
    changes += matrix.scan(now)
micropython.heap_unlock()  # type: ignore[attr-defined, unused-ignore]
print("changes", changes > 0, "done")
