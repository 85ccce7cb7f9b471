"""The machine's own lines of a check: files and ioctls of a made-up root, judged with the remedy."""

from __future__ import annotations

import os
import struct
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from hardware.protocols import DARK
from hardware.strip.encoding import encoder
from hardware.strip.order import PixelOrder
from momentum.config.reading import parse_config
from momentum.config.schema import Config
from momentum.workshop import machine_checks
from momentum.workshop.findings import Finding, State
from momentum.workshop.machine_checks import FRAME_SPI_BYTES, Drivers, machine_findings
from momentum.workshop.readings import (
    CHIP_INFO,
    LINE_INFO,
    Chip,
    Readings,
    Sources,
    Who,
    is_supply_weak,
    read_machine,
)

GPIO = parse_config(b'driver = "gpio"')
PI4 = "Raspberry Pi 4 Model B Rev 1.1"
GROUPS = "root:x:0:\ngpio:x:993:pi\nspi:x:994:pi,other\ni2c:x:995:\n"
PI = Who(user="pi", root=False, groups=frozenset({1000, 993, 994}))
CONFIG_TXT = "dtparam=spi=on\ncore_freq=500\ncore_freq_min=500\n"


def kernel_of(
    labels: dict[str, str], held: dict[int, str] | None = None
) -> Callable[[int, int, bytearray], object]:
    """Return an ioctl that answers as a kernel with these chips and held lines."""

    def ioctl(descriptor: int, request: int, buffer: bytearray) -> object:
        name = Path(f"/proc/self/fd/{descriptor}").readlink().name
        if name not in labels:
            raise OSError(25, "Inappropriate ioctl for device")
        if request == CHIP_INFO:
            assert len(buffer) == 68
            struct.pack_into("=32s32sI", buffer, 0, name.encode(), labels[name].encode(), 58)
        elif request == LINE_INFO:
            assert len(buffer) == 256
            (line,) = struct.unpack_from("=I", buffer, 64)
            consumer = (held or {}).get(line)
            struct.pack_into(
                "=32s32sIIQ", buffer, 0, b"", (consumer or "").encode(), line, 0, consumer is not None
            )
        return 0

    return ioctl


def write(root: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        file = root / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """Return the root of a Pi 4 on which everything is right."""
    write(
        tmp_path,
        {
            "proc/device-tree/model": PI4 + "\0",
            "proc/sys/kernel/osrelease": "6.12.25+rpt-rpi-v8\n",
            "etc/group": GROUPS,
            "dev/gpiochip0": "",
            "dev/gpiochip1": "",
            "dev/spidev0.0": "",
            "sys/module/spidev/parameters/bufsiz": "4096\n",
            "boot/firmware/config.txt": CONFIG_TXT,
            "sys/devices/platform/soc/soc:firmware/get_throttled": "0\n",
        },
    )
    return tmp_path


def sources(root: Path, **others: object) -> Sources:
    usual: dict[str, object] = {
        "ioctl": kernel_of({"gpiochip0": "raspberrypi-exp-gpio", "gpiochip1": "pinctrl-bcm2711"}),
        "run": lambda _: None,
        "who": lambda: PI,
    }
    return Sources(root=root, **{**usual, **others})  # type: ignore[arg-type]


def read(root: Path, **others: object) -> Readings:
    return read_machine(
        sources(root, **others), pins=[5, 6, 18], spi="/dev/spidev0.0", packages=["pytest", "no-such-package"]
    )


DRIVERS = Drivers(labels=("pinctrl-rp1", "pinctrl-bcm2711"), holders=lambda _: ("process 7 (momentum play)",))


def found(readings: Readings, config: Config = GPIO) -> dict[str, Finding]:
    return {finding.name: finding for finding in machine_findings(config, readings, DRIVERS)}


def test_a_pi_on_which_all_is_right_reads_ok_in_every_line(root: Path) -> None:
    findings = found(read(root))
    assert {name: each.state for name, each in findings.items()} == dict.fromkeys(
        ["model", "kernel", "groups", "chip", "pins", "spi", "core clock", "audio", "buses", "power"],
        State.OK,
    )
    assert findings["chip"].detail == "/dev/gpiochip1 is pinctrl-bcm2711"
    assert all(each.remedy == "" for each in findings.values())


def test_a_machine_that_tells_nothing_gets_no_ok(tmp_path: Path) -> None:
    findings = found(read(tmp_path))
    assert {each.state for each in findings.values()} == {State.NOT_OK, State.COULD_NOT_TELL}
    assert [name for name, each in findings.items() if each.state is State.NOT_OK] == ["model", "chip", "spi"]


def test_what_is_installed_is_read(root: Path) -> None:
    assert read(root).packages == {"pytest"}


def test_a_frame_is_as_long_as_the_encoder_makes_it() -> None:
    assert len(encoder(PixelOrder())(DARK)) == FRAME_SPI_BYTES


@pytest.mark.parametrize(
    ("file", "text", "name", "told"),
    [
        ("proc/device-tree/model", "Banana Pro\0", "model", 'choose driver = "pico" or "simulated"'),
        ("proc/sys/kernel/osrelease", "5.4.83-v7l+", "kernel", "older than 5.10; update Raspberry Pi OS"),
        ("etc/group", GROUPS.replace("994", "500"), "groups", "pi is in spi, but not yet in this session"),
        ("etc/group", "gpio:x:1:\nspi:x:2:\n", "groups", "sudo usermod -aG gpio pi, then log out"),
        ("sys/module/spidev/parameters/bufsiz", "1024", "spi", "takes 1024 bytes, and a frame has 1976"),
        ("boot/firmware/config.txt", "dtparam=spi=on", "core clock", "write core_freq=500 in /boot/firmware"),
        ("boot/firmware/config.txt", CONFIG_TXT[15:], "buses", "SPI is off; write dtparam=spi=on"),
        (
            "sys/devices/platform/soc/soc:firmware/get_throttled",
            "50005",
            "power",
            "undervoltage now (0x50005)",
        ),
        ("sys/devices/platform/soc/soc:firmware/get_throttled", "50000", "power", "since it was switched on"),
        (
            "sys/devices/platform/soc/soc:firmware/get_throttled",
            "4",
            "power",
            "is being slowed (0x4); cool it",
        ),
    ],
)
def test_what_is_wrong_is_told_with_its_remedy(
    root: Path, file: str, text: str, name: str, told: str
) -> None:
    write(root, {file: text})
    finding = found(read(root))[name]
    assert finding.state is State.NOT_OK
    assert told in str(finding)
    assert str(finding).startswith("not ok ")


@pytest.mark.parametrize(
    ("file", "text", "name"),
    [
        ("proc/device-tree/model", "Raspberry Pi 2 Model B Rev 1.1", "model"),
        ("proc/sys/kernel/osrelease", "mainline", "kernel"),
        ("etc/group", "root:x:0:\n", "groups"),
        ("etc/group", "", "groups"),
        ("sys/module/spidev/parameters/bufsiz", "", "spi"),
        ("sys/devices/platform/soc/soc:firmware/get_throttled", "many", "power"),
    ],
)
def test_what_cannot_be_told_is_never_ok(root: Path, file: str, text: str, name: str) -> None:
    write(root, {file: text})
    assert found(read(root))[name].state is State.COULD_NOT_TELL


def test_the_audio_hardware_is_not_shared(root: Path) -> None:
    pwm = parse_config(b'driver = "gpio"\n[lights]\nbackend = "neopixel"')
    write(root, {"boot/firmware/config.txt": "dtparam=audio=on"})
    finding = found(read(root), pwm)["audio"]
    assert finding.state is State.NOT_OK
    assert "write dtparam=audio=off" in finding.remedy


def test_a_held_pin_is_named_with_who_holds_it(root: Path) -> None:
    ioctl = kernel_of({"gpiochip1": "pinctrl-bcm2711"}, {5: "lg"})
    finding = found(read(root, ioctl=ioctl))["pins"]
    assert finding.state is State.NOT_OK
    assert "GPIO5 (sensors.rows[1]) is held as 'lg' by process 7 (momentum play)" in finding.detail
    assert "systemctl stop momentum" in finding.remedy


def test_a_pin_held_by_nobody_one_may_see_is_the_kernel_s() -> None:
    readings = Readings(chips=(Chip(path="/dev/gpiochip0", label="pinctrl-rp1", held={18: "dc@0"}),))
    buttons = parse_config(b'driver = "gpio"\n[buttons]\nfirst = 18')
    drivers = replace(DRIVERS, holders=lambda _: ())
    finding = machine_checks.pins(buttons, readings, drivers)
    assert "GPIO18 (buttons.first) is held as 'dc@0' by the kernel or another" in finding.detail


def test_no_chip_means_that_no_pin_is_known_to_be_free(root: Path) -> None:
    findings = found(read(root, ioctl=kernel_of({"gpiochip0": "gpio-mockup"})))
    assert (findings["chip"].state, findings["pins"].state) == (State.NOT_OK, State.COULD_NOT_TELL)
    assert "/dev/gpiochip1 cannot be opened" in findings["chip"].detail


def test_only_chips_of_other_machines_are_named(root: Path) -> None:
    other = kernel_of({"gpiochip0": "gpio-mockup", "gpiochip1": "cp2102"})
    detail = found(read(root, ioctl=other))["chip"].detail
    assert (
        detail == "/dev/gpiochip0 is gpio-mockup, /dev/gpiochip1 is cp2102; none is a Raspberry Pi's header"
    )


def test_root_needs_no_group(root: Path) -> None:
    write(root, {"etc/group": "gpio:x:1:\n"})
    assert found(read(root, who=lambda: Who(user="root", root=True)))["groups"].state is State.OK


@pytest.mark.parametrize(
    ("text", "needed"),
    [
        ('driver = "gpio"', ("gpio", "spi")),
        ('driver = "gpio"\n[sensors]\nbackend = "mcp23017"', ("gpio", "spi", "i2c")),
        ('driver = "gpio"\n[lights]\nbackend = "none"', ("gpio",)),
        ('driver = "pico"', ("dialout",)),
    ],
)
def test_each_device_has_its_group(text: str, needed: tuple[str, ...]) -> None:
    assert machine_checks.needed_groups(parse_config(text.encode())) == needed


def test_an_spi_device_that_is_not_there_or_not_allowed_is_told(root: Path) -> None:
    readings = read(root)
    assert readings.spi is not None
    (root / "dev/spidev0.0").unlink()
    assert "do_spi 0" in found(read(root))["spi"].remedy
    closed = replace(readings, spi=replace(readings.spi, allowed=False))
    assert found(closed)["spi"].remedy == "join the group spi, see groups"


@pytest.mark.parametrize(
    ("packages", "release", "state"),
    [
        ({"RPi.GPIO"}, "6.6.45+rpt", State.NOT_OK),
        ({"RPi.GPIO"}, "6.1.21-v8+", State.OK),
        ({"rpi-lgpio"}, "6.6.45+rpt", State.OK),
        (set[str](), "6.6.45+rpt", State.OK),
    ],
)
def test_rpi_gpio_itself_is_refused_where_it_waits_for_no_edge(
    packages: set[str], release: str, state: State
) -> None:
    old = parse_config(b'driver = "gpio"\n[sensors]\nbackend = "rpigpio"')
    readings = Readings(kernel=release, packages=frozenset(packages))
    assert machine_checks.kernel(old, readings).state is state


def test_a_simulated_table_asks_nothing_of_the_machine(tmp_path: Path) -> None:
    findings = found(read(tmp_path), parse_config(b'driver = "simulated"'))
    assert {name: each.state for name, each in findings.items()} == {"model": State.OK}


def test_undervoltage_is_also_told_by_the_firmware_s_own_command(root: Path) -> None:
    (root / "sys/devices/platform/soc/soc:firmware/get_throttled").unlink()
    readings = read(root, run=lambda command: {"vcgencmd get_throttled": "throttled=0x10000\n"}[command])
    assert readings.throttled == 0x10000


def test_this_machine_can_be_read_as_it_is() -> None:
    readings = read_machine(Sources())
    assert readings.kernel == os.uname().release
    assert readings.who.groups


@pytest.mark.parametrize(
    ("flags", "weak"),
    [("0\n", False), ("1\n", True), ("50000\n", True), ("20002\n", False), ("many", False)],
)
def test_a_weak_supply_is_seen_in_play(tmp_path: Path, flags: str, weak: bool) -> None:
    assert not is_supply_weak(tmp_path)
    file = tmp_path / "sys/devices/platform/soc/soc:firmware/get_throttled"
    file.parent.mkdir(parents=True)
    file.write_text(flags, encoding="ascii")
    assert is_supply_weak(tmp_path) is weak
