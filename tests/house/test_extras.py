"""The extras: a laptop never builds a Raspberry Pi package, and a Raspberry Pi gets the right ones."""

from __future__ import annotations

from importlib.metadata import requires

import pytest
from packaging.requirements import Requirement

PI_EXTRAS = ("pi", "rpigpio", "mcp23017", "neopixel-pi4", "neopixel-pi5")

LAPTOPS = [
    {"sys_platform": "linux", "platform_machine": "x86_64"},
    {"sys_platform": "darwin", "platform_machine": "arm64"},
    {"sys_platform": "win32", "platform_machine": "AMD64"},
]


def picked(extra: str, python: str = "3.11", **machine: str) -> set[str]:
    """Return the packages that an extra picks on a machine."""
    environment = {"python_version": python, "python_full_version": f"{python}.0", **machine}
    wanted = [Requirement(text) for text in requires("momentum-board") or ()]
    return {
        each.name
        for each in wanted
        if each.marker is not None
        and each.marker.evaluate({**environment, "extra": extra})
        and not each.marker.evaluate({**environment, "extra": ""})
    }


@pytest.mark.parametrize("extra", PI_EXTRAS)
@pytest.mark.parametrize("machine", LAPTOPS, ids=lambda machine: machine["sys_platform"])
@pytest.mark.parametrize("python", ["3.11", "3.13"])
def test_no_laptop_picks_a_raspberry_pi_package(extra: str, machine: dict[str, str], python: str) -> None:
    assert picked(extra, python, **machine) == set()


@pytest.mark.parametrize("architecture", ["aarch64", "armv7l", "armv6l"])
@pytest.mark.parametrize(
    ("python", "pins"), [("3.11", "lgpio"), ("3.12", "lgpio"), ("3.13", "adafruit-lgpio")]
)
def test_a_raspberry_pi_picks_the_pins_that_its_python_has(architecture: str, python: str, pins: str) -> None:
    found = picked("pi", python, sys_platform="linux", platform_machine=architecture)
    assert found == {"gpiozero", pins}


def test_each_kind_of_lights_names_what_blinka_no_longer_brings() -> None:
    pi = {"sys_platform": "linux", "platform_machine": "aarch64"}
    assert picked("neopixel-pi4", **pi) == {"adafruit-circuitpython-neopixel", "rpi_ws281x"}
    assert "Adafruit-Blinka-Raspberry-Pi5-Neopixel" in picked("neopixel-pi5", **pi)


def test_the_pico_needs_a_serial_port_everywhere() -> None:
    for machine in LAPTOPS:
        assert picked("pico", **machine) == {"pyserial"}
