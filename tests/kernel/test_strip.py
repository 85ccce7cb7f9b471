"""Lights on the kernel's own /dev/spidev0.0: the bytes arrive as one message, at the right rate and mode."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from hardware.errors import DeviceLost
from hardware.gpio.errors import MissingDeviceError
from hardware.protocols import DARK, FRAME_BYTES
from hardware.strip.encoding import encoder
from hardware.strip.order import BoardPath, PixelOrder, RingPath
from hardware.strip.spi import SpiLights, open_strip
from tests.drivers.contract import LightsCableContract, LightsContract
from tests.kernel.strip import KernelStrip

EIO = 5


class KernelStripRig:
    """The driver, and what the kernel's controller was sent."""

    order = PixelOrder.of(BoardPath(serpentine=True), RingPath(clockwise=False))

    def __init__(self) -> None:
        self.strip = KernelStrip(self.order)
        self.plug()
        self.lights: SpiLights = open_strip(self.order)
        self.lights.show(DARK)

    def shown(self) -> bytes:
        """Return what the chain has latched, in the frame's order."""
        return self.strip.frame()

    def unplug(self) -> None:
        """Make the controller fail, after a dark frame as of a strip without power."""
        self.lights.show(DARK)
        self.strip.trouble(EIO)

    def plug(self) -> None:
        """Make it well."""
        self.strip.trouble(0)


@pytest.fixture
def rig() -> Iterator[KernelStripRig]:
    """Give the driver on the kernel's SPI device."""
    rig = KernelStripRig()
    yield rig
    rig.plug()
    rig.lights.close()


class TestLightsOnTheKernelsSpi(LightsContract, LightsCableContract):
    """All that is asked of lights."""


def test_a_frame_is_one_message_at_6_4_megahertz_in_mode_0(rig: KernelStripRig) -> None:
    before = rig.strip.state()["messages"]
    frame = bytes(range(FRAME_BYTES))
    rig.lights.show(frame)
    assert rig.strip.state() == {"messages": before + 1, "speed_hz": 6_400_000, "mode": 0}
    assert rig.strip.message() == encoder(rig.order)(frame)


def test_the_reason_of_a_loss_is_told(rig: KernelStripRig) -> None:
    rig.unplug()
    with pytest.raises(DeviceLost, match=r"over SPI: .*Input/output error"):
        rig.lights.show(DARK)


def test_a_buffer_too_small_is_told_at_opening(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    small = tmp_path / "bufsiz"
    small.write_text("1024\n", "ascii")
    monkeypatch.setattr("hardware.strip.spidev._BUFFER", small)
    with pytest.raises(MissingDeviceError, match=r"1024 bytes and a frame has 1976; add spidev\.bufsiz"):
        open_strip(PixelOrder())
