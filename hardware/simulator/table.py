"""A whole table without hardware: marbles, contacts, strip, buttons and cable, in the time of one clock."""

from collections.abc import Callable

from hardware.errors import SettingError
from hardware.simulator import checks
from hardware.simulator.agenda import Agenda
from hardware.simulator.cable import Cable
from hardware.simulator.contacts import Contacts
from hardware.simulator.devices import SimulatedButtons, SimulatedLights, SimulatedSensors
from hardware.simulator.faults import Faults
from hardware.simulator.marbles import SimulatedHands
from hardware.simulator.strip import Strip
from hardware.simulator.wiring import Wiring


class SimulatedTable:
    """One simulated table. All its parts belong to one thread; time is what `now` says, and never waits.

    The same seed and the same acts at the same instants give the same contact history, whenever it is read.
    """

    hands: SimulatedHands
    """Place, lift and slide marbles; see where they are."""
    sensors: SimulatedSensors
    """The contacts as a program reads them."""
    lights: SimulatedLights
    """The strip, and what it shows."""
    buttons: SimulatedButtons
    """The buttons, and fingers to press them."""
    cable: Cable
    """Unplug and plug the devices."""
    faults: Faults
    """Let contacts bounce, blip, flicker and stick."""

    def __init__(
        self,
        now: Callable[[], float],
        *,
        seed: int = 0,
        polarity: bool = False,
        bounce_ms: float = 1.0,
        marbles_each: int = 8,
        frames_kept: int | None = None,
        wiring: Wiring | None = None,
    ) -> None:
        """Build an empty table.

        `now` returns milliseconds that never go back. `frames_kept` limits how many sent frames the lights
        remember; None keeps all. `wiring` says what is connected to what; None is straight: contact and pixel
        lie at the cell of their number. Raises SettingError for negative values.
        """
        if marbles_each < 0 or (frames_kept or 0) < 0:
            raise SettingError(f"marbles_each={marbles_each} and frames_kept={frames_kept} must be 0 or more")
        self._agenda = Agenda(now)
        bounce_ms = checks.duration(bounce_ms, "bounce")
        wiring = Wiring() if wiring is None else wiring
        contacts = Contacts(self._agenda, seed=seed, polarity=polarity, bounce_ms=bounce_ms, wiring=wiring)
        strip = Strip(frames_kept)
        self.cable = Cable(strip)
        self.hands = SimulatedHands(contacts, marbles_each)
        self.faults = Faults(contacts)
        self.sensors = SimulatedSensors(contacts, self.cable, polarity=polarity)
        self.lights = SimulatedLights(self._agenda, self.cable, strip, wiring)
        self.buttons = SimulatedButtons(self._agenda, self.cable)

    def next_change_ms(self) -> float | None:
        """Return the next instant after now at which a contact, a button or a rolling marble may change.

        Nothing changes before it unless somebody acts; None when nothing is planned.
        """
        return self._agenda.next_ms()

    def reopen(self) -> None:
        """Open closed devices again for a new program; marbles, strip and cable stay as they are."""
        for device in (self.sensors, self.lights, self.buttons):
            device.reopen()
