"""A board on a USB cable on the real kernel: found, named by udev, and found again when its cable was out.

The board's end is a USB gadget of the kernel (dummy_hcd, usb_f_acm) with a Pico's numbers, and behind it
the board's real program; the host's end is what any Pico is there: /dev/ttyACM0 by the driver cdc_acm.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import tty
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Self

import pytest

from firmware_bridge.emulation.pico import HEAP, POWER, EmulatedPico
from firmware_bridge.serial_port import NoBoard, choose, ports
from tests.kernel.board import ROOT
from tests.link.boards import opened, wait_until

UDC = Path("/sys/class/udc")
CONFIG = Path("/sys/kernel/config")
SERIAL = "E66118604B6A2C31"
RULES = ROOT / "systemd" / "99-momentum-pico.rules"
DEVICES = Path("/sys/bus/usb/devices")
LOADED = Path("/run/udev/rules.d")
UDEVADM = shutil.which("udevadm") or shutil.which(ROOT / "tests" / "kernel" / "build" / "udevadm")
SLOW_MS = 15_000.0
"""How long a guest without a processor of its own may take over anything."""

pytestmark = pytest.mark.skipif(
    not UDC.is_dir() or not any(UDC.iterdir()),
    reason="this kernel has no USB gadget: the lab's modules need dummy_hcd usb_f_acm cdc_acm",
)


class Gadget:
    """A USB device with a Pico's numbers and one serial port, in the kernel."""

    def __init__(self) -> None:
        if not (CONFIG / "usb_gadget").is_dir():
            subprocess.run(["mount", "-t", "configfs", "config", CONFIG], check=True)
        self._folder = CONFIG / "usb_gadget" / "board"
        function = self._folder / "functions" / "acm.usb0"
        for folder in (self._folder / "strings" / "0x409", self._folder / "configs" / "c.1", function):
            folder.mkdir(parents=True, exist_ok=True)
        for name, value in (("idVendor", "0x2e8a"), ("idProduct", "0x0005")):
            (self._folder / name).write_text(value)
        (self._folder / "strings" / "0x409" / "serialnumber").write_text(SERIAL)
        (self._folder / "configs" / "c.1" / "acm.usb0").symlink_to(function)

    def plug(self) -> None:
        """Connect it."""
        (self._folder / "UDC").write_text(next(UDC.iterdir()).name)

    def unplug(self) -> None:
        """Pull it."""
        with suppress(OSError):  # it is out already
            (self._folder / "UDC").write_text("\n")


class UsbPico(EmulatedPico):
    """The board's program behind the gadget's serial port."""

    def __init__(self, flash: Path, gadget: Gadget) -> None:
        super().__init__(flash)
        self._gadget = gadget

    @property
    def path(self) -> str:
        """What a host opens, found by its USB serial number."""
        try:
            return choose(ports(), SERIAL).path
        except NoBoard as error:
            raise FileNotFoundError(str(error)) from error

    def power(self, cause: int = POWER, *, heap: str = HEAP) -> Self:
        """Plug it in: start the program."""
        self._gadget.plug()
        near = os.open("/dev/ttyGS0", os.O_RDWR | os.O_NOCTTY)
        tty.setraw(near)
        self._ends = near, os.dup(near)
        self._start(cause, heap)
        return self

    def cut(self) -> None:
        """Pull the cable."""
        self._gadget.unplug()
        super().cut()


@pytest.fixture(scope="module", name="gadget")
def a_gadget() -> Iterator[Gadget]:
    gadget = Gadget()
    yield gadget
    gadget.unplug()


@pytest.fixture(name="pico")
def a_board(tmp_path: Path, gadget: Gadget) -> Iterator[UsbPico]:
    pico = UsbPico(tmp_path, gadget)
    yield pico
    pico.cut()


def plugged_in(pico: UsbPico) -> bool:
    """Say whether the kernel has made the port."""
    try:
        return Path(pico.path).exists()
    except FileNotFoundError:
        return False


def test_a_board_is_found_by_its_usb_serial_number_and_recognized_as_a_pico(pico: UsbPico) -> None:
    pico.power()
    assert wait_until(lambda: plugged_in(pico), ms=SLOW_MS)
    found = choose(ports())
    assert (found.path, found.serial_number, found.board) == ("/dev/ttyACM0", SERIAL, True)
    table = opened(pico)
    assert table.board.board.serial == SERIAL
    table.close()


def test_a_pulled_board_comes_back_under_its_old_name_because_the_dead_port_was_closed(pico: UsbPico) -> None:
    pico.power()
    assert wait_until(lambda: plugged_in(pico), ms=SLOW_MS)
    table = opened(pico)
    for _ in range(3):
        pico.cut()
        assert wait_until(lambda: table.board.pump() > 0 and not table.board.live, ms=SLOW_MS)
        assert wait_until(lambda: not plugged_in(pico), ms=SLOW_MS)
        pico.power()
        assert wait_until(lambda: table.board.pump() > 0 and table.board.live, ms=SLOW_MS)
        assert table.board.path == "/dev/ttyACM0"
    table.close()


@pytest.mark.skipif(UDEVADM is None, reason="udevadm is not here, and the lab could not fetch it")
def test_udev_gives_the_port_its_group_and_a_lasting_name_and_keeps_modemmanager_off(pico: UsbPico) -> None:
    LOADED.mkdir(parents=True, exist_ok=True)
    shutil.copy(RULES, LOADED)
    pico.power()
    assert wait_until(lambda: plugged_in(pico), ms=SLOW_MS)
    port = Path("/dev/ttyACM0")
    (usb,) = (path.parent for path in DEVICES.glob("*/serial") if path.read_text("ascii").strip() == SERIAL)
    assert "ID_MM_DEVICE_IGNORE=1" in said(usb)
    assert {"ID_MM_DEVICE_IGNORE=1", "ID_MM_PORT_IGNORE=1"} <= said(Path("/sys/class/tty/ttyACM0"))
    assert Path(f"/dev/momentum-{SERIAL}").resolve() == port
    assert (port.group(), port.stat().st_mode & 0o777) == ("dialout", 0o660)


def said(device: Path) -> set[str]:
    """Return what udev says of a device that comes, once it has done what its rules say."""
    told = subprocess.run(
        [str(UDEVADM), "test", "--action=add", str(device)], capture_output=True, text=True, check=True
    )
    return set(told.stdout.splitlines())
