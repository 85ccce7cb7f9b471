"""An MCP23017 on an I2C bus, register by register, with a contact matrix on its ports."""

import errno
from typing import Final

from tests.drivers.gpio_matrix import Matrix

IODIRA, IODIRB, GPPUA, GPPUB, GPIOA, GPIOB = 0x00, 0x01, 0x0C, 0x0D, 0x12, 0x13
LINES: Final = 0x7F


class Expander:
    """The registers of one chip; ports A and B alternate."""

    def __init__(self) -> None:
        self.registers = bytearray(0x16)
        self.start()

    def start(self) -> None:
        """Power up: all inputs, no pulls."""
        self.registers[:] = bytes(0x16)
        self.registers[IODIRA] = self.registers[IODIRB] = 0xFF

    def selected_rows(self) -> set[int]:
        """Return the lines of port A that are low outputs."""
        driven_low = ~self.registers[IODIRA] & ~self.registers[GPIOA] & LINES
        return {row for row in range(7) if driven_low >> row & 1}

    def driven_high(self) -> set[int]:
        """Return the lines of port A that are high outputs."""
        high = ~self.registers[IODIRA] & self.registers[GPIOA] & LINES
        return {row for row in range(7) if high >> row & 1}


class ExpanderBus:
    """CircuitPython's busio.I2C as the library uses it, with expanders on it and a plug to pull."""

    def __init__(self, matrix: Matrix, *addresses: int) -> None:
        self.matrix = matrix
        self.expanders = {address: Expander() for address in addresses}
        self.lost = False

    def try_lock(self) -> bool:
        """Take the bus."""
        return True

    def unlock(self) -> None:
        """Give the bus back."""

    def _expander(self, address: int) -> Expander:
        if self.lost or address not in self.expanders:
            raise OSError(errno.EREMOTEIO, "Remote I/O error")
        return self.expanders[address]

    def writeto(self, address: int, data: bytes, *, start: int = 0, end: int | None = None) -> None:
        """Write registers from the one named first."""
        message = bytes(data)[start:end]
        expander = self._expander(address)
        if message:
            expander.registers[message[0] : message[0] + len(message) - 1] = message[1:]

    def readfrom_into(self, address: int, data: bytearray, *, start: int = 0, end: int | None = None) -> None:
        """Answer a probe."""
        self._expander(address)
        data[start:end] = bytes(len(data[start:end]))

    def writeto_then_readfrom(
        self, address: int, out: bytes, data: bytearray, *, out_start: int = 0, out_end: int | None = None,
        in_start: int = 0, in_end: int | None = None,
    ) -> None:  # fmt: skip
        """Read registers from the one named."""
        expander = self._expander(address)
        first = bytes(out)[out_start:out_end][0]
        expander.registers[GPIOB] = self._port_b(address)
        length = len(data[in_start:in_end])
        data[in_start:in_end] = expander.registers[first : first + length]

    def _port_b(self, address: int) -> int:
        """Return the columns of this chip: pulled up unless a selected row closes them; floating is low."""
        first, *_ = self.expanders.values()
        low = self.matrix.selected_columns(first.selected_rows(), first.driven_high())
        shift = 0 if self.expanders[address] is first else 7
        return self.expanders[address].registers[GPPUB] & ~(low >> shift & LINES)
