"""What a table's devices offer, whoever makes them: contacts, one strip of lights, buttons and hands."""

from typing import Final, NamedTuple, Protocol, runtime_checkable

CELLS: Final = 49
"""Contacts and board lights: seven by seven; bit i of a mask is cell i, a1 = 0, g1 = 6, a2 = 7, g7 = 48."""

PIXELS: Final = 77
"""Lights of the strip: pixel i is cell i for 0..48, pixel 48 + s is ring step s for s in 1..28."""

FRAME_BYTES: Final = 3 * PIXELS
"""Bytes of one frame: red, green, blue for each pixel."""

DARK: Final = bytes(FRAME_BYTES)
"""The frame in which nothing is lit."""

BUTTON_NAMES: Final = frozenset({"first", "second", "arbiter", "swap", "undo", "new", "pause"})
"""Every button a table may have; a table without some of them never reports those."""


class Scan(NamedTuple):
    """One reading of all contacts, as 49-bit masks."""

    closed: int
    """Contacts that are closed."""
    south: int = 0
    """Those of them closed by a south pole; always 0 when the sensors only know presence."""


@runtime_checkable
class Sensors(Protocol):
    """The contacts under the board."""

    @property
    def polarity(self) -> bool:
        """True when a contact knows which pole closes it."""
        ...

    def scan(self) -> Scan:
        """Read all contacts now, undebounced. Raises DeviceLost."""
        ...

    def close(self) -> None:
        """Let go of the device; a second time does nothing."""
        ...


@runtime_checkable
class Lights(Protocol):
    """The one chain of lights: the board's 49, then the ring's 28."""

    def show(self, frame: bytes) -> None:
        """Show 231 bytes, RGB per pixel. Raises FrameError for another length, DeviceLost."""
        ...

    def close(self) -> None:
        """Leave the strip dark and let go of it; a second time, or when the device is lost, does nothing."""
        ...


@runtime_checkable
class Buttons(Protocol):
    """The buttons at the table's edge."""

    def down(self) -> frozenset[str]:
        """Return the names of the buttons held now, undebounced. Raises DeviceLost."""
        ...

    def close(self) -> None:
        """Let go of the device; a second time does nothing."""
        ...


@runtime_checkable
class Buzzer(Protocol):
    """A buzzer that plays one tone at a time."""

    def sound(self, hertz: float, ms: float) -> None:
        """Begin a tone and return at once; it ends by itself. Raises DeviceLost."""
        ...

    def close(self) -> None:
        """Fall silent and let go of the device; a second time does nothing."""
        ...


@runtime_checkable
class Voice(Protocol):
    """A voice that says one thing at a time."""

    @property
    def trouble(self) -> str | None:
        """Why nothing can be said, in words; None while all is well. It comes back by itself."""
        ...

    def speak(self, text: str) -> None:
        """Say these sentences, one a line, in place of whatever is being said, and return at once.

        An empty text is silence. What cannot begin within 300 ms is not said.
        """
        ...

    def close(self) -> None:
        """Fall silent and let go of it; a second time does nothing."""
        ...


@runtime_checkable
class Hands(Protocol):
    """Hands that a simulated table offers beside its devices."""

    def place(self, cell: int, *, south: bool) -> None:
        """Put a marble from the tray on an empty cell. Raises HandError."""
        ...

    def lift(self, cell: int) -> None:
        """Take the marble on this cell, or rolling to it, back to the tray. Raises HandError."""
        ...

    def slide(self, cell: int, to: int, ms: float) -> None:
        """Send a resting marble straight to an empty cell; it takes `ms`. Raises HandError."""
        ...
