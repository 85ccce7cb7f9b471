"""The machine against the config: each check is a pure function of what was read, with its remedy."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from momentum.config.checks import pin_uses
from momentum.config.machine import machine_problems, model_name
from momentum.config.schema import Config
from momentum.workshop.findings import Finding, could_not_tell, judged, not_ok, ok
from momentum.workshop.readings import (
    THROTTLED_NOW,
    UNDERVOLTED,
    UNDERVOLTED_BEFORE,
    Chip,
    Readings,
)

FRAME_SPI_BYTES = 1976
"""One frame of 77 lights as SPI carries it: eight bytes a colour, and 64 of silence before and after."""
OLDEST_KERNEL = (5, 10)
"""GPIO lines are asked for by the kernel's second interface, which came with 5.10."""
EDGELESS_KERNEL = (6, 6)
"""From here on RPi.GPIO itself can wait for no edge."""
PACKAGES = ("RPi.GPIO", "rpi-lgpio")
"""The packages that provide the module RPi.GPIO."""


_NOT_SEEN = "this machine does not tell"


@dataclass(frozen=True, slots=True, kw_only=True)
class Drivers:
    """What is known where drivers may be named."""

    labels: tuple[str, ...]
    """The labels of the GPIO chips that a Raspberry Pi's header can be on."""
    holders: Callable[[int], tuple[str, ...]]
    """Who holds a line, in words, as far as this user may know."""


def machine_findings(config: Config, readings: Readings, drivers: Drivers) -> Iterator[Finding]:
    """Yield what the machine says to this config, line by line."""
    yield model(config, readings)
    if config.driver == "simulated":
        return
    yield kernel(config, readings)
    yield groups(config, readings)
    if config.driver == "gpio":
        yield chip(readings, drivers)
        yield pins(config, readings, drivers)
        if config.lights.backend == "spi":
            yield spi(readings)
        yield from firmware(config, readings)
    yield power(readings)


def model(config: Config, readings: Readings) -> Finding:
    """Tell whether this is a Raspberry Pi that the driver can work on."""
    if config.driver != "gpio":
        return ok("model", readings.model or "any machine will do")
    if not readings.model.startswith("Raspberry Pi"):
        remedy = 'run this on the board\'s Raspberry Pi, or choose driver = "pico" or "simulated"'
        return not_ok("model", readings.model or "this is no Raspberry Pi", remedy)
    if model_name(readings.model) == "pi":
        return could_not_tell("model", f"{readings.model}: only Zero 2 W, 3, 4 and 5 are known to do")
    return ok("model", readings.model)


def kernel(config: Config, readings: Readings) -> Finding:
    """Tell whether the kernel can do what the driver needs."""
    found = re.match(r"(\d+)\.(\d+)", readings.kernel)
    if found is None:
        return could_not_tell("kernel", _NOT_SEEN)
    release = int(found[1]), int(found[2])
    if config.driver == "gpio" and release < OLDEST_KERNEL:
        return not_ok("kernel", f"{readings.kernel} is older than 5.10", "update Raspberry Pi OS")
    original = "RPi.GPIO" in readings.packages and "rpi-lgpio" not in readings.packages
    if config.sensors.backend == "rpigpio" and original and release >= EDGELESS_KERNEL:
        why = f"{readings.kernel}: RPi.GPIO can wait for no edge from 6.6 on"
        return not_ok("kernel", why, "pip uninstall RPi.GPIO, then pip install rpi-lgpio")
    return ok("kernel", readings.kernel)


def groups(config: Config, readings: Readings) -> Finding:
    """Tell whether the user is in the groups that may use the devices."""
    needed = needed_groups(config)
    if readings.who.root:
        return ok("groups", "root needs none")
    if not readings.groups:
        return could_not_tell("groups", _NOT_SEEN)
    lacking = [name for name in needed if readings.groups.get(name) not in readings.who.groups]
    known = [name for name in lacking if name in readings.groups]
    if lacking and not known:
        return could_not_tell("groups", f"this system has no group {', '.join(lacking)}")
    return judged("groups", [_lacking(name, readings) for name in known], ", ".join(needed) or "none needed")


def needed_groups(config: Config) -> tuple[str, ...]:
    """Return the groups whose members may use the config's devices."""
    if config.driver == "pico":
        return ("dialout",)
    needed = {
        "gpio": config.driver == "gpio",
        "spi": config.lights.backend == "spi",
        "i2c": config.sensors.backend == "mcp23017",
    }
    return tuple(name for name, wanted in needed.items() if wanted)


def _lacking(name: str, readings: Readings) -> tuple[str, str]:
    if name in readings.listed:
        return f"{readings.who.user} is in {name}, but not yet in this session", "log out and in again"
    user = readings.who.user or "$USER"
    return f"{user} is not in {name}", f"sudo usermod -aG {name} {user}, then log out and in again"


def chip(readings: Readings, drivers: Drivers) -> Finding:
    """Tell whether the header's GPIO chip is there, by its label, and open to this user."""
    found = _header(readings, drivers)
    if found is not None:
        return ok("chip", f"{found.path} is {found.label}")
    if not readings.chips:
        return not_ok("chip", "there is no GPIO chip", "run this on the board's Raspberry Pi")
    if any(not each.label for each in readings.chips):
        closed = ", ".join(each.path for each in readings.chips if not each.label)
        return not_ok("chip", f"{closed} cannot be opened", "join the group gpio, see groups")
    seen = ", ".join(f"{each.path} is {each.label}" for each in readings.chips)
    return not_ok("chip", f"{seen}; none is a Raspberry Pi's header", "update Raspberry Pi OS")


def _header(readings: Readings, drivers: Drivers) -> Chip | None:
    return next((each for each in readings.chips if each.label in drivers.labels), None)


def pins(config: Config, readings: Readings, drivers: Drivers) -> Finding:
    """Tell whether every pin is free, and who holds those that are not."""
    found = _header(readings, drivers)
    if found is None:
        return could_not_tell("pins", "the header's chip was not found")
    held = [(key, pin) for key, pin in pin_uses(config) if pin in found.held]
    wrong = [
        (
            f"GPIO{pin} ({key}) is held as {found.held[pin]!r} by {_holder(pin, drivers)}",
            "stop that (sudo systemctl stop momentum), or choose other pins",
        )
        for key, pin in held
    ]
    return judged("pins", wrong, f"{len(pin_uses(config))} pins are free")


def _holder(pin: int, drivers: Drivers) -> str:
    return " or ".join(drivers.holders(pin)) or "the kernel or another user's process"


def spi(readings: Readings) -> Finding:
    """Tell whether the lights' SPI device is there, open to this user, and takes a whole frame."""
    device = readings.spi
    if device is None or not device.there:
        path = "the SPI device" if device is None else device.path
        remedy = "enable SPI: sudo raspi-config nonint do_spi 0, then reboot"
        return not_ok("spi", f"{path} is not there", remedy)
    if not device.allowed:
        return not_ok("spi", f"{device.path} may not be used", "join the group spi, see groups")
    if readings.spi_buffer is None:
        return could_not_tell("spi", f"{device.path} is there; the length of its buffer is not told")
    if readings.spi_buffer < FRAME_SPI_BYTES:
        why = f"the buffer takes {readings.spi_buffer} bytes, and a frame has {FRAME_SPI_BYTES}"
        remedy = "add spidev.bufsiz=4096 to /boot/firmware/cmdline.txt and reboot"
        return not_ok("spi", why, remedy)
    return ok("spi", f"{device.path}, buffer {readings.spi_buffer} bytes")


def firmware(config: Config, readings: Readings) -> Iterator[Finding]:
    """Tell whether core clock, audio and buses are set in config.txt as the config needs them."""
    names = ("core clock", "audio", "buses")
    if readings.firmware is None:
        yield from (could_not_tell(name, "config.txt was not found") for name in names)
        return
    problems = list(machine_problems(config, readings.firmware))
    kinds = {
        "core clock": [each for each in problems if "core_freq" in each.remedy],
        "audio": [each for each in problems if "audio" in each.remedy],
    }
    kinds["buses"] = [each for each in problems if not any(each in kind for kind in kinds.values())]
    for name in names:
        wrong = [(each.why, each.remedy) for each in kinds[name]]
        yield judged(name, wrong, f"as needed in {readings.firmware.file}")


def power(readings: Readings) -> Finding:
    """Tell whether the supply has held its voltage."""
    flags = readings.throttled
    if flags is None:
        return could_not_tell("power", _NOT_SEEN)
    remedy = "use the Raspberry Pi's own supply and cable, and feed the lights apart from it"
    if flags & UNDERVOLTED:
        return not_ok("power", f"undervoltage now ({flags:#x})", remedy)
    if flags & UNDERVOLTED_BEFORE:
        return not_ok("power", f"undervoltage since it was switched on ({flags:#x})", remedy)
    if flags & THROTTLED_NOW:
        return not_ok("power", f"the processor is being slowed ({flags:#x})", "cool it")
    return ok("power", "no undervoltage")
