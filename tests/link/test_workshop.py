"""`momentum check` and `calibrate` work through a board on a USB cable, all in virtual time."""

from __future__ import annotations

import math
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, field

import pytest

from hardware.errors import DeviceLost
from hardware.protocols import BUTTON_NAMES, PIXELS
from momentum.rules import parse_cell
from momentum.table.sensing import SensingSettings
from momentum.workshop.calibration import Outcome, calibration
from momentum.workshop.check import Trying, table_findings
from momentum.workshop.contacts import Plan
from momentum.workshop.dialogue import Say, Want
from momentum.workshop.findings import State
from momentum.workshop.openers import Openers
from momentum.workshop.person import VirtualPerson
from momentum.workshop.runner import Desk, Workbench, converse
from tests.link.virtual import DRIVER_DEBOUNCE_MS, BridgedTable
from tests.workshop.clock import HandClock

SENSING = SensingSettings(debounce_ms=DRIVER_DEBOUNCE_MS)
E5 = parse_cell("e5")


@dataclass
class Workshop:
    """A board on a wire, and a person at its table."""

    meddle: Callable[[Workshop, Say], None] = lambda _, __: None
    clock: HandClock = field(default_factory=HandClock)

    def __post_init__(self) -> None:
        self.table = BridgedTable(self.clock)
        self.person = VirtualPerson(
            self.table.simulated, now=self.clock, sleep=self.clock.sleep, listen=self.listen
        )

    def listen(self, told: Say) -> None:
        """Let the test meddle."""
        self.meddle(self, told)

    def calibrate(self) -> Outcome:
        """Learn the board with a few marbles."""
        bench = Workbench(sensors=self.table.sensors, lights=self.table.lights, sensing=SENSING)
        plan = Plan(chain=tuple(range(PIXELS)), polarity=False, quick=True)
        return converse(calibration(plan), bench, self.person)

    def states(self, person: Desk, *, quick: bool = False) -> dict[str, State]:
        """Let a person check the whole table; return how each line came out."""
        how = Openers(
            owner=ExitStack,
            sensors=lambda: self.table.sensors,
            lights=lambda: self.table.lights,
            buttons=lambda: self.table.buttons,
            button_names=tuple(sorted(BUTTON_NAMES)),
        )
        found = table_findings(how, Workbench(sensing=SENSING), person, Trying(person=True, quick=quick))
        return {finding.name: finding.state for finding in found}


class Onlooker:
    """A person who looks at the lights for ten seconds before all is called well, and presses at once."""

    def __init__(self, workshop: Workshop) -> None:
        self._workshop = workshop
        self._answers_ms = math.inf

    def now(self) -> float:
        """Return the time."""
        return self._workshop.clock()

    def hear(self, decision: Say | Want) -> None:
        """Begin to look, or press."""
        if isinstance(decision, Want):
            self._answers_ms = self.now() + 10_000 if decision.look else math.inf
            if decision.press is not None:
                self._workshop.table.buttons.press(decision.press)

    def wait(self, ms: float) -> tuple[str, ...]:
        """Let time pass."""
        self._workshop.clock.sleep(ms)
        if self.now() < self._answers_ms:
            return ()
        self._answers_ms = math.inf
        return ("y",)


def test_a_board_is_calibrated_over_its_wire() -> None:
    outcome = Workshop().calibrate()
    assert outcome.fine
    assert outcome.table_map is not None
    assert outcome.table_map.cells == tuple(range(49))
    assert outcome.table_map.chain == tuple(range(PIXELS))


def test_a_board_s_contacts_and_buttons_are_checked_over_its_wire() -> None:
    workshop = Workshop()
    states = workshop.states(workshop.person)
    tried = ("resting contacts", "every contact", "every button")
    assert {states[name] for name in tried} == {State.OK}


def test_a_person_who_looks_at_the_lights_for_long_does_not_lose_the_board() -> None:
    workshop = Workshop()
    states = workshop.states(Onlooker(workshop), quick=True)
    assert states == {
        "resting contacts": State.OK,
        "every contact": State.COULD_NOT_TELL,
        "light colours": State.OK,
        "every light": State.OK,
        "every button": State.OK,
    }


def test_a_stuck_contact_of_a_board_is_found_over_its_wire() -> None:
    workshop = Workshop()
    workshop.table.faults.stuck(E5, closed=True)
    assert workshop.states(workshop.person)["resting contacts"] is State.NOT_OK


def test_a_cable_pulled_in_a_calibration_is_an_error_and_no_outcome() -> None:
    workshop = Workshop(meddle=lambda shop, _: shop.table.cable.unplug())
    with pytest.raises(DeviceLost):
        workshop.calibrate()
