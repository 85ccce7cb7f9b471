"""A contact matrix as copper makes it, for stand-ins of pins: diodes or sneak paths, shorts and pulls."""

from hardware.gpio.wiring import SIDE

COLUMNS = 2 * SIDE
"""North columns 0 to 6, south columns 7 to 13."""


class Matrix:
    """Forty-nine contacts with one output, or two, and what the columns read for what the rows do."""

    def __init__(self, *, diodes: bool = True, polarity: bool = False) -> None:
        self.diodes = diodes
        self.polarity = polarity
        self.closed = [0] * SIDE
        self.shorts = 0

    def hold(self, closed: int, south: int) -> None:
        """Close exactly these contacts."""
        if not self.polarity:
            south = 0
        for row in range(SIDE):
            north_columns = (closed & ~south) >> SIDE * row & 0x7F
            self.closed[row] = north_columns | (south >> SIDE * row & 0x7F) << SIDE

    def connected(self, row: int) -> tuple[set[int], int]:
        """Return the rows, and the mask of columns, that a row is connected to."""
        rows, columns = {row}, self.closed[row]
        while not self.diodes:
            more = {other for other in range(SIDE) if self.closed[other] & columns} - rows
            if not more:
                break
            rows |= more
            for other in more:
                columns |= self.closed[other]
        return rows, columns

    def selected_columns(self, selecting: set[int], opposing: set[int]) -> int:
        """Return the columns at the selecting level, given the rows driven to it and those driven against it.

        Counts a short whenever two rows fight without diodes between them.
        """
        columns = 0
        for row in selecting:
            rows, reached = self.connected(row)
            columns |= reached
            self.shorts += bool(rows & opposing) and not self.diodes
        return columns
