"""The contact matrix by gpiozero's devices, on any of its pin factories; slower than line groups."""

from typing import Any

from hardware.gpio import libraries
from hardware.gpio.factory import failures_of, let_go, refused
from hardware.gpio.matrix import MatrixSensors
from hardware.gpio.wiring import GridWiring


def open_grid(wiring: GridWiring, factory: Any) -> MatrixSensors:
    """Open the matrix on this pin factory. Raises MissingLibraryError, PinBusyError."""
    lines = GpiozeroLines(wiring, factory)
    return MatrixSensors(lines, polarity=wiring.polarity, settle_us=wiring.settle_us, cells=wiring.cells)


class GpiozeroLines:
    """A device a line; columns are only ever read, so that no edge detection is armed on them."""

    __slots__ = ("_columns", "_factory", "_failures", "_rows", "_selected", "_wiring")

    def __init__(self, wiring: GridWiring, factory: Any) -> None:
        self._wiring = wiring
        self._factory = factory
        self._failures = failures_of(factory)
        self._rows: list[_DrivenRow | _FloatingRow] = []
        self._columns: list[Any] = []
        self._selected = 0
        for pin, name in wiring.names():
            try:
                self._open(pin)
            except self._failures as error:
                self.close()
                raise refused(factory, pin, name, error) from error

    def _open(self, pin: int) -> None:
        gpiozero = libraries.need("gpiozero", "gpiozero")
        active_low = self._wiring.active_low
        if pin not in self._wiring.rows:
            self._columns.append(gpiozero.InputDevice(pin, pull_up=active_low, pin_factory=self._factory))
        elif self._wiring.diodes:
            output = gpiozero.OutputDevice(pin, active_high=not active_low, pin_factory=self._factory)
            self._rows.append(_DrivenRow(output))
        else:
            device = gpiozero.GPIODevice(pin, pin_factory=self._factory)
            self._rows.append(_FloatingRow(device, active_low=active_low))

    @property
    def failures(self) -> tuple[type[Exception], ...]:
        """What gpiozero and the library below it raise."""
        return self._failures

    def select(self, row: int) -> None:
        """Let go of the row selected before, then select this one."""
        self._rows[self._selected].release()
        self._rows[row].select()
        self._selected = row

    def read(self) -> int:
        """Read the columns one by one."""
        closed = 0
        for bit, column in enumerate(self._columns):
            closed |= column.value << bit
        return closed

    def close(self) -> None:
        """Close every device, whatever becomes of the others."""
        for device in (*(row.device for row in self._rows), *self._columns):
            let_go(device, self._failures)


class _DrivenRow:
    """A row that idles at the level opposite to selection: diodes keep rows apart."""

    __slots__ = ("device",)

    def __init__(self, device: Any) -> None:
        self.device = device

    def select(self) -> None:
        self.device.on()

    def release(self) -> None:
        self.device.off()


class _FloatingRow:
    """A row that idles as an input, pulled to the level opposite to selection."""

    __slots__ = ("_level", "_pin", "_pull", "device")

    def __init__(self, device: Any, *, active_low: bool) -> None:
        self.device = device
        self._pin = device.pin
        self._level = not active_low
        self._pull = "up" if active_low else "down"
        self.release()

    def select(self) -> None:
        self._pin.output_with_state(self._level)

    def release(self) -> None:
        self._pin.input_with_pull(self._pull)
