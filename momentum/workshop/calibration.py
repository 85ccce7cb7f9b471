"""Calibration: a talk in which a table's wiring is learnt; events in, decisions out, and a map at the end."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from momentum.rules import cells_in, mask_of
from momentum.workshop.contacts import ContactLearning, Plan
from momentum.workshop.dialogue import Conversation, Dialogue, Say, Talk, lit, say
from momentum.workshop.errors import TalkStopped
from momentum.workshop.faults import Fault, FaultKind
from momentum.workshop.grid import Description, best_fit, described
from momentum.workshop.lights import LightLearning
from momentum.workshop.table_map import TableMap

_NO_CONTACT = frozenset({FaultKind.DEAD, FaultKind.SHARED, FaultKind.BRIDGED, FaultKind.GHOST})


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What a calibration came to."""

    table_map: TableMap | None = None
    """The map, where everything needed for one was learnt."""
    wiring: Description | None = None
    """How the contacts' matrix lies, when it is regular."""
    faults: tuple[Fault, ...] = ()
    """What is wrong with the table; a map may be had in spite of some faults."""

    @property
    def fine(self) -> bool:
        """Whether there is a map, and nothing is wrong."""
        return self.table_map is not None and not self.faults


def calibration(plan: Plan) -> Conversation[Outcome]:
    """Return a calibration that is about to begin.

    It changes nothing itself: the outcome is the caller's to write down, or to drop.
    """
    dialogue = Dialogue(plan.patience_ms)
    return Conversation(dialogue, _calibrate(dialogue, plan))


def _calibrate(dialogue: Dialogue, plan: Plan) -> Talk[Outcome]:
    dialogue.tell(say("calibrate.intro"), say("calibrate.keys"))
    if plan.polarity:
        dialogue.tell(say("calibrate.first_marble"))
    try:
        outcome = yield from _learn(dialogue, plan)
    except TalkStopped as stopped:
        outcome = Outcome()
        dialogue.tell(say(str(stopped)))
    dialogue.tell(lit(()), *_summary(outcome))
    return outcome


def _learn(dialogue: Dialogue, plan: Plan) -> Talk[Outcome]:
    contacts = ContactLearning(dialogue, plan)
    yield from contacts.run()
    cells = contacts.cells
    if cells is None:
        return Outcome(faults=contacts.faults())
    lights = LightLearning(dialogue, cells, ring=plan.ring)
    if plan.lights:
        yield from lights.run()
    fit = best_fit(contacts.found)
    complete = lights.chain is not None or not plan.lights
    return Outcome(
        table_map=_drawn(contacts, cells, lights.chain) if complete else None,
        wiring=described(fit.matrix) if fit and not fit.misfits else None,
        faults=(*contacts.faults(), *lights.faults()),
    )


def _drawn(contacts: ContactLearning, cells: tuple[int, ...], chain: tuple[int, ...] | None) -> TableMap:
    return TableMap(
        cells=cells,
        chain=chain,
        poles_swapped=contacts.poles_swapped,
        dead=mask_of(f.cell for f in contacts.faults() if f.kind in _NO_CONTACT and f.cell is not None),
        stuck=mask_of(cells[contact] for contact in cells_in(contacts.stuck)),
    )


def _summary(outcome: Outcome) -> Iterator[Say]:
    if outcome.wiring is not None:
        yield say(f"calibrate.wiring.{outcome.wiring.turn}")
        if outcome.wiring.rows:
            yield say("calibrate.wiring.rows", lines=", ".join(str(row + 1) for row in outcome.wiring.rows))
        if outcome.wiring.columns:
            letters = ("abcdefg"[column] for column in outcome.wiring.columns)
            yield say("calibrate.wiring.columns", lines=", ".join(letters))
    elif outcome.table_map is not None:
        yield say("calibrate.wiring.irregular")
    if outcome.table_map is not None and outcome.table_map.poles_swapped:
        yield say("calibrate.wiring.poles")
    for fault in outcome.faults:
        yield fault.words()
    if outcome.table_map is None:
        yield say("calibrate.failed")
