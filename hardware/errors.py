"""The errors of the devices: one root, each concrete one also the builtin a caller would expect."""


class HardwareError(Exception):
    """The root of everything this package raises on purpose."""


class DeviceLost(HardwareError, OSError):
    """A device that was there is gone: unplugged, without power, or silent. It may come back."""


class DeviceClosed(HardwareError, ValueError):
    """A device was used after it was closed, as with a closed file. It does not come back by waiting."""


class FrameError(HardwareError, ValueError):
    """A frame for the strip that is not 231 bytes long."""


class HandError(HardwareError, ValueError):
    """An act that no hand can do: the cell is taken, empty or not on the board, or no marble is left."""

    def __init__(self, sentence: str, *, kind: str = "", cell: int | None = None) -> None:
        """Take the sentence, what kind of failure it is (see `kind`), and the cell that it is about."""
        super().__init__(sentence)
        self.kind = kind
        """`occupied`, `nothing`, `empty_tray`, `rolling`, or nothing for any other."""
        self.cell = cell
        """The cell that it is about, where there is one."""


class SettingError(HardwareError, ValueError):
    """A value that a device, a filter or a fault of the simulated table cannot take."""
