"""The buzzer: one tone at a time, which ends by itself."""

from machine import PWM, Pin  # type: ignore[import-not-found, unused-ignore]

from firmware_bridge.wire.messages import since

HALF = 32768
LOWEST, HIGHEST = 20, 20000


class Sounder:
    """A tone by pulse width."""

    def __init__(self, pin: int) -> None:
        self._pwm = PWM(Pin(pin), freq=1000, duty_u16=0)
        self._began_ms = 0
        self._ms = 0

    def play(self, now: int, hertz: int, ms: int) -> None:
        """Sound a tone in place of the one that sounds; 0 hertz is silence."""
        self._began_ms = now
        self._ms = ms
        if LOWEST <= hertz <= HIGHEST and ms:
            self._pwm.freq(hertz)
            self._pwm.duty_u16(HALF)
        else:
            self.off()

    def tick(self, now: int) -> None:
        """End the tone when it has sounded long enough."""
        if self._ms and since(now, self._began_ms) >= self._ms:
            self.off()

    def off(self) -> None:
        """Be silent."""
        self._ms = 0
        self._pwm.duty_u16(0)
