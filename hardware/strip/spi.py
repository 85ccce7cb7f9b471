"""Lights on SPI's data line (GPIO10): rootless, and the same on every Raspberry Pi."""

from contextlib import suppress
from typing import Protocol

from hardware.errors import DeviceClosed, DeviceLost, FrameError
from hardware.gpio.matrix import reason
from hardware.protocols import DARK, FRAME_BYTES
from hardware.strip.encoding import SPI_HZ, encoder
from hardware.strip.order import PixelOrder
from hardware.strip.spidev import SpiPort


class Port(Protocol):
    """What carries SPI messages."""

    def write(self, message: bytes) -> None:
        """Send one message. Raises OSError."""
        ...

    def close(self) -> None:
        """Let go of it; called once."""
        ...


class SpiLights:
    """A chain of 77 lights behind an SPI port."""

    __slots__ = ("_encode", "_port")

    def __init__(self, port: Port, order: PixelOrder) -> None:
        """Take over the port. The strip is not touched before the first frame."""
        self._encode = encoder(order)
        self._port: Port | None = port

    def show(self, frame: bytes) -> None:
        """Send 231 bytes, RGB per pixel; takes 2.5 ms. Raises FrameError, DeviceLost, DeviceClosed."""
        if len(frame) != FRAME_BYTES:
            raise FrameError(f"a frame is {FRAME_BYTES} bytes, RGB for 77 pixels; this one is {len(frame)}")
        if self._port is None:
            raise DeviceClosed("the lights were closed; open the table again to use them")
        try:
            self._port.write(self._encode(frame))
        except OSError as error:
            raise DeviceLost(f"the lights cannot be reached over SPI: {reason(error)}") from error

    def close(self) -> None:
        """Send the dark frame, if the port takes it, and let go; a second time does nothing."""
        if self._port is not None:
            with suppress(DeviceLost):
                self.show(DARK)
            self._port.close()
            self._port = None


def open_strip(order: PixelOrder, *, path: str = "/dev/spidev0.0") -> SpiLights:
    """Open the chain on this SPI device. Raises MissingDeviceError."""
    longest = len(encoder(order)(DARK))
    return SpiLights(SpiPort(path, SPI_HZ, longest=longest), order)
