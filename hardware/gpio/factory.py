"""gpiozero's pin factory: one for the process, named outright, on the chip found by its label."""

import sys
from typing import Any, Final

from hardware.errors import HardwareError, SettingError
from hardware.gpio import libraries
from hardware.gpio.chips import find_chip, pin_busy
from hardware.gpio.errors import PinBusyError, WrongMachineError
from hardware.gpio.machine import Machine
from hardware.gpio.matrix import reason

KINDS: Final = ("lgpio", "rpigpio")
"""The pin factories that a table may be driven through."""

_made: dict[str, Any] = {}


def pin_factory(kind: str = "lgpio", *, chip_label: str | None = None) -> Any:
    """Return the process's pin factory, made at the first call and never closed.

    gpiozero's own chain of factories swallows the error that matters, and on an LGPIOFactory made after
    another one was closed no edge is ever noticed. Raises SettingError for an unknown kind, or another one
    than the process already has; MissingLibraryError, MissingDeviceError, WrongMachineError.
    """
    if kind not in KINDS:
        raise SettingError(f"there is no pin factory {kind!r}; there are {' and '.join(KINDS)}")
    if _made and kind not in _made:
        raise SettingError(
            f"this process drives its pins through {next(iter(_made))}; it cannot use {kind} too"
        )
    if kind not in _made:
        _made[kind] = _make(kind, chip_label)
    return _made[kind]


def _make(kind: str, chip_label: str | None) -> Any:
    gpiozero = libraries.need("gpiozero", "gpiozero")
    try:
        if kind == "lgpio":
            lgpio = libraries.lgpio()
            chip = find_chip(lgpio, chip_label)
            return libraries.need("gpiozero.pins.lgpio", "gpiozero").LGPIOFactory(chip=chip)
        libraries.rpi_gpio(Machine.here())
        return libraries.need("gpiozero.pins.rpigpio", "gpiozero").RPiGPIOFactory()
    except gpiozero.PinUnknownPi as error:
        raise WrongMachineError(f"gpiozero works on a Raspberry Pi only: {reason(error)}") from error


def failures_of(factory: Any) -> tuple[type[Exception], ...]:
    """Return what gpiozero and the library under this factory raise when a pin fails."""
    gpiozero = libraries.need("gpiozero", "gpiozero")
    below = type(factory).__module__.rpartition(".")[2]
    lgpio = sys.modules.get("lgpio")
    own: tuple[type[Exception], ...] = (lgpio.error,) if lgpio and below in KINDS else ()
    runtime: tuple[type[Exception], ...] = (RuntimeError,) if below == "rpigpio" else ()
    return (gpiozero.GPIOZeroError, OSError, *own, *runtime)


def let_go(device: Any, failures: tuple[type[Exception], ...]) -> None:
    """Close a gpiozero device; one whose chip is lost is dropped, or its finaliser would try once more."""
    try:
        device.close()
    except failures:
        device._pin = None  # noqa: SLF001 - gpiozero has no public way


def refused(factory: Any, pin: int, name: str, error: Exception) -> HardwareError:
    """Return the error that tells why a gpiozero device could not be made on this pin."""
    chip = getattr(factory, "chip", None)
    lgpio = sys.modules.get("lgpio")
    if lgpio is not None and isinstance(error, lgpio.error) and isinstance(chip, int):
        return pin_busy(lgpio, chip, ((pin, name),), error)
    return PinBusyError(f"GPIO{pin} ({name}) cannot be used: {reason(error)}; choose another pin")
