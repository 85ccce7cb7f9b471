"""The contact matrix by lgpio's line groups: two system calls a row, fourteen a scan."""

from contextlib import suppress
from types import ModuleType

from hardware.gpio import libraries
from hardware.gpio.chips import find_chip, open_chip, pin_busy
from hardware.gpio.matrix import MatrixSensors
from hardware.gpio.wiring import SIDE, GridWiring


def open_grid(wiring: GridWiring, *, chip_label: str | None = None) -> MatrixSensors:
    """Open the matrix on the GPIO chip with this label, or on that of any Raspberry Pi.

    Raises MissingLibraryError, MissingDeviceError, PinBusyError.
    """
    lgpio = libraries.lgpio()
    lines = LgpioLines(lgpio, find_chip(lgpio, chip_label), wiring)
    return MatrixSensors(lines, polarity=wiring.polarity, settle_us=wiring.settle_us, cells=wiring.cells)


class LgpioLines:
    """Rows as one group of outputs, columns as one group of inputs.

    An idle row is let go of (open drain or open source) and held at the idle level by its pull, so that two
    rows are never shorted, with diodes or without.
    """

    __slots__ = ("_column", "_handle", "_idle", "_invert", "_lgpio", "_row", "_selected", "_words")

    def __init__(self, lgpio: ModuleType, chip: int, wiring: GridWiring) -> None:
        self._lgpio = lgpio
        self._row, self._column = wiring.rows[0], wiring.columns[0]
        every_row = (1 << SIDE) - 1
        idle = every_row if wiring.active_low else 0
        self._idle = idle
        self._selected = 0
        self._words = tuple(idle ^ 1 << row for row in range(SIDE))
        self._invert = (1 << len(wiring.read_columns)) - 1 if wiring.active_low else 0
        self._handle = open_chip(lgpio, chip)
        try:
            self._claim(wiring, idle_level=int(wiring.active_low))
        except lgpio.error as error:
            lgpio.gpiochip_close(self._handle)
            raise pin_busy(lgpio, chip, wiring.names(), error) from error

    def _claim(self, wiring: GridWiring, *, idle_level: int) -> None:
        lgpio = self._lgpio
        pull = lgpio.SET_PULL_UP if wiring.active_low else lgpio.SET_PULL_DOWN
        release = lgpio.SET_OPEN_DRAIN if wiring.active_low else lgpio.SET_OPEN_SOURCE
        lgpio.group_claim_output(self._handle, list(wiring.rows), [idle_level] * SIDE, pull | release)
        lgpio.group_claim_input(self._handle, list(wiring.read_columns), pull)

    @property
    def failures(self) -> tuple[type[Exception], ...]:
        """What lgpio raises."""
        return (self._lgpio.error,)

    def select(self, row: int) -> None:
        """Let go of the row selected before and select this one, in one system call."""
        self._lgpio.group_write(self._handle, self._row, self._words[row], self._selected | 1 << row)
        self._selected = 1 << row

    def read(self) -> int:
        """Read all columns in one system call."""
        levels: int = self._lgpio.group_read(self._handle, self._column)[1]
        return levels ^ self._invert

    def close(self) -> None:
        """Let the selected row go and give the chip back, and with it every line."""
        with suppress(self._lgpio.error):
            self._lgpio.group_write(self._handle, self._row, self._idle)
        self._lgpio.gpiochip_close(self._handle)
