"""Simulated contacts: what each should read, and how it chatters before it does."""

from collections.abc import Callable
from enum import Enum
from random import Random

from hardware.protocols import CELLS, Scan
from hardware.simulator.agenda import Agenda, Appointment
from hardware.simulator.wiring import Wiring

SHORTEST_MS = 0.2
LONGEST_MS = 1.5
"""Lengths of the single closings and openings of a bouncing contact, in milliseconds."""


class Pole(Enum):
    """What a contact reads."""

    OPEN = "open"
    NORTH = "north"
    SOUTH = "south"


class Contact:
    """One contact: marbles over it, what is wrong with it, and its reading."""

    __slots__ = (
        "_agenda",
        "_before",
        "_next",
        "_random",
        "_report",
        "_steady_ms",
        "_target",
        "blips",
        "flicker",
        "marbles",
        "reading",
        "stuck",
    )

    marbles: dict[int, Pole]
    """The marbles within reach by number, the latest last; only the latest tells its pole."""
    stuck: bool | None
    """Closed or open whatever happens, or None."""
    flicker: bool | None
    """Closed or open by its own doing, or None."""
    blips: int
    """How many blips close it now."""
    reading: Pole
    """What a scan reads."""

    def __init__(self, agenda: Agenda, random: Random, report: Callable[[Pole], None]) -> None:
        self._agenda = agenda
        self._random = random
        self._report = report
        self._before = self._target = self.reading = Pole.OPEN
        self._next: Appointment | None = None
        self._steady_ms = 0.0
        self.marbles = {}
        self.stuck = self.flicker = None
        self.blips = 0

    def follow(self, at_ms: float, bounce_ms: float) -> None:
        """Read what is to be read from this instant on, after chattering when that is something new."""
        target = self._wanted()
        if target is self._target:
            return
        self._before, self._target = self._target, target
        self._steady_ms = at_ms + bounce_ms
        if self._next:
            self._next.cancel()
        self._turn(at_ms, target)

    def _wanted(self) -> Pole:
        if not self._is_closed():
            return Pole.OPEN
        return next(reversed(self.marbles.values()), Pole.NORTH)

    def _is_closed(self) -> bool:
        if self.stuck is not None:
            return self.stuck
        if self.flicker is not None:
            return self.flicker
        return bool(self.marbles or self.blips)

    def _turn(self, at_ms: float, pole: Pole) -> None:
        self.reading = pole
        self._report(pole)
        self._next = self._plan(at_ms)

    def _plan(self, at_ms: float) -> Appointment | None:
        """Plan the next turn between the old reading and the new; the last one ends in the new."""
        next_ms = at_ms + SHORTEST_MS + (LONGEST_MS - SHORTEST_MS) * self._random.random()
        if next_ms < self._steady_ms:
            other = self._before if self.reading is self._target else self._target
            return self._agenda.enter(next_ms, lambda then_ms: self._turn(then_ms, other))
        if self.reading is not self._target:
            return self._agenda.enter(self._steady_ms, lambda then_ms: self._turn(then_ms, self._target))
        return None


class Contacts:
    """All 49 contacts and the scan they make up."""

    __slots__ = ("_cells", "_contacts", "_polarity", "_wiring", "agenda", "bounce_ms", "scan")

    bounce_ms: float
    """How long each change chatters."""
    scan: Scan
    """What a scan reads, as far as the agenda was followed."""

    def __init__(
        self, agenda: Agenda, *, seed: int, polarity: bool, bounce_ms: float, wiring: Wiring
    ) -> None:
        self.agenda = agenda
        self.bounce_ms = bounce_ms
        self.scan = self._cells = Scan(0, 0)
        self._polarity = polarity
        self._wiring = wiring
        reporter = self._crosswise_reporter if wiring.crosswise else self._reporter
        self._contacts = tuple(
            Contact(agenda, Random(f"{seed}/{cell}"), reporter(cell)) for cell in range(CELLS)
        )

    def __getitem__(self, cell: int) -> Contact:
        return self._contacts[cell]

    def enter(self, cell: int, at_ms: float, marble: int, *, south: bool) -> None:
        """Bring a marble within the contact's reach."""
        south = self._polarity and south is not bool(self._wiring.upside_down >> cell & 1)
        self[cell].marbles[marble] = Pole.SOUTH if south else Pole.NORTH
        self.follow(cell, at_ms)

    def leave(self, cell: int, at_ms: float, marble: int) -> None:
        """Take a marble out of the contact's reach."""
        del self[cell].marbles[marble]
        self.follow(cell, at_ms)

    def follow(self, cell: int, at_ms: float) -> None:
        """Let the contact react to what was changed about it at this instant."""
        self[cell].follow(at_ms, self.bounce_ms)

    def _reporter(self, cell: int) -> Callable[[Pole], None]:
        """Return what takes the reading of a sensor whose contacts no other sensor can close."""
        bits = self._wiring.contacts[cell]

        def report(pole: Pole) -> None:
            self.scan = _changed(self.scan, bits, pole)

        return report

    def _crosswise_reporter(self, cell: int) -> Callable[[Pole], None]:
        def report(pole: Pole) -> None:
            self._cells = _changed(self._cells, 1 << cell, pole)
            self.scan = self._wiring.read(self._cells)

        return report


def _changed(scan: Scan, bits: int, pole: Pole) -> Scan:
    closed, south = scan.closed & ~bits, scan.south & ~bits
    return Scan(closed | bits * (pole is not Pole.OPEN), south | bits * (pole is Pole.SOUTH))
