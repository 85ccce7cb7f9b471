"""The contact matrix behind MCP23017 port expanders on I2C, by Adafruit's library."""

import os
from dataclasses import dataclass
from typing import Any, Final

from hardware.errors import SettingError
from hardware.gpio import libraries
from hardware.gpio.errors import MissingDeviceError, WrongMachineError
from hardware.gpio.matrix import MatrixSensors, reason
from hardware.gpio.wiring import SETTLE_US, SIDE, STRAIGHT, check_matrix

_LINES: Final = (1 << SIDE) - 1
_ADDRESSES: Final = range(0x20, 0x28)


@dataclass(frozen=True, slots=True, kw_only=True)
class ExpanderWiring:
    """Rows on GPA0-6 and columns on GPB0-6; GPA7 and GPB7 are outputs only and stay free.

    The expander pulls up and never down, so rows select by low. An idle row is let go of, so the matrix does
    with or without diodes.
    """

    address: int = 0x20
    """I2C address of the expander with the rows and the columns; of north poles, if there are two sets."""
    south_address: int | None = None
    """I2C address of a second expander with the columns of south poles on its GPB0-6, or None."""
    settle_us: float = SETTLE_US
    """Microseconds from letting go of a row and selecting the next to reading the columns."""
    cells: tuple[int, ...] = STRAIGHT
    """The cell over contact 7 r + c, for each of the 49 contacts in order."""

    def __post_init__(self) -> None:
        for address in self.addresses:
            if address not in _ADDRESSES:
                raise SettingError(f"an MCP23017 has an address of 0x20 to 0x27, not {address:#x}")
        if self.address == self.south_address:
            raise SettingError(
                f"both expanders cannot have the address {self.address:#x}; wire A0 to A2 apart"
            )
        check_matrix(self.settle_us, self.cells)

    @property
    def addresses(self) -> tuple[int, ...]:
        """The addresses of all expanders."""
        return (self.address,) if self.south_address is None else (self.address, self.south_address)


def open_grid(wiring: ExpanderWiring, bus: Any = None) -> MatrixSensors:
    """Open the matrix on this I2C bus (CircuitPython's busio.I2C), or on that of the Raspberry Pi's header.

    Raises MissingLibraryError, MissingDeviceError, WrongMachineError.
    """
    lines = ExpanderLines(wiring, header_bus() if bus is None else bus)
    return MatrixSensors(
        lines, polarity=wiring.south_address is not None, settle_us=wiring.settle_us, cells=wiring.cells
    )


def header_bus() -> Any:
    """Return the I2C bus on GPIO2 and GPIO3.

    Raises MissingLibraryError, MissingDeviceError, WrongMachineError.
    """
    os.environ.setdefault("BLINKA_SKIP_DEPENDENCY_CHECK", "1")  # else it asks a terminal whether to run pip
    try:
        return libraries.need("board", "adafruit-blinka").I2C()
    except (AttributeError, NotImplementedError) as error:  # a machine it knows may have no such bus
        raise WrongMachineError(
            f"Adafruit's Blinka knows no I2C bus of this machine ({error}); "
            f"run this on the board's Raspberry Pi"
        ) from error
    except (OSError, ValueError, RuntimeError) as error:
        raise MissingDeviceError(
            f"the I2C bus cannot be opened ({reason(error)}); enable it: sudo raspi-config nonint do_i2c 0, "
            f"and let this user: sudo usermod -aG i2c $USER"
        ) from error


class ExpanderLines:
    """One expander, or two with rows on the first alone."""

    __slots__ = ("_devices",)

    def __init__(self, wiring: ExpanderWiring, bus: Any) -> None:
        mcp = libraries.need("adafruit_mcp230xx.mcp23017", "adafruit-circuitpython-mcp230xx")
        self._devices = [_found(mcp, bus, address) for address in wiring.addresses]

    @property
    def failures(self) -> tuple[type[Exception], ...]:
        """What an I2C bus raises when nobody answers."""
        return (OSError,)

    def select(self, row: int) -> None:
        """Make this row the only output, in one transfer; the output's level is always low.

        Before the first row each expander is asked whether it still has its settings: one that lost power for
        a moment would answer like an empty board.
        """
        if row == 0:
            for device in self._devices:
                if device.iodirb != _LINES:
                    _prepare(device)
        self._devices[0].iodira = _LINES & ~(1 << row)

    def read(self) -> int:
        """Read the columns of each expander in one transfer."""
        closed = 0
        for number, device in enumerate(self._devices):
            closed |= (~device.gpiob & _LINES) << SIDE * number
        return closed

    def close(self) -> None:
        """Let all rows go, if the expander still answers."""
        try:
            self._devices[0].iodira = _LINES
        except OSError:
            return


def _found(mcp: Any, bus: Any, address: int) -> Any:
    try:
        return mcp.MCP23017(bus, address=address)
    except (OSError, ValueError) as error:
        raise MissingDeviceError(
            f"no MCP23017 answers at I2C address {address:#x} ({reason(error)}); "
            f"check its power, SDA, SCL and address pins, and list the bus: i2cdetect -y 1"
        ) from error


def _prepare(device: Any) -> None:
    """Pull all lines up, let rows go, let a selected one be low. What tells of it all is written last."""
    device.gppu = _LINES | _LINES << 8
    device.gpio = 0
    device.iodir = _LINES | _LINES << 8
