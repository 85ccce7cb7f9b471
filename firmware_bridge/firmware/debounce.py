"""Takes readings of switches, seven to a row, and tells when one has really changed. Allocates nothing."""

from array import array

from firmware_bridge.wire.messages import since

COLUMNS = 7
RESTLESS_MS = 500
"""A switch that has not been steady for so long is restless."""


class Debounce:
    """Rows of seven switches; bit c of a row is the switch in column c, set when it is closed."""

    def __init__(self, rows: int) -> None:
        self.debounce_ms = 20
        self.raw = bytearray(rows)
        self.closed = bytearray(rows)
        self.restless = bytearray(rows)
        self._unsteady = bytearray(rows)
        self._read_ms = array("i", [0] * (COLUMNS * rows))
        self._unsteady_ms = array("i", [0] * (COLUMNS * rows))

    def begin(self, row: int, bits: int) -> None:
        """Take a row as it is for its debounced state."""
        self.raw[row] = self.closed[row] = bits

    def row(self, now: int, row: int, bits: int) -> bool:
        """Take a reading of one row; say whether a debounced state changed by it."""
        turned = bits ^ self.raw[row]
        if not turned and not self._unsteady[row]:  # nearly always
            return False
        self.raw[row] = bits
        changed = False
        for column in range(COLUMNS):
            bit = 1 << column
            if turned & bit:
                self._turned(now, row, column, bit)
            elif self._unsteady[row] & bit:
                changed = self._waited(now, row, column, bit) or changed
        return changed

    def _turned(self, now: int, row: int, column: int, bit: int) -> None:
        """Note that a switch reads another way than at the last scan."""
        place = COLUMNS * row + column
        self._read_ms[place] = now
        if not self._unsteady[row] & bit:
            self._unsteady[row] |= bit
            self._unsteady_ms[place] = now

    def _waited(self, now: int, row: int, column: int, bit: int) -> bool:
        """Note that an unsteady switch reads as at the last scan; say whether that settles a new state."""
        place = COLUMNS * row + column
        if since(now, self._read_ms[place]) < self.debounce_ms:
            if since(now, self._unsteady_ms[place]) >= RESTLESS_MS:
                self.restless[row] |= bit
            return False
        self._unsteady[row] ^= bit
        self.restless[row] &= ~bit & 0x7F
        changed = (self.raw[row] ^ self.closed[row]) & bit
        self.closed[row] ^= changed
        return changed != 0
