"""The contact matrix by RPi.GPIO, or by rpi-lgpio in its name: for a Raspberry Pi up to 4."""

from contextlib import suppress
from types import ModuleType

from hardware.gpio import libraries
from hardware.gpio.chips import find_chip, pin_busy
from hardware.gpio.errors import PinBusyError
from hardware.gpio.machine import Machine
from hardware.gpio.matrix import MatrixSensors, reason
from hardware.gpio.wiring import GridWiring


def open_grid(wiring: GridWiring, *, machine: Machine | None = None) -> MatrixSensors:
    """Open the matrix on this machine's header.

    Raises MissingLibraryError, WrongMachineError, PinBusyError (rpi-lgpio alone can tell: RPi.GPIO takes a
    pin unasked).
    """
    gpio = libraries.rpi_gpio(Machine.here() if machine is None else machine)
    lines = RpiGpioLines(gpio, wiring)
    return MatrixSensors(lines, polarity=wiring.polarity, settle_us=wiring.settle_us, cells=wiring.cells)


class RpiGpioLines:
    """Lines by number. An idle row is driven where diodes keep rows apart, else an input with a pull."""

    __slots__ = ("_failures", "_gpio", "_selected", "_wiring")

    def __init__(self, gpio: ModuleType, wiring: GridWiring) -> None:
        self._gpio = gpio
        self._wiring = wiring
        self._selected = 0
        self._failures = _failures(gpio)
        gpio.setwarnings(False)
        gpio.setmode(gpio.BCM)
        try:
            self._claim()
        except self._failures as error:
            self.close()
            raise _busy(gpio, wiring, error) from error

    def _claim(self) -> None:
        for pin in self._wiring.rows:
            self._release(pin)
        self._gpio.setup(list(self._wiring.read_columns), self._gpio.IN, pull_up_down=self._pull)
        if self._wiring.diodes:
            self._gpio.setup(list(self._wiring.rows), self._gpio.OUT, initial=self._idle)

    @property
    def _idle(self) -> int:
        return int(self._wiring.active_low)

    @property
    def _pull(self) -> int:
        pull: int = self._gpio.PUD_UP if self._wiring.active_low else self._gpio.PUD_DOWN
        return pull

    @property
    def failures(self) -> tuple[type[Exception], ...]:
        """What RPi.GPIO, or lgpio below its stand-in, raises."""
        return self._failures

    def select(self, row: int) -> None:
        """Let go of the row selected before, then select this one."""
        rows = self._wiring.rows
        before, pin = rows[self._selected], rows[row]
        if self._wiring.diodes:
            self._gpio.output(before, self._idle)
            self._gpio.output(pin, 1 - self._idle)
        else:
            self._release(before)
            self._gpio.setup(pin, self._gpio.OUT, initial=1 - self._idle)
        self._selected = row

    def _release(self, pin: int) -> None:
        self._gpio.setup(pin, self._gpio.IN, pull_up_down=self._pull)

    def read(self) -> int:
        """Read the columns one by one."""
        closed, open_level = 0, self._idle
        for bit, pin in enumerate(self._wiring.read_columns):
            closed |= (self._gpio.input(pin) ^ open_level) << bit
        return closed

    def close(self) -> None:
        """Make every line an input again, whatever becomes of the others."""
        for pin, _ in self._wiring.names():
            with suppress(*self._failures):
                self._gpio.cleanup(pin)


def _failures(gpio: ModuleType) -> tuple[type[Exception], ...]:
    below: tuple[type[Exception], ...] = (gpio.lgpio.error,) if hasattr(gpio, "lgpio") else ()
    return (RuntimeError, OSError, *below)


def _busy(gpio: ModuleType, wiring: GridWiring, error: Exception) -> PinBusyError:
    if hasattr(gpio, "lgpio"):
        return pin_busy(gpio.lgpio, find_chip(gpio.lgpio), wiring.names(), error)
    return PinBusyError(f"RPi.GPIO cannot use the pins of the matrix: {reason(error)}")
