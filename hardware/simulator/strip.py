"""The simulated strip: 77 pixels that keep what they were last sent while they have power."""

from collections import deque
from typing import NamedTuple

from hardware.protocols import DARK


class Sent(NamedTuple):
    """One frame that was sent to the strip."""

    at_ms: float
    """When it was sent."""
    frame: bytes
    """Its 231 bytes."""


class Strip:
    """The pixels and the list of frames they were sent."""

    __slots__ = ("sent", "shown")

    sent: deque[Sent]
    """The frames sent, oldest first, as many as are kept."""
    shown: bytes
    """The frame now on the strip."""

    def __init__(self, kept: int | None) -> None:
        self.sent = deque(maxlen=kept)
        self.shown = DARK

    def send(self, at_ms: float, frame: bytes) -> None:
        """Latch a frame."""
        self.sent.append(Sent(at_ms, frame))
        self.shown = frame

    def lose_power(self) -> None:
        """Go dark without having been sent anything."""
        self.shown = DARK
