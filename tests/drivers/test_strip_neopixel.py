"""Lights by neopixel: the real child process, with stand-ins for Blinka's modules that can crash it."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from time import monotonic

import pytest

from hardware.errors import DeviceLost
from hardware.gpio.errors import MissingDeviceError, WrongMachineError
from hardware.gpio.machine import Machine
from hardware.pauses import FIRST_PAUSE_S
from hardware.protocols import DARK, FRAME_BYTES
from hardware.strip.neopixel import NeopixelLights, check_rights
from hardware.strip.order import BoardPath, PixelOrder, RingPath
from tests.drivers.contract import LightsCableContract, LightsContract

ROOT = Path(__file__).parents[2]

NEOPIXEL = """
import os, pathlib, signal, time
here = pathlib.Path(__file__).parent

def misbehave():
    trouble = (here / "trouble").read_text()
    if trouble == "crash":
        os.kill(os.getpid(), signal.SIGSEGV)
    if trouble == "hang":
        time.sleep(60)
    if trouble:
        raise RuntimeError(trouble)

class NeoPixel(list):
    def __init__(self, pin, n, *, auto_write, pixel_order):
        print("a library that prints to standard output")
        assert (pin, auto_write, pixel_order) == ("the pin D18", False, "GRB")
        super().__init__([(0, 0, 0)] * n)
        misbehave()

    def show(self):
        misbehave()
        new = here / "new"
        new.write_bytes(bytes(level for pixel in self for level in pixel))
        new.rename(here / "shown")
"""


class NeopixelRig:
    """The driver, its child, and a folder in which the stand-in for the strip keeps what it shows."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        (folder / "board.py").write_text("D18 = 'the pin D18'\n", "utf-8")
        (folder / "neopixel.py").write_text(NEOPIXEL, "utf-8")
        self.behave("")
        self.order = PixelOrder.of(BoardPath(serpentine=True), RingPath())
        self.lights = self.open()

    def open(self, *, start_s: float = 20, clock: Callable[[], float] = monotonic) -> NeopixelLights:
        """Open the driver on a child that finds the stand-ins first."""
        path = f"PYTHONPATH={self.folder}:{ROOT}"
        child = (sys.executable, "-m", "hardware.strip.neopixel_child", "D18", "GRB")
        return NeopixelLights(("env", path, *child), self.order, start_s=start_s, clock=clock)

    def behave(self, trouble: str) -> None:
        """Let the native library crash, hang or fail with a message from now on; an empty text is well."""
        (self.folder / "trouble").write_text(trouble, "utf-8")

    def shown(self) -> bytes:
        """Put what the chain shows back into the frame's order."""
        chain = (self.folder / "shown").read_bytes()
        frame = bytearray(FRAME_BYTES)
        for place, pixel in enumerate(self.order.chain):
            frame[3 * pixel : 3 * pixel + 3] = chain[3 * place : 3 * place + 3]
        return bytes(frame)

    def unplug(self) -> None:
        """Crash the child, and every one after it."""
        self.behave("crash")

    def plug(self) -> None:
        """Let children live, and wait until one does."""
        self.behave("")
        deadline = monotonic() + 20
        while monotonic() < deadline:
            try:
                return self.lights.show(DARK)
            except DeviceLost:
                continue
        raise AssertionError("the child did not come back")


@pytest.fixture
def rig(tmp_path: Path) -> Iterator[NeopixelRig]:
    """Give the driver with a child that is well."""
    rig = NeopixelRig(tmp_path)
    yield rig
    rig.behave("")
    rig.lights.close()


class TestLightsByNeopixel(LightsContract, LightsCableContract):
    """All that is asked of lights."""


def test_a_native_crash_is_told_with_its_signal_and_this_process_lives(rig: NeopixelRig) -> None:
    rig.behave("crash")
    with pytest.raises(DeviceLost, match="gone: it was ended by SIGSEGV"):
        rig.lights.show(DARK)


def test_a_failure_of_the_library_is_told_in_its_words(rig: NeopixelRig) -> None:
    rig.behave("ws2811_render failed with code -10 (DMA error)")
    with pytest.raises(DeviceLost, match=r"gone: ws2811_render failed with code -10"):
        rig.lights.show(DARK)


def test_a_child_that_hangs_is_ended(rig: NeopixelRig) -> None:
    rig.behave("hang")
    with pytest.raises(DeviceLost, match="did not answer in time"):
        rig.lights.show(DARK)
    assert rig.lights.child_pid is None


def test_children_that_end_are_started_less_and_less_often(rig: NeopixelRig) -> None:
    now_s = [0.0]
    rig.lights.close()
    rig.lights = rig.open(clock=lambda: now_s[0])
    rig.behave("crash")
    why, starts = "", set[int | None]()
    while "gone" not in why or len(starts) < 2:  # the first loss is followed by a new child at once
        starts.add(rig.lights.child_pid)
        with pytest.raises(DeviceLost) as lost:
            rig.lights.show(DARK)
        why = str(lost.value)
    for _ in range(5):
        with pytest.raises(DeviceLost, match="gone"):
            rig.lights.show(DARK)
        assert rig.lights.child_pid is None
    now_s[0] += FIRST_PAUSE_S
    with pytest.raises(DeviceLost, match="being started anew"):
        rig.lights.show(DARK)
    assert rig.lights.child_pid is not None


def test_a_strip_that_cannot_be_begun_is_told_at_opening(rig: NeopixelRig) -> None:
    rig.behave("NeoPixel support requires running with sudo")
    with pytest.raises(MissingDeviceError, match="cannot be driven by neopixel: NeoPixel support requires"):
        rig.open()


def test_a_child_that_never_becomes_ready_is_told_at_opening(rig: NeopixelRig) -> None:
    rig.behave("hang")
    with pytest.raises(MissingDeviceError, match="did not answer in time"):
        rig.open(start_s=0.5)


def test_a_missing_library_is_told_with_what_to_install(rig: NeopixelRig) -> None:
    (rig.folder / "neopixel.py").write_text("import no_such_module", "utf-8")
    with pytest.raises(MissingDeviceError, match="pip install adafruit-circuitpython-neopixel"):
        rig.open()


def test_signals_to_the_whole_group_do_not_stop_the_child_before_its_parent(rig: NeopixelRig) -> None:
    assert rig.lights.child_pid is not None
    for number in (signal.SIGINT, signal.SIGTERM):
        os.kill(rig.lights.child_pid, number)
    rig.lights.show(bytes([3]) * FRAME_BYTES)
    assert rig.shown() == bytes([3]) * FRAME_BYTES


def test_the_strip_goes_dark_when_the_parent_is_killed(rig: NeopixelRig) -> None:
    code = (
        "import os, pathlib, sys\n"
        "from tests.drivers.test_strip_neopixel import NeopixelRig\n"
        "rig = NeopixelRig(pathlib.Path(sys.argv[1]))\n"
        "rig.lights.show(bytes([200]) * 231)\n"
        "print(rig.lights.child_pid, flush=True)\n"
        "os.kill(os.getpid(), 9)\n"
    )
    parent = [sys.executable, "-c", code, str(rig.folder)]
    told = subprocess.run(parent, cwd=ROOT, capture_output=True, text=True, check=False)
    child = Path("/proc", told.stdout.strip())
    deadline = monotonic() + 10
    while child.exists() and monotonic() < deadline:
        os.sched_yield()
    assert rig.shown() == DARK


PI_4 = Machine(model="Raspberry Pi 4 Model B Rev 1.1", revision=0xC03111)
PI_5 = Machine(model="Raspberry Pi 5 Model B Rev 1.0", revision=0xC04170)


def test_off_a_raspberry_pi_it_is_refused() -> None:
    with pytest.raises(WrongMachineError, match="use spi"):
        check_rights(Machine(model="", revision=None))


@pytest.mark.parametrize(("machine", "path"), [(PI_4, "/dev/mem"), (PI_5, "/dev/pio0")])
def test_without_rights_it_is_refused_before_the_library_can_crash(
    machine: Machine, path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    monkeypatch.setattr(os, "access", lambda path, _: asked.append(path))
    with pytest.raises(MissingDeviceError, match=rf"read and write {path} on Raspberry Pi"):
        check_rights(machine)
    assert asked == [path]
