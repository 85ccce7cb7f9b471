"""The simulated table's devices as a program sees them: sensors, lights and buttons."""

from collections import Counter

from hardware.errors import DeviceClosed, FrameError, SettingError
from hardware.protocols import BUTTON_NAMES, DARK, FRAME_BYTES, Scan
from hardware.simulator import checks
from hardware.simulator.agenda import Agenda
from hardware.simulator.cable import Cable
from hardware.simulator.contacts import Contacts
from hardware.simulator.strip import Sent, Strip
from hardware.simulator.wiring import Wiring


class _Device:
    """A device at the end of the cable, open until it is closed."""

    _name = "device"

    def __init__(self, agenda: Agenda, cable: Cable) -> None:
        self._agenda = agenda
        self._cable = cable
        self._open = True

    def close(self) -> None:
        """Let go of the device; a second time does nothing."""
        self._open = False

    def reopen(self) -> None:
        """Make a closed device usable again, as a new program would find it."""
        self._open = True

    def _check(self) -> None:
        if not self._open:
            raise DeviceClosed(f"the {self._name} were closed; open the table again to use them")
        self._cable.check(self._name)


class SimulatedSensors(_Device):
    """The contacts, read without any delay."""

    _name = "sensors"

    def __init__(self, contacts: Contacts, cable: Cable, *, polarity: bool) -> None:
        super().__init__(contacts.agenda, cable)
        self._contacts = contacts
        self._polarity = polarity

    @property
    def polarity(self) -> bool:
        """True when the contacts tell north from south."""
        return self._polarity

    def scan(self) -> Scan:
        """Read all contacts at this instant. Raises DeviceLost while unplugged, DeviceClosed after close."""
        if not (self._open and self._cable.plugged):
            self._check()
        agenda = self._agenda
        if agenda.now() >= agenda.due_ms:
            agenda.catch_up()
        return self._contacts.scan


class SimulatedLights(_Device):
    """The strip, and what was sent to it."""

    _name = "lights"

    def __init__(self, agenda: Agenda, cable: Cable, strip: Strip, wiring: Wiring) -> None:
        super().__init__(agenda, cable)
        self._strip = strip
        self._wiring = wiring

    def show(self, frame: bytes) -> None:
        """Show 231 bytes at once. Raises FrameError for another length, DeviceLost, DeviceClosed."""
        if len(frame) != FRAME_BYTES:
            raise FrameError(f"a frame is {FRAME_BYTES} bytes, RGB for 77 pixels; this one is {len(frame)}")
        self._check()
        self._strip.send(self._agenda.now(), self._wiring.seen(frame))

    def close(self) -> None:
        """Send the dark frame, if the strip can be reached, and let go; a second time does nothing."""
        if self._open and self._cable.plugged:
            self.show(DARK)
        super().close()

    @property
    def shown(self) -> bytes:
        """What an eye sees on the strip now: 231 bytes, RGB per pixel."""
        return self._strip.shown

    @property
    def sent(self) -> tuple[Sent, ...]:
        """What an eye saw so far, oldest first, or the last frames if only so many are kept."""
        return tuple(self._strip.sent)


class SimulatedButtons(_Device):
    """The buttons, and fingers to press them."""

    _name = "buttons"

    def __init__(self, agenda: Agenda, cable: Cable) -> None:
        super().__init__(agenda, cable)
        self._fingers: Counter[str] = Counter()
        self._down: frozenset[str] = frozenset()

    def down(self) -> frozenset[str]:
        """Return the buttons held at this instant. Raises DeviceLost while unplugged, DeviceClosed."""
        if not (self._open and self._cable.plugged):
            self._check()
        agenda = self._agenda
        if agenda.now() >= agenda.due_ms:
            agenda.catch_up()
        return self._down

    def press(self, name: str, ms: float = 100) -> None:
        """Hold a button for `ms` from now; presses may overlap, of one button too.

        Raises SettingError for a button no table has or a negative time.
        """
        if name not in BUTTON_NAMES:
            raise SettingError(f"there is no button {name!r}; buttons are {', '.join(sorted(BUTTON_NAMES))}")
        checks.duration(ms, "a press")
        now_ms = self._agenda.catch_up()
        self._fingers[name] += 1
        self._down |= {name}
        self._agenda.enter(now_ms + ms, lambda _: self._release(name))

    def _release(self, name: str) -> None:
        self._fingers[name] -= 1
        if not self._fingers[name]:
            self._down -= {name}
