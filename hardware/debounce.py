"""Debounce: from raw scans to contacts that changed for good; time is an argument."""

from hardware.cells import cells_in
from hardware.errors import SettingError
from hardware.protocols import Scan

CHATTER_REST = 3
"""How many debounce times a contact must rest once it has chattered for longer than one of them."""


class Debounce:
    """A contact changes once it has read the same new value in every scan for `debounce_ms`.

    A value is open, closed by a north pole, or closed by a south pole: a contact whose pole changes has
    changed. Contacts never influence each other. Instants are milliseconds that never go back.
    """

    __slots__ = (
        "_debounce_ms",
        "_fed_ms",
        "_raw_closed",
        "_raw_south",
        "_same_since",
        "closed",
        "south",
        "unsteady",
    )

    closed: int
    """Debounced mask of closed contacts."""
    south: int
    """Debounced mask of contacts closed by a south pole, a subset of `closed`."""
    unsteady: dict[int, float]
    """Contacts that changed less than `debounce_ms` ago, and since when each has had no such rest.

    A contact that chatters for longer than any bounce must rest three times as long: its debounced state may
    be a chance between two of its changes. A live view, cell to milliseconds; a gap between scans longer than
    `debounce_ms` counts as rest.
    """

    def __init__(self, debounce_ms: float = 20) -> None:
        if not debounce_ms >= 0:
            raise SettingError(f"debounce_ms must be 0 or more, not {debounce_ms}")
        self._debounce_ms = debounce_ms
        self._fed_ms = 0.0
        self._same_since: dict[int, float] = {}
        self.unsteady = {}
        self.reset(Scan(0))

    @property
    def pending(self) -> int:
        """Mask of the contacts whose last reading differs from their debounced state."""
        return (self._raw_closed ^ self.closed) | (self._raw_south ^ self.south)

    def reset(self, scan: Scan) -> None:
        """Take this scan as the debounced state at once: at a start, and when a lost device is back."""
        self.closed, self.south = self._raw_closed, self._raw_south = scan
        self._same_since.clear()
        self.unsteady.clear()

    def feed(self, at_ms: float, scan: Scan) -> int:
        """Take one scan and return the mask of contacts whose debounced state changed by it."""
        closed, south = scan
        if closed == self._raw_closed and south == self._raw_south and not self.unsteady:
            return 0
        self._note(at_ms, (closed ^ self._raw_closed) | (south ^ self._raw_south))
        self._raw_closed, self._raw_south = closed, south
        return self._settle(at_ms)

    def _note(self, at_ms: float, differing: int) -> None:
        unwatched = at_ms - self._fed_ms > self._debounce_ms
        self._fed_ms = at_ms
        for cell in cells_in(differing):
            self._same_since[cell] = at_ms
            if unwatched or cell not in self.unsteady:  # nobody saw it chatter while there was no scan
                self.unsteady[cell] = at_ms

    def _settle(self, at_ms: float) -> int:
        mask = 0
        for cell, since in tuple(self._same_since.items()):
            rest_ms = at_ms - since
            if rest_ms >= self._debounce_ms:
                mask |= 1 << cell
                chatters = since - self.unsteady[cell] > self._debounce_ms
                if not chatters or rest_ms >= CHATTER_REST * self._debounce_ms:
                    del self._same_since[cell], self.unsteady[cell]
        changed = self.pending & mask
        self.closed ^= (self.closed ^ self._raw_closed) & mask
        self.south ^= (self.south ^ self._raw_south) & mask
        return changed
