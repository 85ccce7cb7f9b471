"""The buzzer, by gpiozero: tones that end by themselves, so that no stalled loop leaves it sounding."""

from contextlib import suppress
from threading import RLock, Timer
from typing import Any, Final

from hardware.errors import DeviceClosed, DeviceLost, SettingError
from hardware.gpio import libraries
from hardware.gpio.factory import failures_of, let_go, refused
from hardware.gpio.matrix import reason
from hardware.gpio.wiring import check_pins

LONGEST_MS: Final = 5000
"""No tone is longer."""


class GpioBuzzer:
    """A passive buzzer, which is played a frequency, or an active one, which has its own."""

    def __init__(self, pin: int, factory: Any, *, passive: bool = True, active_low: bool = False) -> None:
        """Open the buzzer, silent. Raises SettingError, PinBusyError, MissingLibraryError."""
        check_pins([(pin, "buzzer")])
        gpiozero = libraries.need("gpiozero", "gpiozero")
        self._failures = failures_of(factory)
        self._passive = passive
        self._muted = False
        self._ending: Timer | None = None
        self._turn = RLock()  # a tone ends in a thread of its own
        self._device: Any = None
        make = gpiozero.PWMOutputDevice if passive else gpiozero.OutputDevice
        try:
            self._device = make(pin, active_high=not active_low, pin_factory=factory)
        except self._failures as error:
            raise refused(factory, pin, "buzzer", error) from error

    @property
    def muted(self) -> bool:
        """While true, every tone is silence; setting it ends the tone that sounds."""
        return self._muted

    @muted.setter
    def muted(self, muted: bool) -> None:
        self._muted = muted
        if muted:
            self.silence()

    def sound(self, hertz: float, ms: float) -> None:
        """Begin a tone, in place of any that sounds, and return at once; it ends by itself.

        20 to 10,000 Hz, the range of software PWM [lg, tx_pwm]; an active buzzer ignores it. Raises
        SettingError, DeviceLost, DeviceClosed.
        """
        if not (20 <= hertz <= 10_000 and 0 < ms <= LONGEST_MS):
            raise SettingError(
                f"a tone has 20 to 10000 Hz and lasts up to {LONGEST_MS} ms; this one has {hertz} Hz, {ms} ms"
            )
        with self._turn:
            if self._device is None:
                raise DeviceClosed("the buzzer was closed; open the table again to use it")
            self._cancel()
            if not self._muted:
                self._begin(hertz)
                self._end_after(ms)

    def _begin(self, hertz: float) -> None:
        try:
            self._drive(hertz)
        except self._failures as error:
            raise DeviceLost(f"the buzzer cannot be driven: {reason(error)}") from error

    def _drive(self, hertz: float) -> None:
        if self._passive:
            self._device.frequency = hertz
            self._device.value = 0.5
        else:
            self._device.on()

    def _end_after(self, ms: float) -> None:
        def end() -> None:
            with self._turn:
                if self._ending is ending:  # else another tone has taken its place meanwhile
                    self.silence()

        self._ending = ending = Timer(ms / 1000, end)
        ending.daemon = True
        ending.start()

    def silence(self) -> None:
        """End the tone that sounds, if any; a lost buzzer is left as it is."""
        with self._turn:
            self._cancel()
            if self._device is not None:
                with suppress(*self._failures):
                    self._device.off()

    def _cancel(self) -> None:
        ending, self._ending = self._ending, None
        if ending is not None:
            ending.cancel()

    def close(self) -> None:
        """Fall silent and let go of the pin; a second time does nothing."""
        with self._turn:
            self.silence()
            device, self._device = self._device, None
            if device is not None:
                let_go(device, self._failures)
