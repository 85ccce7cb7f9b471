"""The GPIO chip of a Raspberry Pi's header, found by its label (its number moves); who holds its lines."""

from pathlib import Path
from types import ModuleType
from typing import Final

from hardware.gpio.errors import MissingDeviceError, PinBusyError
from hardware.gpio.holders import holders_of
from hardware.gpio.matrix import reason

LABELS: Final = ("pinctrl-rp1", "pinctrl-bcm2711", "pinctrl-bcm2835")
"""Of a Pi 5, a Pi 4, and a Zero 2 W or 3. The number of a Pi 5's chip went from 4 to 0 with Linux 6.6.45."""

_LINE_IS_KERNELS: Final = 1
"""Bit of a line's flags: something holds it."""


def find_chip(lgpio: ModuleType, label: str | None = None) -> int:
    """Return N of the /dev/gpiochipN with this label, or with that of any Raspberry Pi.

    Raises MissingDeviceError, naming what is there.
    """
    numbers = sorted(int(path.name.removeprefix("gpiochip")) for path in Path("/dev").glob("gpiochip[0-9]*"))
    wanted = LABELS if label is None else (label,)
    seen: list[str] = []
    for number in numbers:
        found = _label(lgpio, number)
        if found in wanted:
            return number
        seen.append(f"/dev/gpiochip{number} is {found}")
    raise MissingDeviceError(
        f"there is no GPIO chip labelled {' or '.join(wanted)}; {'; '.join(seen) or 'there is none at all'}"
    )


def open_chip(lgpio: ModuleType, number: int) -> int:
    """Return lgpio's handle of /dev/gpiochipN. Raises MissingDeviceError."""
    try:
        handle: int = lgpio.gpiochip_open(number)
    except lgpio.error as error:
        raise MissingDeviceError(
            f"/dev/gpiochip{number} cannot be opened ({reason(error)}); may this user? On Raspberry Pi OS "
            f"members of the group gpio may: sudo usermod -aG gpio $USER, then log in again"
        ) from error
    return handle


def pin_busy(
    lgpio: ModuleType, number: int, names: tuple[tuple[int, str], ...], error: Exception
) -> PinBusyError:
    """Return the error that tells which of these pins is held, and by whom, after a claim has failed."""
    handle = open_chip(lgpio, number)
    try:
        consumers = {pin: _consumer(lgpio, handle, pin) for pin, _ in names}
    finally:
        lgpio.gpiochip_close(handle)
    held = [(pin, name) for pin, name in names if consumers[pin] is not None]
    if not held:
        return PinBusyError(f"a pin of {names[0][1]} and others cannot be claimed: {reason(error)}")
    pins = ", ".join(f"GPIO{pin} ({name})" for pin, name in held)
    by = (
        " or ".join(str(holder) for holder in holders_of(held[0][0]))
        or "the kernel or another user's process"
    )
    return PinBusyError(
        f"{pins}: held by {by}, as {consumers[held[0][0]]!r} ({reason(error)}); "
        f"stop that, or choose other pins in the configuration"
    )


def _label(lgpio: ModuleType, number: int) -> str:
    handle = open_chip(lgpio, number)
    try:
        return str(lgpio.gpio_get_chip_info(handle)[3])
    finally:
        lgpio.gpiochip_close(handle)


def _consumer(lgpio: ModuleType, handle: int, pin: int) -> str | None:
    """Return the name under which a line is held, or None when it is free."""
    _, _, flags, _, consumer = lgpio.gpio_get_line_info(handle, pin)
    return str(consumer) if flags & _LINE_IS_KERNELS else None
