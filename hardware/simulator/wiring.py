"""How a simulated table is wired: which contacts a marble closes, where each light of the chain lies."""

from dataclasses import dataclass
from operator import itemgetter
from typing import Final

from hardware.cells import cells_in
from hardware.errors import SettingError
from hardware.protocols import CELLS, PIXELS, Scan

_SIDE: Final = 7
_ROW: Final = (1 << _SIDE) - 1
_ALL: Final = (1 << CELLS) - 1
_IN_ORDER: Final = tuple(range(PIXELS))


@dataclass(frozen=True, slots=True, kw_only=True)
class Wiring:
    """A table as its maker soldered it. Contact 7 r + c, bit 7 r + c of a scan, is in row r, column c."""

    contacts: tuple[int, ...] = tuple(1 << cell for cell in range(CELLS))
    """For each cell, the mask of the contacts that a marble there closes: one, or none for a broken wire."""
    lights: tuple[int, ...] = _IN_ORDER
    """For each light of the chain, from the first outward, the pixel in whose place it lies."""
    dark: frozenset[int] = frozenset()
    """Places, as pixels, of lights that never light up."""
    upside_down: int = 0
    """Mask of the cells whose sensor takes a north pole for a south pole; matters with polarity only."""
    diodes: bool = True
    """Without, three closed corners of a rectangle of contacts close the fourth as well."""

    def __post_init__(self) -> None:
        if len(self.contacts) != CELLS or not all(0 <= mask <= _ALL for mask in self.contacts):
            raise SettingError(f"contacts must be {CELLS} masks of {CELLS} contacts, one mask for each cell")
        if sorted(self.lights) != list(_IN_ORDER):
            raise SettingError(f"lights must name each of the {PIXELS} pixels once, not {self.lights}")

    @property
    def crosswise(self) -> bool:
        """Whether a contact may depend on more than one cell."""
        wired = sum(mask.bit_count() for mask in self.contacts)
        joined = 0
        for mask in self.contacts:
            joined |= mask
        return not self.diodes or joined.bit_count() < wired

    def read(self, cells: Scan) -> Scan:
        """Return what a scan reads, by contacts, when the sensors under these cells are closed."""
        north, south = (self._through(mask) for mask in (cells.closed & ~cells.south, cells.south))
        return Scan(north | south, south)

    def _through(self, cells: int) -> int:
        closed = 0
        for cell in cells_in(cells):
            closed |= self.contacts[cell]
        return closed if self.diodes else with_sneak_paths(closed)

    def seen(self, frame: bytes) -> bytes:
        """Return what an eye sees, RGB per pixel, of a frame sent down the chain."""
        if self.lights == _IN_ORDER and not self.dark:
            return frame
        sources = [0] * (3 * PIXELS)
        for light, pixel in enumerate(self.lights):
            sources[3 * pixel : 3 * pixel + 3] = range(3 * light, 3 * light + 3)
        seen = bytearray(itemgetter(*sources)(frame))
        for pixel in self.dark:
            seen[3 * pixel : 3 * pixel + 3] = bytes(3)
        return bytes(seen)


def with_sneak_paths(closed: int) -> int:
    """Return what a matrix without diodes reads: a contact is closed when its row reaches its column.

    Current finds its way through any chain of closed contacts, row to column to row.
    """
    rows = [closed >> _SIDE * row & _ROW for row in range(_SIDE)]
    for _ in range(_SIDE):  # after so many rounds the longest chain is followed
        rows = [_joined(row, rows) for row in rows]
    return sum(columns << _SIDE * row for row, columns in enumerate(rows))


def _joined(row: int, rows: list[int]) -> int:
    for other in rows:
        if row & other:
            row |= other
    return row
