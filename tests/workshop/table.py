"""Simulated tables of every wiring in hand-moved time, and a virtual person who calibrates them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from hardware.protocols import CELLS, PIXELS
from hardware.simulator import SimulatedTable, Wiring
from momentum.words import say
from momentum.workshop.calibration import Outcome, calibration
from momentum.workshop.contacts import Plan
from momentum.workshop.dialogue import Say, Want
from momentum.workshop.grid import Regular
from momentum.workshop.person import VirtualPerson
from momentum.workshop.runner import Workbench, converse
from tests.workshop.clock import HandClock

STRAIGHT_CHAIN = tuple(range(PIXELS))
BACK = tuple(reversed(range(7)))


def contacts_of(matrix: Regular, **others: int) -> tuple[int, ...]:
    """Return a matrix as the masks of a simulated wiring; `c3=mask` closes others at that cell."""
    masks = [1 << matrix.contact(cell) for cell in range(CELLS)]
    for name, mask in others.items():
        masks["abcdefg".index(name[0]) + 7 * (int(name[1]) - 1)] = mask
    return tuple(masks)


@dataclass
class Sitting:
    """One simulated table, the person at it, and what that person was told."""

    wiring: Wiring = field(default_factory=Wiring)
    polarity: bool = False
    waits: bool = False
    said: list[Say] = field(default_factory=list)
    interfere: Callable[[Sitting, Say], object] = lambda _, __: None
    slips: dict[int, int] = field(default_factory=dict)
    typed: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.clock = HandClock()
        self.waiting: list[str] = []
        self.table = SimulatedTable(self.clock, polarity=self.polarity, wiring=self.wiring)
        self.person = VirtualPerson(
            self.table, now=self.clock, sleep=self.sleep, listen=self.listen, waits=self.waits
        )

    def sleep(self, ms: float) -> None:
        """Let time pass at once."""
        self.clock.sleep(ms)

    def listen(self, told: Say) -> None:
        """Note what is said, make sure that there are words for it, and let the test meddle."""
        say("ko", told.key, **dict(told.values))
        self.said.append(told)
        self.interfere(self, told)

    def now(self) -> float:
        """Return the time."""
        return self.clock.at_ms

    def hear(self, decision: Say | Want) -> None:
        """Hand on to the person, who slips once where the test wants it."""
        if isinstance(decision, Want) and decision.cell in self.slips:
            decision = replace(decision, cell=self.slips.pop(decision.cell))
        self.person.hear(decision)

    def type(self, line: str) -> None:
        """Type a line."""
        self.typed.append(line)
        self.waiting.append(line)

    def wait(self, ms: float) -> tuple[str, ...]:
        """Hand on to the person."""
        lines, self.waiting = tuple(self.waiting), []
        return lines + self.person.wait(ms)

    def calibrate(
        self,
        *,
        quick: bool = False,
        lights: bool = True,
        ring: bool = True,
        chain: tuple[int, ...] = STRAIGHT_CHAIN,
    ) -> Outcome:
        """Learn this table; `chain` is what its config says of the lights."""
        plan = Plan(chain=chain, polarity=self.polarity, quick=quick, lights=lights, ring=ring)
        bench = Workbench(sensors=self.table.sensors, lights=self.table.lights if lights else None)
        return converse(calibration(plan), bench, self)

    def told(self) -> list[str]:
        """Return the keys of what was said."""
        return [told.key.removeprefix("calibrate.") for told in self.said]
