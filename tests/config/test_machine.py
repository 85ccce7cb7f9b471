"""The machine against the config: what a Raspberry Pi's config.txt must hold for lights and buses to work."""

from __future__ import annotations

from pathlib import Path

import pytest

from momentum.config.machine import firmware_here, machine_problems, model_name, parse_firmware
from momentum.config.reading import parse_config

SPI = parse_config(b'driver = "gpio"')
PWM = parse_config(b'driver = "gpio"\n[lights]\nbackend = "neopixel"')
ZERO2 = "Raspberry Pi Zero 2 W Rev 1.0"
PI3 = "Raspberry Pi 3 Model B Plus Rev 1.3"
PI4 = "Raspberry Pi 4 Model B Rev 1.1"
PI5 = "Raspberry Pi 5 Model B Rev 1.0"


@pytest.mark.parametrize(
    ("text", "model", "missing"),
    [
        ("", PI5, ["dtparam=spi=on"]),
        ("dtparam=spi=on", PI5, []),
        ("dtparam=spi=on", PI4, ["core_freq=500", "core_freq_min=500"]),
        ("dtparam=spi=on\n[pi4]\ncore_freq=500\ncore_freq_min=500", PI4, []),
        ("dtparam=spi=on\n[pi4]\ncore_freq=500\n[all]\ncore_freq_min=500", PI4, []),
        ("dtparam=spi=on\n[pi4]\ncore_freq=250", PI3, ["core_freq=250"]),
        ("dtparam=i2c_arm=on,spi=on\ncore_freq=250 # lights", ZERO2, []),
        ("#dtparam=spi=on\ncore_freq=250", PI3, ["dtparam=spi=on"]),
        ("dtparam=spi=on\ndtparam=spi=off\ncore_freq=250", PI3, ["dtparam=spi=on"]),
    ],
)
def test_spi_lights_need_spi_and_a_fixed_core_clock(text: str, model: str, missing: list[str]) -> None:
    problems = machine_problems(SPI, parse_firmware(text, model, "/boot/firmware/config.txt"))
    assert [each.remedy for each in problems] == [
        f"write {line} in /boot/firmware/config.txt and reboot" for line in missing
    ]


def test_pwm_lights_and_analog_audio_are_told_apart() -> None:
    problems = list(machine_problems(PWM, parse_firmware("dtparam=audio=on", PI3, "/boot/config.txt")))
    assert [each.key for each in problems] == ["lights.backend"]
    assert problems[0].remedy == "write dtparam=audio=off in /boot/config.txt and reboot"
    assert not list(machine_problems(PWM, parse_firmware("dtparam=audio=on", PI5, "/boot/config.txt")))


def test_expanders_need_i2c_and_rpigpio_no_pi_5() -> None:
    expander = parse_config(b'driver = "gpio"\n[sensors]\nbackend = "mcp23017"\n[lights]\nbackend = "none"')
    assert [each.why for each in machine_problems(expander, parse_firmware("", PI4, "f"))] == ["I2C is off"]
    old = parse_config(b'driver = "gpio"\n[sensors]\nbackend = "rpigpio"\n[lights]\nbackend = "none"')
    whys = [each.why for each in machine_problems(old, parse_firmware("", PI5, "f"))]
    assert whys == ["RPi.GPIO does not work on a Pi 5"]
    assert not list(machine_problems(parse_config(b'driver = "simulated"'), parse_firmware("", PI5, "f")))


def test_models_are_named_as_the_filters_name_them() -> None:
    assert [model_name(model) for model in (ZERO2, PI3, PI4, PI5, "Banana")] == [
        "pi02",
        "pi3",
        "pi4",
        "pi5",
        "pi",
    ]


def test_the_machine_is_asked_where_raspberry_pi_os_keeps_it(tmp_path: Path) -> None:
    assert firmware_here(tmp_path) is None
    (tmp_path / "proc/device-tree").mkdir(parents=True)
    (tmp_path / "proc/device-tree/model").write_text(PI4 + "\0", encoding="ascii")
    assert firmware_here(tmp_path) is None
    (tmp_path / "boot").mkdir()
    (tmp_path / "boot/config.txt").write_text("dtparam=spi=on", encoding="ascii")
    found = firmware_here(tmp_path)
    assert found is not None
    assert (found.file, found.model, found.parameter("spi")) == ("/boot/config.txt", "pi4", "on")
