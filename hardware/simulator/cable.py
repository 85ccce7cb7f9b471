"""The simulated cable: it carries data to the program and power to the strip."""

from hardware.errors import DeviceLost
from hardware.simulator.strip import Strip


class Cable:
    """Plugged in at first."""

    __slots__ = ("_strip", "plugged")

    plugged: bool
    """Whether the devices can be reached."""

    def __init__(self, strip: Strip) -> None:
        self.plugged = True
        self._strip = strip

    def unplug(self) -> None:
        """Cut data and power: every device is lost and the strip goes dark."""
        self.plugged = False
        self._strip.lose_power()

    def plug(self) -> None:
        """Connect again; the strip stays dark until it is sent a frame."""
        self.plugged = True

    def check(self, device: str) -> None:
        """Raise DeviceLost when the device cannot be reached."""
        if not self.plugged:
            raise DeviceLost(
                f"the {device} cannot be reached: the table's cable is unplugged; plug it in again"
            )
