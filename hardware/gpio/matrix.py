"""The contact matrix as sensors: rows selected in turn, columns read, readings turned into cells."""

from collections.abc import Callable
from time import perf_counter
from typing import Final, Protocol

from hardware.errors import DeviceClosed, DeviceLost
from hardware.gpio.wiring import SIDE
from hardware.protocols import Scan

_COLUMNS: Final = (1 << SIDE) - 1


class Lines(Protocol):
    """The lines of a matrix, whatever drives them."""

    @property
    def failures(self) -> tuple[type[Exception], ...]:
        """What the lines' own library raises when they fail."""
        ...

    def select(self, row: int) -> None:
        """Let go of the row selected before, and select this one, 0 to 6."""
        ...

    def read(self) -> int:
        """Return the columns that the selected row closes: bit c for column c, 7 + c for its south twin."""
        ...

    def close(self) -> None:
        """Let go of all lines."""
        ...


class MatrixSensors:
    """Sensors over the lines of a matrix. Built by the drivers; for one thread."""

    __slots__ = ("_lines", "_polarity", "_settle_s", "_tables", "_wait")

    def __init__(
        self,
        lines: Lines,
        *,
        polarity: bool,
        settle_us: float,
        cells: tuple[int, ...],
    ) -> None:
        """Take over the lines."""
        self._lines: Lines | None = lines
        self._polarity = polarity
        self._settle_s = settle_us / 1e6
        self._wait: Callable[[float], object] = spin
        self._tables = tuple(_table(cells[SIDE * row : SIDE * row + SIDE]) for row in range(SIDE))

    @property
    def polarity(self) -> bool:
        """True when contacts tell north from south."""
        return self._polarity

    def scan(self) -> Scan:
        """Read all contacts: seven selections, each followed by the settle time and one reading.

        Selecting a row lets go of the one before, so the settle time lies between either and the reading.
        Raises DeviceLost, DeviceClosed.
        """
        lines = self._lines
        if lines is None:
            raise DeviceClosed("the sensors were closed; open the table again to use them")
        try:
            return self._scan(lines)
        except lines.failures as error:
            raise DeviceLost(f"the contacts under the board cannot be read: {reason(error)}") from error

    def _scan(self, lines: Lines) -> Scan:
        north = south = 0
        for row, table in enumerate(self._tables):
            lines.select(row)
            self._wait(self._settle_s)
            columns = lines.read()
            if columns:
                north |= table[columns & _COLUMNS]
                south |= table[columns >> SIDE]
        return Scan(north | south, south)

    def close(self) -> None:
        """Let go of the lines; a second time does nothing."""
        lines, self._lines = self._lines, None
        if lines is not None:
            lines.close()


def spin(seconds: float) -> None:
    """Let a few microseconds pass without sleeping: one of 30 us costs more processor time."""
    until = perf_counter() + seconds
    while perf_counter() < until:
        pass


def reason(error: Exception) -> str:
    """Return what a library's error says, without quotes it may have added; its kind if it says nothing."""
    return str(error).strip("'\"") or type(error).__name__


def _table(cells: tuple[int, ...]) -> tuple[int, ...]:
    """Return, for each reading of one row's columns, the mask of the cells over the closed ones."""
    return tuple(
        sum(1 << cell for column, cell in enumerate(cells) if columns >> column & 1)
        for columns in range(1 << SIDE)
    )
