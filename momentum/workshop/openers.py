"""How a table's devices are opened one by one, so that each failure can be told by itself."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from hardware.protocols import Buttons, Lights, Sensors


class Closes(Protocol):
    """Something held, until it is closed."""

    def close(self) -> None:
        """Let go of it."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Openers:
    """Each opens one device and raises `HardwareError` where that cannot be."""

    owner: Callable[[], Closes]
    """Take the right to drive the table, which one process has at a time."""
    sensors: Callable[[], Sensors]
    """Open the contacts."""
    lights: Callable[[], Lights] | None
    """Open the strip; None for a table without."""
    buttons: Callable[[], Buttons] | None
    """Open the buttons; None for a table without."""
    ring: Callable[[], bool] = lambda: True
    """Tell whether the open table has the lights of the ring."""
    button_names: tuple[str, ...] = ()
    """The buttons that there should be."""
