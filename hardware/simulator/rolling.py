"""How a marble rolls: the straight line between two cells and the contacts it closes on its way."""

from dataclasses import dataclass
from math import sqrt
from typing import NamedTuple

from hardware.protocols import CELLS

SIDE = 7
"""Cells in a row, and rows."""


class Passage(NamedTuple):
    """One contact closed by a rolling marble, as fractions of the way."""

    cell: int
    """The contact's cell."""
    enter: float
    """Where it closes: 0 at the start of the way, where it is closed from the beginning."""
    leave: float
    """Where it opens: 1 at the end of the way, where it stays closed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Roll:
    """One marble on its way from a cell to another, at constant speed."""

    start: int
    """The cell it comes from."""
    to: int
    """The cell where it comes to rest."""
    from_ms: float
    """When it leaves."""
    ms: float
    """How long it takes."""

    def place(self, at_ms: float) -> tuple[float, float]:
        """Return column and row, 0.0 to 6.0, at an instant."""
        way = min(1.0, (at_ms - self.from_ms) / self.ms) if self.ms else 1.0
        x, y = self.start % SIDE, self.start // SIDE
        return x + way * (self.to % SIDE - x), y + way * (self.to // SIDE - y)

    def instant(self, way: float) -> float:
        """Return when this fraction of the way is done."""
        return self.from_ms + way * self.ms


def passages(start: int, to: int) -> tuple[Passage, ...]:
    """Return the contacts whose centre the straight way comes nearer to than 0.4 cells, in order."""
    found = (_passage(start, to, cell) for cell in range(CELLS))
    return tuple(sorted((p for p in found if p), key=lambda passage: passage.enter + passage.leave))


def _passage(start: int, to: int, cell: int) -> Passage | None:
    """Cut the way with the circle of radius 2/5 around a cell; whole numbers decide whether it touches."""
    way_x, way_y = to % SIDE - start % SIDE, to // SIDE - start // SIDE
    off_x, off_y = cell % SIDE - start % SIDE, cell // SIDE - start // SIDE
    length2 = way_x * way_x + way_y * way_y
    aside = way_x * off_y - way_y * off_x
    reach2 = 4 * length2 - 25 * aside * aside
    if reach2 <= 0:
        return None
    along = way_x * off_x + way_y * off_y
    half = sqrt(reach2) / 5
    enter, leave = (along - half) / length2, (along + half) / length2
    return Passage(cell, max(0.0, enter), min(1.0, leave)) if leave > 0 and enter < 1 else None
