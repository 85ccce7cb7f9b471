"""The buttons at the table's edge, by gpiozero: edges tell of them at once, readings keep them honest."""

from collections.abc import Mapping
from itertools import cycle
from typing import Any

from hardware.errors import DeviceClosed, DeviceLost, SettingError
from hardware.gpio import libraries
from hardware.gpio.factory import failures_of, let_go, refused
from hardware.gpio.matrix import reason
from hardware.gpio.wiring import check_pins
from hardware.protocols import BUTTON_NAMES


class GpioButtons:
    """Buttons between a pin and ground, or between a pin and 3.3 V."""

    def __init__(self, pins: Mapping[str, int], factory: Any, *, active_low: bool = True) -> None:
        """Open a button on each named pin.

        Raises SettingError for a name no table has or a pin used twice, PinBusyError, MissingLibraryError.
        """
        unknown = sorted(pins.keys() - BUTTON_NAMES)
        if unknown:
            raise SettingError(
                f"there is no button {', '.join(unknown)}; buttons are {', '.join(sorted(BUTTON_NAMES))}"
            )
        check_pins((pin, f"button {name}") for name, pin in pins.items())
        self._failures = failures_of(factory)
        self._buttons: dict[str, Any] = {}
        self._held: dict[str, bool] = {}
        self._open = True
        self._trusted = False
        for name, pin in pins.items():
            self._add(name, pin, factory, active_low=active_low)
        self._turns = cycle(self._buttons)

    def _add(self, name: str, pin: int, factory: Any, *, active_low: bool) -> None:
        gpiozero = libraries.need("gpiozero", "gpiozero")
        try:
            button = self._buttons[name] = gpiozero.Button(pin, pull_up=active_low, pin_factory=factory)
            button.when_pressed = lambda: self._note(name, held=True)
            button.when_released = lambda: self._note(name, held=False)
        except self._failures as error:
            self.close()
            raise refused(factory, pin, f"button {name}", error) from error

    def _note(self, name: str, *, held: bool) -> None:
        """Keep what an edge tells; gpiozero calls this on a thread of its own."""
        self._held[name] = held

    def down(self) -> frozenset[str]:
        """Return the names of the buttons held now, undebounced.

        Each call also reads one of the pins, in turn, so that an edge that was missed is made good and a chip
        that is gone is noticed. Raises DeviceLost, DeviceClosed.
        """
        if not self._open:
            raise DeviceClosed("the buttons were closed; open the table again to use them")
        try:
            self._check()
        except self._failures as error:
            self._trusted = False
            raise DeviceLost(f"the buttons cannot be read: {reason(error)}") from error
        return frozenset([name for name, held in self._held.items() if held])

    def _check(self) -> None:
        """Read the button whose turn it is; all of them at first, and after a failure."""
        names = [next(self._turns)] if self._trusted and self._buttons else self._buttons
        for name in names:
            self._held[name] = bool(self._buttons[name].value)
        self._trusted = True

    def close(self) -> None:
        """Let go of the pins; a second time does nothing."""
        self._open = False
        for button in self._buttons.values():
            let_go(button, self._failures)
        self._buttons.clear()
