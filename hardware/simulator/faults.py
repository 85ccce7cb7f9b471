"""What can be wrong with simulated contacts, set while the table runs."""

from hardware.errors import SettingError
from hardware.simulator import checks
from hardware.simulator.agenda import Appointment
from hardware.simulator.contacts import Contacts

FASTEST_HZ = 1000
"""The fastest flicker that is simulated; no switch of this size moves faster."""


class Faults:
    """Bounce, blips, flickering and stuck contacts. Each raises HandError for a cell not on the board."""

    def __init__(self, contacts: Contacts) -> None:
        self._contacts = contacts
        self._agenda = contacts.agenda
        self._flickers: dict[int, Appointment] = {}

    def bounce(self, ms: float) -> None:
        """Let each change of a contact from now on chatter for `ms`. Raises SettingError when negative."""
        self._agenda.catch_up()
        self._contacts.bounce_ms = checks.duration(ms, "bounce")

    def blip(self, cell: int, ms: float) -> None:
        """Close a contact for `ms` with no marble there. Raises SettingError when negative."""
        checks.duration(ms, "a blip")
        now_ms = self._agenda.catch_up()
        self._blip(checks.cell(cell), now_ms, 1)
        self._agenda.enter(now_ms + ms, lambda at_ms: self._blip(cell, at_ms, -1))

    def flicker(self, cell: int, hz: float | None) -> None:
        """Let a contact open and close by itself, `hz` full cycles a second; None ends it.

        It begins with the opposite of what its marble asks for. Raises SettingError for a rate that is not
        above 0 and at most 1000.
        """
        now_ms = self._agenda.catch_up()
        if hz is not None and not 0 < hz <= FASTEST_HZ:
            raise SettingError(
                f"a contact cannot flicker {hz} times a second; give more than 0, up to {FASTEST_HZ}"
            )
        if checks.cell(cell) in self._flickers:
            self._flickers.pop(cell).cancel()
        contact = self._contacts[cell]
        contact.flicker = None
        if hz is None:
            self._contacts.follow(cell, now_ms)
        else:
            contact.flicker = bool(contact.marbles)
            self._flip(cell, now_ms, 500 / hz)

    def stuck(self, cell: int, closed: bool | None) -> None:
        """Hold a contact closed (True) or open (False) whatever happens; None lets it go."""
        now_ms = self._agenda.catch_up()
        self._contacts[checks.cell(cell)].stuck = closed
        self._contacts.follow(cell, now_ms)

    def _blip(self, cell: int, at_ms: float, more: int) -> None:
        self._contacts[cell].blips += more
        self._contacts.follow(cell, at_ms)

    def _flip(self, cell: int, at_ms: float, half_ms: float) -> None:
        contact = self._contacts[cell]
        contact.flicker = not contact.flicker
        self._contacts.follow(cell, at_ms)
        self._flickers[cell] = self._agenda.enter(
            at_ms + half_ms, lambda then_ms: self._flip(cell, then_ms, half_ms)
        )
