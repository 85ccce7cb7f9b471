"""Lights on SPI: the contract over a port that decodes pulses, and Adafruit's bytes as the reference."""

import errno
from random import Random
from typing import Any

import pytest

from hardware.errors import DeviceLost
from hardware.gpio.errors import MissingDeviceError
from hardware.protocols import DARK, FRAME_BYTES, PIXELS
from hardware.strip.encoding import encoder
from hardware.strip.order import Along, BoardPath, PixelOrder, RingPath
from hardware.strip.spi import SpiLights, open_strip
from tests.drivers.contract import LightsCableContract, LightsContract

ORDERS = {
    "straight": PixelOrder(),
    "serpentine, ring backwards": PixelOrder.of(
        BoardPath(serpentine=True, along=Along.COLUMNS, start=6), RingPath(start=9, clockwise=False)
    ),
    "another make": PixelOrder(colours="RGB"),
}


class PulsePort:
    """An SPI port with a chain at its end, which reads each pulse by how long it is high."""

    def __init__(self) -> None:
        self.latched = bytes(FRAME_BYTES)
        self.messages: list[bytes] = []
        self.lost = False
        self.closed = 0

    def write(self, message: bytes) -> None:
        if self.lost:
            raise OSError(errno.EIO, "no clock")
        self.messages.append(message)
        self.latched = pulses(message)

    def close(self) -> None:
        self.closed += 1


def pulses(message: bytes) -> bytes:
    """Return the bytes that lights read from a message at 6.4 MHz."""
    line = "".join(f"{byte:08b}" for byte in message).strip("0")
    widths = [len(high) for high in line.split("0") if high]
    bits = ["1" if width * 156.25 > 450 else "0" for width in widths]
    return bytes(int("".join(bits[at : at + 8]), 2) for at in range(0, len(bits), 8))


class SpiRig:
    """The driver over the pulse port."""

    def __init__(self, order: PixelOrder) -> None:
        self.order = order
        self.port = PulsePort()
        self.lights = SpiLights(self.port, order)

    def shown(self) -> bytes:
        """Put what the chain has latched back into the frame's order."""
        frame = bytearray(FRAME_BYTES)
        for byte, source in zip(self.port.latched, self.order.sources(), strict=True):
            frame[source] = byte
        return bytes(frame)

    def unplug(self) -> None:
        self.port.lost = True
        self.port.latched = bytes(FRAME_BYTES)

    def plug(self) -> None:
        self.port.lost = False


class TestLightsOnSpi(LightsContract, LightsCableContract):
    """All that is asked of lights."""

    @pytest.fixture(params=list(ORDERS))
    def rig(self, request: pytest.FixtureRequest) -> SpiRig:
        """Give the driver for a chain wired in one of several ways."""
        return SpiRig(ORDERS[request.param])


class AdafruitBus:
    """What Adafruit's library writes to when it is given this as its SPI bus."""

    frequency = 6_400_000

    def __init__(self) -> None:
        self.message = b""

    def try_lock(self) -> bool:
        return True

    def unlock(self) -> None: ...

    def configure(self, **_: Any) -> None: ...

    def write(self, message: bytes) -> None:
        self.message = bytes(message)


@pytest.mark.parametrize("colours", ["GRB", "RGB", "BRG"])
def test_every_byte_is_what_adafruits_library_sends(colours: str) -> None:
    neopixel_spi = pytest.importorskip("neopixel_spi")
    bus = AdafruitBus()
    pixels = neopixel_spi.NeoPixel_SPI(bus, PIXELS, pixel_order=colours, auto_write=False)
    encode = encoder(PixelOrder(colours=colours))
    random = Random(5)
    for frame in (DARK, bytes([255]) * FRAME_BYTES, *(random.randbytes(FRAME_BYTES) for _ in range(20))):
        pixels[:] = [tuple(frame[3 * pixel : 3 * pixel + 3]) for pixel in range(PIXELS)]
        pixels.show()
        assert encode(frame) == bus.message


def test_a_frame_is_one_message_that_fits_the_kernels_usual_buffer() -> None:
    rig = SpiRig(PixelOrder())
    rig.lights.show(DARK)
    assert [len(message) for message in rig.port.messages] == [1976]


def test_the_port_is_let_go_once_also_when_it_is_lost() -> None:
    rig = SpiRig(PixelOrder())
    rig.unplug()
    rig.lights.close()
    rig.lights.close()
    assert rig.port.closed == 1


def test_the_reason_of_a_loss_is_told() -> None:
    rig = SpiRig(PixelOrder())
    rig.unplug()
    with pytest.raises(DeviceLost, match=r"over SPI.*no clock"):
        rig.lights.show(DARK)


def test_a_missing_spi_device_says_how_to_enable_it() -> None:
    with pytest.raises(MissingDeviceError, match=r"spidev7\.7 cannot be opened.*do_spi 0"):
        open_strip(PixelOrder(), path="/dev/spidev7.7")


def test_a_file_that_is_no_spi_device_is_refused() -> None:
    with pytest.raises(MissingDeviceError, match="/dev/null cannot carry the lights"):
        open_strip(PixelOrder(), path="/dev/null")
