"""What a Raspberry Pi's own settings say against a config: clocks, buses and audio in config.txt."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from momentum.config.errors import Problem
from momentum.config.schema import Config

FIRMWARE_FILES = ("boot/firmware/config.txt", "boot/config.txt")
"""Where Raspberry Pi OS keeps the firmware's settings: since bookworm, and before."""
CORE_CLOCKS = {
    "pi02": {"core_freq": "250"},
    "pi3": {"core_freq": "250"},
    "pi4": {"core_freq": "500", "core_freq_min": "500"},
}
"""The core clock that SPI lights need, by model [rpi_ws281x #194]; a Pi 5 needs none."""

_FILTER = re.compile(r"\[([a-z0-9+]+)\]")


@dataclass(frozen=True, slots=True, kw_only=True)
class Firmware:
    """A Raspberry Pi's model and the firmware settings that hold for it."""

    file: str
    """The settings' file."""
    model: str
    """`pi02`, `pi3`, `pi4` or `pi5`, as the file's filters name it."""
    settings: tuple[tuple[str, str], ...]
    """Keys and values in the order of the file; `dtparam` stands as often as it is written."""

    def parameter(self, name: str) -> str | None:
        """Return the last value given to a device-tree parameter, such as `spi`."""
        value = None
        for key, given in self.settings:
            if key == "dtparam":
                pairs = dict(part.partition("=")[::2] for part in given.split(","))
                value = pairs.get(name, value)
        return value

    def value(self, key: str) -> str | None:
        """Return the last value given to a key, such as `core_freq`."""
        return dict(self.settings).get(key)


def firmware_here(root: Path = Path("/")) -> Firmware | None:
    """Return what this Raspberry Pi's firmware was told; None on any other machine."""
    try:
        model = (root / "proc/device-tree/model").read_text("utf-8")
    except OSError:
        return None
    for name in FIRMWARE_FILES:
        if (root / name).is_file():
            return parse_firmware((root / name).read_text("utf-8", errors="replace"), model, f"/{name}")
    return None


def parse_firmware(text: str, model: str, file: str) -> Firmware:
    """Read config.txt as one model does, such as "Raspberry Pi 4 Model B"; skip what is for others."""
    short = model_name(model)
    settings, holds = [], True
    for raw in text.splitlines():
        line = raw.split("#", 1)[0].strip()
        found = _FILTER.fullmatch(line)
        if found:
            holds = found[1] in ("all", short)
        elif holds and "=" in line:
            key, _, value = line.partition("=")
            settings.append((key.strip(), value.strip()))
    return Firmware(file=file, model=short, settings=tuple(settings))


def model_name(model: str) -> str:
    """Return `pi02`, `pi3`, `pi4` or `pi5` for a model's name in the device tree; others get `pi`."""
    found = re.search(r"Raspberry Pi (Zero 2|3|4|5)", model)
    if found is None:
        return "pi"
    return "pi02" if found[1] == "Zero 2" else f"pi{found[1]}"


def machine_problems(config: Config, firmware: Firmware) -> Iterator[Problem]:
    """Yield what this Raspberry Pi's settings say against the config."""
    if config.driver != "gpio":
        return
    if config.lights.backend == "spi":
        yield from _spi(firmware)
    if config.lights.backend == "neopixel" and firmware.model != "pi5":
        yield from _pwm(firmware)
    if config.sensors.backend == "mcp23017" and firmware.parameter("i2c_arm") != "on":
        yield _line("sensors.backend", "I2C is off", "dtparam=i2c_arm=on", firmware)
    if config.sensors.backend == "rpigpio" and firmware.model == "pi5":
        why = "RPi.GPIO does not work on a Pi 5"
        yield Problem(key="sensors.backend", why=why, remedy='use "lgpio"')


def _spi(firmware: Firmware) -> Iterator[Problem]:
    if firmware.parameter("spi") != "on":
        yield _line("lights.backend", "SPI is off", "dtparam=spi=on", firmware)
    for key, value in CORE_CLOCKS.get(firmware.model, {}).items():
        if firmware.value(key) != value:
            why = "without a fixed core clock SPI lights show random colours"
            yield _line("lights.backend", why, f"{key}={value}", firmware)


def _pwm(firmware: Firmware) -> Iterator[Problem]:
    if firmware.parameter("audio") == "on":
        why = "PWM lights and analog audio want the same hardware"
        yield _line("lights.backend", why, "dtparam=audio=off", firmware)


def _line(key: str, why: str, line: str, firmware: Firmware) -> Problem:
    return Problem(key=key, why=why, remedy=f"write {line} in {firmware.file} and reboot")
