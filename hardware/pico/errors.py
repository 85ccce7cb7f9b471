"""Why a board on a USB cable cannot be opened."""

from hardware.errors import HardwareError


class CannotOpenBoard(HardwareError, OSError):
    """The board is not there, is in use, does not answer, or is not one that this program can use."""


class NeedsProgram(CannotOpenBoard):
    """Something is plugged in that does not answer as a board does, or not in the version spoken here."""


class MissingSerialLibrary(HardwareError, ImportError):
    """The library for serial ports is not installed."""
