"""The last 64 contact changes a board saw, in room laid out once. Runs on CPython and MicroPython alike."""

LENGTH = 64
ENTRY_BYTES = 5
CLOSED = 0x80
PART = 40
"""At most so many entries go into one message."""


class Journal:
    """A ring of entries: the instant in four bytes, then the cell, with bit 7 set when its contact closed."""

    def __init__(self) -> None:
        self.total = 0
        self._ring = bytearray(LENGTH * ENTRY_BYTES)

    def add(self, at_ms: int, cell: int, *, closed: bool) -> None:
        """Write a change down over the oldest one."""
        at = self.total % LENGTH * ENTRY_BYTES
        for i in range(4):
            self._ring[at + i] = (at_ms >> (8 * i)) & 0xFF
        self._ring[at + 4] = cell | (CLOSED if closed else 0)
        self.total += 1

    def parts(self) -> list[tuple[int, bytes]]:
        """Return what is there, oldest first, as (number of the first entry, entries), a message each."""
        begin = max(self.total - LENGTH, 0)
        starts = list(range(begin, self.total, PART))
        return [(start, self._entries(start, min(start + PART, self.total))) for start in starts] or [
            (0, b"")
        ]

    def _entries(self, start: int, end: int) -> bytes:
        places = [number % LENGTH * ENTRY_BYTES for number in range(start, end)]
        return b"".join([bytes(self._ring[at : at + ENTRY_BYTES]) for at in places])
