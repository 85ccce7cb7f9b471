"""Learning which light of the chain lies where: one is lit after the other, the person says where; pure."""

from __future__ import annotations

from collections.abc import Sequence

from momentum.rules import CELLS, BadCell, cell_text, parse_cell
from momentum.workshop.chain import (
    BOARD_PROBES,
    RING,
    RING_PROBES,
    board_chain,
    completed_board,
    completed_ring,
    ring_chain,
    steps_beside,
)
from momentum.workshop.dialogue import (
    Back,
    Closed,
    Dialogue,
    Nothing,
    Say,
    Talk,
    Typed,
    Want,
    in_turn,
    lit,
    say,
)
from momentum.workshop.errors import TalkStopped
from momentum.workshop.faults import Fault, FaultKind

Places = frozenset[int]
"""The pixels that a light may be: one, or the two ring steps beside a corner."""


class LightLearning:
    """What has been learnt of the chain so far. Lights are counted from 0; from 49 on they are the ring's."""

    def __init__(self, dialogue: Dialogue, cells: tuple[int, ...], *, ring: bool = True) -> None:
        """Begin; `cells` has the cell over each contact, `ring` tells whether there is a ring."""
        self.chain: tuple[int, ...] | None = None
        """The pixel of each light, once it is known."""
        self._dialogue = dialogue
        self._cells = cells
        self._has_ring = ring
        self._found: dict[int, Places] = {}
        self._faults: dict[int, Fault] = {}

    def faults(self) -> tuple[Fault, ...]:
        """Return all that is wrong, along the chain."""
        return tuple(self._faults[light] for light in sorted(self._faults))

    def run(self) -> Talk[None]:
        """Learn the board's lights, then the ring's; a few of each where the chain is regular.

        Raises `TalkStopped` when none of them lights up.
        """
        self._dialogue.tell(say("calibrate.lights"))
        board = yield from self._board()
        ring = (yield from self._ring()) if self._has_ring else tuple(range(1, RING + 1))
        if board is not None and ring is not None:
            self.chain = (*board, *(CELLS + step - 1 for step in ring))

    def _board(self) -> Talk[tuple[int, ...] | None]:
        yield from self._ask_all(BOARD_PROBES)
        if not self._board_found():
            raise TalkStopped("calibrate.no_lights")
        chain = board_chain(self._board_found()) if not self._faults else None
        if chain is None:
            self._dialogue.tell(say("calibrate.irregular_lights"))
            yield from self._ask_all([light for light in range(CELLS) if light not in BOARD_PROBES])
            chain = completed_board(self._board_found())
        return chain

    def _board_found(self) -> dict[int, int]:
        return {light: min(places) for light, places in self._found.items() if light < CELLS}

    def _ring(self) -> Talk[tuple[int, ...] | None]:
        self._dialogue.tell(say("calibrate.ring"))
        before = len(self._faults)
        yield from self._ask_all([CELLS + light for light in RING_PROBES])
        if not self._ring_found():
            raise TalkStopped("calibrate.no_ring")
        chain = ring_chain(self._ring_found()) if len(self._faults) == before else None
        if chain is None:
            self._dialogue.tell(say("calibrate.irregular_lights"))
            yield from self._ask_all([CELLS + light for light in range(RING) if light not in RING_PROBES])
            chain = completed_ring(self._ring_found())
        return chain

    def _ring_found(self) -> dict[int, frozenset[int]]:
        return {
            light - CELLS: frozenset(pixel - CELLS + 1 for pixel in places)
            for light, places in self._found.items()
            if light >= CELLS
        }

    def _ask_all(self, lights: Sequence[int]) -> Talk[None]:
        yield from in_turn(lights, self._ask, self._forget)

    def _forget(self, light: int) -> None:
        self._found.pop(light, None)
        self._faults.pop(light, None)

    def _ask(self, light: int, number: str) -> Talk[None]:
        """Light one, ask where it is, twice where the answer is odd, and keep the answer."""
        where = "calibrate.where" if light < CELLS else "calibrate.where_ring"
        self._dialogue.tell(say(where, number=number), lit([light]), Want())
        places, odd = yield from self._answer(light)
        if odd is not None:
            self._dialogue.tell(odd, Want())
            places, odd = yield from self._answer(light)
        if places and odd is None:
            self._found[light] = places
            self._dialogue.tell(say("calibrate.there", light=light + 1, where=_where(places)))
        else:
            kind = FaultKind.TWICE if places else FaultKind.DARK
            self._faults[light] = Fault(kind=kind, light=light)
            self._dialogue.tell(self._faults[light].words())

    def _answer(self, light: int) -> Talk[tuple[Places, Say | None]]:
        """Return where the light is said to be, and how to ask again where that is odd."""
        answer = yield from self._dialogue.answer()
        if isinstance(answer, Nothing):
            return frozenset(), say("calibrate.again.dark")
        if isinstance(answer, Closed):
            cells = [self._cells[contact] for contact in range(CELLS) if answer.contacts >> contact & 1]
            if len(cells) > 1:
                return frozenset(), say("calibrate.again.several")
            return self._judged(_around(cells[0], light))
        if isinstance(answer, Typed):
            return (yield from self._typed(light, answer.text))
        return (yield from self._answer(light))

    def _typed(self, light: int, text: str) -> Talk[tuple[Places, Say | None]]:
        if text == "":
            return frozenset(), None
        if text == "b":
            raise Back
        places = _named(text, light)
        if not places:
            self._dialogue.tell(say("calibrate.keys_lights"))
            return (yield from self._answer(light))
        return self._judged(places)

    def _judged(self, places: Places) -> tuple[Places, Say | None]:
        if not places:
            return places, say("calibrate.again.inside")
        taken = [other for other, at in self._found.items() if at <= places]
        if len(taken) >= len(places):
            return places, say("calibrate.again.twice", light=taken[0] + 1)
        return places, None


def _around(cell: int, light: int) -> Places:
    """Return what a marble on this cell says of a light: its cell, or the ring's steps beside it."""
    if light < CELLS:
        return frozenset({cell})
    return frozenset(CELLS + step - 1 for step in steps_beside(cell))


def _where(places: Places) -> str:
    """Return the name of a cell, or the numbers of ring steps."""
    return ", ".join(cell_text(at) if at < CELLS else str(at - CELLS + 1) for at in sorted(places))


def _named(text: str, light: int) -> Places:
    """Return what a typed name says of a light: a cell's, or a ring step's number; nothing for no name."""
    if light >= CELLS and text.isdecimal() and 1 <= int(text) <= RING:
        return frozenset({CELLS + int(text) - 1})
    try:
        return _around(parse_cell(text), light)
    except BadCell:
        return frozenset()
