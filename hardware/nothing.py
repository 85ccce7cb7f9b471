"""Devices that a table does without: they take everything and report nothing."""

from hardware.errors import DeviceLost, FrameError
from hardware.protocols import FRAME_BYTES


class NoLights:
    """A strip that is not there, where the config says so."""

    def show(self, frame: bytes) -> None:
        """Check the frame as every strip does. Raises FrameError."""
        if len(frame) != FRAME_BYTES:
            raise FrameError(f"a frame is {FRAME_BYTES} bytes, RGB for 77 pixels; this one is {len(frame)}")

    def close(self) -> None:
        """Do nothing."""


class MissingLights:
    """A strip that could not be opened, which the owner does without: it tells why at each use."""

    def __init__(self, why: str) -> None:
        self.why = why
        """Why there are none."""

    def show(self, frame: bytes) -> None:
        """Raise DeviceLost."""
        del frame
        raise DeviceLost(self.why)

    def close(self) -> None:
        """Do nothing."""


class NoButtons:
    """Buttons that are not there."""

    def down(self) -> frozenset[str]:
        """Return none."""
        return frozenset()

    def close(self) -> None:
        """Do nothing."""
