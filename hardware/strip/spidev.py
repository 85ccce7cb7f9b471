"""Linux's SPI devices, /dev/spidevB.C, written to without any library."""

import errno
import fcntl
import os
import struct
from pathlib import Path
from typing import Final

from hardware.gpio.errors import MissingDeviceError

_SET_MODE: Final = 0x40016B01
_SET_BITS: Final = 0x40016B03
_SET_HERTZ: Final = 0x40046B04
"""SPI_IOC_WR_MODE, SPI_IOC_WR_BITS_PER_WORD and SPI_IOC_WR_MAX_SPEED_HZ [linux/spi/spidev.h]."""

_BUFFER: Final = Path("/sys/module/spidev/parameters/bufsiz")

_REMEDIES: Final = {
    errno.ENOENT: "enable SPI: sudo raspi-config nonint do_spi 0, then reboot",
    errno.EACCES: "let this user: sudo usermod -aG spi $USER, then log in again",
}


class SpiPort:
    """One SPI device: mode 0, eight bits a word, one message a write."""

    __slots__ = ("_file",)

    def __init__(self, path: str, hertz: int, *, longest: int) -> None:
        """Open it for messages of up to `longest` bytes. Raises MissingDeviceError, saying what to do."""
        try:
            self._file = os.open(path, os.O_WRONLY | os.O_CLOEXEC)
        except OSError as error:
            remedy = _REMEDIES.get(error.errno or 0, "check the path in the configuration")
            raise MissingDeviceError(f"{path} cannot be opened ({error.strerror}); {remedy}") from error
        try:
            self._prepare(hertz, longest)
        except OSError as error:
            os.close(self._file)
            raise MissingDeviceError(f"{path} cannot carry the lights: {error.strerror}") from error

    def _prepare(self, hertz: int, longest: int) -> None:
        buffer = int(_BUFFER.read_text("ascii"))
        if buffer < longest:
            remedy = "add spidev.bufsiz=4096 to /boot/firmware/cmdline.txt and reboot"
            raise OSError(
                errno.EMSGSIZE, f"its buffer takes {buffer} bytes and a frame has {longest}; {remedy}"
            )
        fcntl.ioctl(self._file, _SET_MODE, bytes(1))
        fcntl.ioctl(self._file, _SET_BITS, bytes([8]))
        fcntl.ioctl(self._file, _SET_HERTZ, struct.pack("=I", hertz))

    def write(self, message: bytes) -> None:
        """Send one message. Raises OSError."""
        sent = os.write(self._file, message)
        if sent != len(message):
            raise OSError(errno.EIO, f"only {sent} of {len(message)} bytes were sent")

    def close(self) -> None:
        """Let go of the device."""
        os.close(self._file)
