"""Devices that a table needs together: while one of them is lost, its contacts cannot be read either.

A board on pins is made of devices that fail one by one. The loop takes contacts that can be read for a table
that is back; without this, lights that stay away would bring it back and lose it again at every try.
"""

from __future__ import annotations

from typing import Protocol

from hardware.errors import DeviceLost
from hardware.protocols import DARK, Buttons, Lights, Scan, Sensors


class Needed(Protocol):
    """A device that a table needs."""

    lost: bool
    """Whether its last use failed."""

    def try_again(self) -> None:
        """Use it. Raises DeviceLost."""
        ...


class NeededLights:
    """Lights that know whether they are lost."""

    def __init__(self, lights: Lights) -> None:
        self._lights = lights
        self.lost = False
        """Whether the last frame could not be shown."""

    def show(self, frame: bytes) -> None:
        """Show 231 bytes. Raises FrameError, DeviceLost."""
        try:
            self._lights.show(frame)
        except DeviceLost:
            self.lost = True
            raise
        self.lost = False

    def try_again(self) -> None:
        """Show a dark frame: the loop draws its own as soon as the table is back."""
        self.show(DARK)

    def close(self) -> None:
        """Leave them dark."""
        self._lights.close()


class NeededButtons:
    """Buttons that know whether they are lost."""

    def __init__(self, buttons: Buttons) -> None:
        self._buttons = buttons
        self.lost = False
        """Whether the last reading failed."""

    def down(self) -> frozenset[str]:
        """Return the buttons held now. Raises DeviceLost."""
        try:
            down = self._buttons.down()
        except DeviceLost:
            self.lost = True
            raise
        self.lost = False
        return down

    def try_again(self) -> None:
        """Read them; what they say is not used."""
        self.down()

    def close(self) -> None:
        """Let go of them."""
        self._buttons.close()


class SensorsTogether:
    """Sensors that can be read only once everything the table needs beside them answers again."""

    def __init__(self, sensors: Sensors, *others: Needed) -> None:
        self._sensors = sensors
        self._others = others

    @property
    def polarity(self) -> bool:
        """True when a contact knows which pole closes it."""
        return self._sensors.polarity

    def scan(self) -> Scan:
        """Read all contacts, after a try of whatever was lost. Raises DeviceLost."""
        for other in self._others:
            if other.lost:
                other.try_again()
        return self._sensors.scan()

    def close(self) -> None:
        """Let go of the sensors alone."""
        self._sensors.close()
