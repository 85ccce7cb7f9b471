"""The errors of real devices: what is missing, busy, refused or already owned, and what to do about it."""

from hardware.errors import HardwareError


class MissingLibraryError(HardwareError, ImportError):
    """A driver was asked for whose Python library is not installed, or only in name."""


class MissingDeviceError(HardwareError, OSError):
    """A device that the configuration names is not there, or may not be opened by this user."""


class WrongMachineError(HardwareError, OSError):
    """A driver that cannot work on this machine; another one can."""


class PinBusyError(HardwareError, OSError):
    """A pin that another device or program holds."""


class AlreadyRunningError(HardwareError, OSError):
    """Another process runs this table."""
