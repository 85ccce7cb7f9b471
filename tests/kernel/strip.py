"""The far side of /dev/spidev0.0 in the kernel lab: what the strip was sent last, and its troubles."""

from functools import lru_cache
from pathlib import Path
from select import POLLPRI, poll
from time import monotonic

from hardware.protocols import FRAME_BYTES
from hardware.strip.order import PixelOrder
from tests.drivers.test_strip_spi import pulses

_FOLDER = Path("/sys/devices/platform/table_spi")
_KEPT, _REMEMBERED = 4096, 32


_decoded = lru_cache(256)(pulses)
"""What lights read from a message; rhythms send the same ones again and again."""


class KernelStrip:
    """A chain of 77 lights that takes pulses, wired in this order."""

    def __init__(self, order: PixelOrder | None = None) -> None:
        self._sources = (order or PixelOrder()).sources()

    def message(self) -> bytes:
        """Return the bytes of the last SPI message."""
        return (_FOLDER / "sent").read_bytes()

    def frame(self) -> bytes:
        """Return the 231 bytes that the chain has latched, in the frame's order."""
        return self._frame(self.message())

    def _frame(self, message: bytes) -> bytes:
        frame = bytearray(FRAME_BYTES)
        for byte, source in zip(_decoded(message), self._sources, strict=True):
            frame[source] = byte
        return bytes(frame)

    def frames_since(self, number: int) -> list[bytes]:
        """Return the frames after message `number`, oldest first; the last 32 are remembered."""
        last = self.state()["messages"]
        history = (_FOLDER / "history").read_bytes()
        places = (_KEPT * (message % _REMEMBERED) for message in range(max(number, last - _REMEMBERED), last))
        return [self._frame(history[place : place + _KEPT]) for place in places]

    def state(self) -> dict[str, int]:
        """Return the number of messages so far, and the rate and mode of the last."""
        words = (word.partition("=") for word in (_FOLDER / "state").read_text("ascii").split())
        return {key: int(value) for key, _, value in words}

    def trouble(self, errno: int) -> None:
        """Let every message fail with this error from now on; 0 makes it well."""
        (_FOLDER / "trouble").write_text(str(errno), "ascii")

    def wait(self, until_ms: float) -> bool:
        """Wait for a message, up to this instant of the monotonic clock; tell whether there was one."""
        with (_FOLDER / "state").open("rb") as state:
            state.read()
            waiting = poll()
            waiting.register(state, POLLPRI)
            return bool(waiting.poll(max(0.0, until_ms - monotonic() * 1000)))

    def rest(self, until_ms: float) -> None:
        """Wait until this instant, whatever is sent."""
        while monotonic() * 1000 < until_ms:
            self.wait(until_ms)
