"""Learning which contact lies under which cell: one marble, put on one cell after the other; pure."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from momentum.rules import CELLS, SIZE, cell_text, cells_in
from momentum.workshop.dialogue import (
    Back,
    Closed,
    Dialogue,
    Nothing,
    Talk,
    Typed,
    Want,
    in_turn,
    lit,
    say,
)
from momentum.workshop.errors import TalkStopped
from momentum.workshop.faults import Fault, FaultKind, contact_values
from momentum.workshop.grid import PROBES, Regular, best_fit, completed, ghosts_among

ALL_CONTACTS = (1 << CELLS) - 1

SNAKE = tuple(
    SIZE * row + column
    for row in range(SIZE)
    for column in (range(SIZE) if row % 2 == 0 else reversed(range(SIZE)))
)
_REST = tuple(cell for cell in SNAKE if cell not in PROBES)
_DIAGONAL = tuple(cell for cell in PROBES if cell // SIZE == cell % SIZE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What is to be learnt, and of which table."""

    chain: tuple[int, ...]
    """For each light, from the first outward, the pixel that it shows by the config."""
    polarity: bool = False
    """Whether contacts tell north from south."""
    quick: bool = False
    """Whether nine cells are enough, should the matrix prove regular."""
    lights: bool = True
    """Whether the table has lights."""
    ring: bool = True
    """Whether it has those of the ring."""
    patience_ms: float = 30_000.0
    """How long to wait for a marble before asking again."""


Doubt = Callable[[Closed], Fault | None]
"""What is odd about an answer, if anything is."""


class ContactLearning:
    """What has been learnt of the contacts so far."""

    def __init__(self, dialogue: Dialogue, plan: Plan) -> None:
        self.found: dict[int, int] = {}
        """The contact under each learnt cell."""
        self._dialogue = dialogue
        self._plan = plan
        self._faults: dict[int, Fault] = {}
        self._south: set[int] = set()
        self._south_faults: dict[int, Fault] = {}
        self._sure: set[int] = set()
        self._matrix: Regular | None = None
        self._closed_when_empty = 0

    @property
    def cells(self) -> tuple[int, ...] | None:
        """The cell over every contact; None while that cannot be told."""
        return completed(self.found)

    @property
    def poles_swapped(self) -> bool:
        """Whether most sensors took the first player's marble, north up, for the second player's."""
        return 2 * len(self._south) > len(self.found)

    @property
    def stuck(self) -> int:
        """Mask of the contacts that were closed all the time, or never rested."""
        return (self._closed_when_empty & ~self._dialogue.opened) | self._dialogue.restless

    def faults(self) -> tuple[Fault, ...]:
        """Return all that is wrong."""
        over = dict(enumerate(self.cells or ()))
        restless = self._dialogue.restless
        stuck = [
            Fault(
                kind=FaultKind.RESTLESS if restless >> contact & 1 else FaultKind.STUCK,
                cell=over.get(contact),
                contact=contact,
            )
            for contact in cells_in(self.stuck)
        ]
        told = {fault.cell for fault in stuck}
        others = [fault for cell, fault in sorted(self._faults.items()) if cell not in told]
        return (*stuck, *others, *self._turned_over(), *self._south_faults.values())

    def _turned_over(self) -> list[Fault]:
        odd = [cell for cell in sorted(self.found) if (cell in self._south) is not self.poles_swapped]
        return [Fault(kind=FaultKind.POLE, cell=cell) for cell in odd]

    def run(self) -> Talk[None]:
        """Learn all contacts, or nine of them. Raises `TalkStopped` when going on makes no sense."""
        yield from self._clear()
        yield from self._learn_all(PROBES)
        fit = best_fit(self.found)
        self._matrix = fit.matrix if fit and not fit.misfits else None
        if self._matrix is None or self._faults or not self._plan.quick:
            if self._plan.quick:
                self._dialogue.tell(say("calibrate.irregular"))
            yield from self._learn_all(_REST)
            yield from self._once_more()
        if self._plan.polarity:
            yield from self._learn_other_pole()

    def _clear(self) -> Talk[None]:
        """Wait until the board is empty; what stays closed is stuck."""
        dialogue = self._dialogue
        while not dialogue.settled:
            yield from dialogue.hear()
        if dialogue.closed:
            yield from dialogue.cleared()
        if dialogue.closed == ALL_CONTACTS:
            raise TalkStopped("calibrate.all_closed")
        self._closed_when_empty = dialogue.closed
        dialogue.opened = ALL_CONTACTS & ~dialogue.closed
        for contact in cells_in(dialogue.closed):
            dialogue.tell(say("calibrate.closed", **contact_values(contact)))

    def _learn_all(self, cells: Sequence[int]) -> Talk[None]:
        yield from in_turn(cells, self._learn_unless_stuck, self._forget)

    def _learn_unless_stuck(self, cell: int, number: str) -> Talk[None]:
        if not self._is_stuck(cell):
            yield from self._learn(cell, number)

    def _is_stuck(self, cell: int) -> bool:
        return self._matrix is not None and bool(self.stuck >> self._matrix.contact(cell) & 1)

    def _forget(self, cell: int) -> None:
        self.found.pop(cell, None)
        self._faults.pop(cell, None)
        self._south.discard(cell)

    def _once_more(self) -> Talk[None]:
        """Ask again for the cells that were not clear, or that do not fit the others."""
        fit = best_fit(self.found)
        misfits = fit.misfits if fit and 4 * len(fit.misfits) <= len(self.found) else frozenset()
        self._matrix = fit.matrix if fit and misfits == fit.misfits else None
        others = {fault.other for fault in self._faults.values() if fault.other is not None}
        unclear = others | self._faults.keys() | (misfits - self._sure)
        again = tuple(cell for cell in SNAKE if cell in unclear and not self._is_stuck(cell))
        if again:
            self._dialogue.tell(say("calibrate.once_more", cells=", ".join(map(cell_text, again))))
            for cell in again:
                self._forget(cell)
            yield from self._learn_all(again)

    def _learn(self, cell: int, number: str) -> Talk[None]:
        self._dialogue.tell(say("calibrate.put", number=number, cell=cell_text(cell)))
        answer, fault = yield from self._ask(Want(cell=cell), lambda closed: self._doubt(cell, closed))
        if fault is not None and fault.kind is not FaultKind.UNEXPECTED:
            self._faults[cell] = fault
            self._dialogue.tell(fault.words())
        elif isinstance(answer, Closed):
            contact = self.found[cell] = answer.contacts.bit_length() - 1
            self._dialogue.tell(say("calibrate.learnt", cell=cell_text(cell), **contact_values(contact)))
            self._sure |= {cell} if fault is not None else set()
            self._south |= {cell} if answer.south else set()

    def _doubt(self, cell: int, closed: Closed) -> Fault | None:
        if closed.contacts.bit_count() > 1:
            ghosts = ghosts_among(closed.contacts, self._dialogue.closed)
            return Fault(kind=FaultKind.GHOST if ghosts else FaultKind.BRIDGED, cell=cell)
        contact = closed.contacts.bit_length() - 1
        for other, taken in self.found.items():
            if taken == contact:
                return Fault(kind=FaultKind.SHARED, cell=cell, other=other)
        if self._matrix is not None and self._matrix.contact(cell) != contact:
            return Fault(kind=FaultKind.UNEXPECTED, cell=cell, other=self._matrix.cells()[contact])
        return None

    def _ask(self, want: Want, doubt: Doubt) -> Talk[tuple[Closed | Nothing, Fault | None]]:
        """Ask for the marble, twice where the answer is odd; return the answer, and what is odd about it."""
        dialogue = self._dialogue
        dialogue.tell(lit([self._plan.chain.index(want.cell or 0)]), want)
        answer, fault = yield from self._answer(want, doubt)
        if fault is not None and answer != Nothing(by_hand=True):
            dialogue.tell(fault.again(), want)
            answer, fault = yield from self._answer(want, doubt)
        return answer, fault

    def _answer(self, want: Want, doubt: Doubt) -> Talk[tuple[Closed | Nothing, Fault | None]]:
        while True:
            answer = yield from self._dialogue.answer()
            if isinstance(answer, Closed):
                return answer, doubt(answer)
            if isinstance(answer, Nothing):
                return answer, Fault(kind=FaultKind.DEAD, cell=want.cell)
            if isinstance(answer, Typed):
                if answer.text == "":
                    return Nothing(by_hand=True), Fault(kind=FaultKind.DEAD, cell=want.cell)
                if answer.text == "b":
                    raise Back
                self._dialogue.tell(say("calibrate.keys"))

    def _learn_other_pole(self) -> Talk[None]:
        """Ask for a marble of the second player on one cell of each line: its pole has wires of its own."""
        self._dialogue.tell(say("calibrate.other_marble"))
        cells = [cell for cell in _DIAGONAL if cell in self.found]
        yield from in_turn(cells, self._learn_south, lambda cell: self._south_faults.pop(cell, None))

    def _learn_south(self, cell: int, number: str) -> Talk[None]:
        def doubt(closed: Closed) -> Fault | None:
            same_place = closed.contacts == 1 << self.found[cell]
            other_pole = bool(closed.south) is not (cell in self._south)
            return None if same_place and other_pole else Fault(kind=FaultKind.SOUTH, cell=cell)

        self._dialogue.tell(say("calibrate.put", number=number, cell=cell_text(cell)))
        _, fault = yield from self._ask(Want(cell=cell, south=True), doubt)
        if fault is not None:
            self._south_faults[cell] = Fault(kind=FaultKind.SOUTH, cell=cell)
            self._dialogue.tell(self._south_faults[cell].words())
