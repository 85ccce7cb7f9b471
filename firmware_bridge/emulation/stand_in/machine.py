"""A Pico's pins for MicroPython's unix port: models the matrix, writes down lights, tones and the watchdog.

The file `world` in the working directory is what hands do, a byte each: the closed contacts of rows 1 to 7,
the buttons held, whether GP22 is held to ground, the cause of the start, whether closed contacts read high,
whether GP0 is held to ground, the contacts of rows 1 to 7 that a south pole closes; then the flash's number.
"""

from time import ticks_diff, ticks_us  # type: ignore[attr-defined]

POLES, BUTTON_ROW = 0, 1
ROWS = 2
COLUMNS = 9
BUTTONS = (17, 18, 19, 20, 21, 26, 27)
"""With GP0 held to ground these are the second columns, and the buttons are a row of the first ones."""
SKIP = 22
SETTLE_US = 30
PWRON_RESET = 1
WDT_RESET = 3


class World:
    """What the pins see, and what is seen of them."""

    def __init__(self) -> None:
        self.bytes = bytearray(27)
        self.selected = -1
        self.before = -1
        self.turned_us = ticks_us()
        self.fed_us = 0
        self.hungry_us = 0
        self._file = open("world", "rb")  # noqa: PTH123, SIM115
        self._lights = open("lights", "ab")  # noqa: PTH123, SIM115
        self.look()

    def look(self) -> None:
        """Look at what hands have done."""
        self._file.seek(0)
        self._file.readinto(self.bytes)

    def say(self, *words: object) -> None:
        """Write a line into the log."""
        with open("log", "a") as log:  # noqa: PTH123
            print(*words, file=log)

    def select(self, row: int, level: int) -> None:
        """Take a row's new level; row 7 are the buttons of a board that tells poles."""
        now = ticks_us()
        if level == 0 and self.selected >= 0:
            self.say("two rows selected:", self.selected, row)
        if level == 0 and ticks_diff(now, self.turned_us) < SETTLE_US:
            self.say("row", row, "selected before the columns had settled")
        if self.hungry_us and ticks_diff(now, self.fed_us) > self.hungry_us:
            self.say("watchdog bites")
        if row in (0, 7):
            self.look()
        self.before = self.selected
        self.selected = row if level == 0 else -1
        self.turned_us = ticks_us()

    def column(self, column: int, first: int) -> int:
        """Return a column's level; `first` is where its row 1 stands. Before it has settled it is the old."""
        settled = ticks_diff(ticks_us(), self.turned_us) >= SETTLE_US
        row = self.selected if settled else self.before
        if first and row == 7:
            row = -1
        closed = row >= 0 and self.bytes[first + row] >> column & 1
        return int(bool(closed) == bool(self.bytes[10] and row != 7))

    def lights(self, pin: int, timing: tuple[int, ...], data: bytes) -> None:
        """Write a frame down."""
        if self.selected >= 0:
            self.say("lights written within a scan")
        if (pin, timing) != (16, (400, 850, 800, 450)):
            self.say("lights on pin", pin, "with timing", timing)
        self._lights.write(data)
        self._lights.flush()


_world = World()


class Pin:
    """A pin by its GP number, or the light on the Pico by its name."""

    IN, OUT, PULL_UP = 0, 1, 1

    def __init__(
        self, number: "int | str", mode: int = -1, pull: int = -1, value: "int | None" = None
    ) -> None:
        self.number = number
        self._driven = mode == Pin.OUT
        self._level = 0
        if mode == Pin.IN and pull != Pin.PULL_UP:
            _world.say("input without pull-up:", number)
        if value is not None:
            self._level = value

    def value(self, level: "int | None" = None) -> int:
        """Read the pin, or drive it."""
        if level is not None:
            self._drive(level)
        elif not self._driven:
            self._level = self._sensed()
        return self._level

    def _drive(self, level: int) -> None:
        self._level = level
        if isinstance(self.number, int) and ROWS <= self.number < ROWS + 7:
            _world.select(self.number - ROWS, level)
        elif self.number == BUTTON_ROW:
            _world.select(7, level)

    def _sensed(self) -> int:
        number = self.number
        if isinstance(number, int) and COLUMNS <= number < COLUMNS + 7:
            return _world.column(number - COLUMNS, 0)
        if number == SKIP:
            return 1 - _world.bytes[8]
        if number == POLES:
            return 1 - _world.bytes[11]
        for bit in range(7):
            if BUTTONS[bit] == number:
                if _world.bytes[11]:
                    return _world.column(bit, 12)
                return 1 - (_world.bytes[7] >> bit & 1)
        return 1


class PWM:
    """A pulse width output that writes down what it is told."""

    def __init__(self, pin: Pin, freq: int, duty_u16: int) -> None:
        self._pin = pin.number
        _world.say("pwm", self._pin, freq, duty_u16)

    def freq(self, hertz: int) -> None:
        """Set the tone."""
        _world.say("freq", hertz)

    def duty_u16(self, duty: int) -> None:
        """Set the width."""
        _world.say("duty", duty)


class WDT:
    """A watchdog that writes down when it bites; it has half the patience, so that short tests notice."""

    def __init__(self, timeout: int) -> None:
        _world.hungry_us = 500 * timeout
        _world.say("watchdog", timeout)
        self.feed()

    def feed(self) -> None:
        """Keep it quiet."""
        _world.fed_us = ticks_us()


def bitstream(pin: Pin, encoding: int, timing: tuple[int, ...], data: bytes) -> None:
    """Send a frame down the chain of lights."""
    if encoding != 0 or not isinstance(pin.number, int):
        _world.say("bitstream with encoding", encoding, "on", pin.number)
    else:
        _world.lights(pin.number, timing, data)


def unique_id() -> bytes:
    """Return the flash chip's number."""
    return bytes(_world.bytes[19:27])


def reset_cause() -> int:
    """Return why the board started."""
    return _world.bytes[9]
