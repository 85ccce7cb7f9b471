"""Reads the 7 x 7 matrix of contacts and the row of buttons. Allocates nothing once it is made."""

from time import sleep_us  # type: ignore[attr-defined]

from machine import Pin  # type: ignore[import-not-found, unused-ignore]

from firmware_bridge.firmware.debounce import COLUMNS, Debounce

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

SETTLE_US = 30
"""After a row is selected, and again after it is not, its columns need so long (Pi pulls, 50 kohm)."""
ALL = 0x7F


class Matrix:
    """Rows driven low one at a time, columns read; diodes keep any two switches from making a third.

    With a second set of columns each cell has two switches: the first closes under either pole or under a
    north pole alone, the second under a south pole.
    """

    def __init__(self, rows: tuple[int, ...], columns: tuple[int, ...], south: tuple[int, ...] = ()) -> None:
        self.contacts = Debounce(len(rows))
        self.south = Debounce(len(rows))
        self.inverted = False
        self._rows = [Pin(row, Pin.OUT, value=1) for row in rows]
        self._columns = [Pin(column, Pin.IN, Pin.PULL_UP) for column in columns]
        self._south = [Pin(column, Pin.IN, Pin.PULL_UP) for column in south]

    @property
    def polarity(self) -> bool:
        """Whether there is a second set of columns."""
        return bool(self._south)

    def begin(self) -> None:
        """Take the contacts as they are."""
        for row in range(len(self._rows)):
            self._select(row)
            self.contacts.begin(row, self._closed(self._columns))
            if self._south:
                self.south.begin(row, self._closed(self._south))
            self._deselect(row)

    def scan(self, now: int) -> bool:
        """Read every contact once; say whether a debounced one changed."""
        changed = False
        for row in range(len(self._rows)):
            self._select(row)
            changed = self.contacts.row(now, row, self._closed(self._columns)) or changed
            if self._south:
                changed = self.south.row(now, row, self._closed(self._south)) or changed
            self._deselect(row)
        return changed

    def settle(self, debounce_ms: int) -> None:
        """Let a contact count as changed once it has read the same for so long."""
        self.contacts.debounce_ms = self.south.debounce_ms = debounce_ms

    def _select(self, row: int) -> None:
        self._rows[row].value(0)
        sleep_us(SETTLE_US)

    def _deselect(self, row: int) -> None:
        self._rows[row].value(1)
        sleep_us(SETTLE_US)

    def _closed(self, columns: "list[Any]") -> int:
        """Return the contacts of the selected row that are closed."""
        bits = _levels(columns)
        return bits if self.inverted else bits ^ ALL


class Buttons:
    """Buttons to ground, each on a pin of its own."""

    def __init__(self, pins: tuple[int, ...]) -> None:
        self.presses = Debounce(1)
        self._pins = [Pin(pin, Pin.IN, Pin.PULL_UP) for pin in pins]

    def scan(self, now: int) -> bool:
        """Read every button once; say whether a debounced one changed."""
        return self.presses.row(now, 0, _levels(self._pins) ^ ALL)


class ButtonRow(Buttons):
    """Buttons that are one more row of the matrix, for a board whose pins are all taken."""

    def __init__(self, row: int, columns: tuple[int, ...]) -> None:
        super().__init__(columns)
        self._row = Pin(row, Pin.OUT, value=1)

    def scan(self, now: int) -> bool:
        """Read every button once; say whether a debounced one changed."""
        self._row.value(0)
        sleep_us(SETTLE_US)
        changed = super().scan(now)
        self._row.value(1)
        sleep_us(SETTLE_US)
        return changed


def _levels(pins: "list[Any]") -> int:
    """Return the levels of seven pins, the first in bit 0."""
    bits = 0
    for column in range(COLUMNS):
        if pins[column].value():
            bits |= 1 << column
    return bits


class Inputs:
    """The state of contacts and buttons as the wire tells it: by cell, not by place in the matrix."""

    def __init__(self, matrix: Matrix, buttons: Buttons) -> None:
        self.places: tuple[int, ...] = ()
        self._matrix = matrix
        self._buttons = buttons

    def state(self) -> tuple[int, int, int, int]:
        """Return the masks closed, raw and south, and the buttons held down."""
        contacts, second = self._matrix.contacts, self._matrix.south
        south = self._mask(second.closed)
        closed, raw = self._mask(contacts.closed) | south, self._mask(contacts.raw) | self._mask(second.raw)
        return closed, raw, south, self._buttons.presses.closed[0]

    def restless(self) -> int:
        """Return the mask of contacts that have not been steady for half a second."""
        return self._mask(self._matrix.contacts.restless) | self._mask(self._matrix.south.restless)

    def _mask(self, rows: bytearray) -> int:
        mask = 0
        for cell, place in enumerate(self.places):
            if rows[place // COLUMNS] >> place % COLUMNS & 1:
                mask |= 1 << cell
        return mask
