"""Simulated marbles and the hands that move them: a tray, marbles at rest and marbles on their way."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from hardware.cells import cell_name
from hardware.errors import HandError
from hardware.simulator import checks
from hardware.simulator.agenda import Appointment
from hardware.simulator.contacts import Contacts
from hardware.simulator.rolling import SIDE, Roll, passages


@dataclass(frozen=True, slots=True, kw_only=True)
class Marble:
    """One marble on the board at one instant."""

    id: int
    """Its number, the same through the whole life of the table."""
    south: bool
    """Whether its south pole is up."""
    x: float
    """Its column, 0.0 at a to 6.0 at g."""
    y: float
    """Its row, 0.0 at row 1 to 6.0 at row 7."""
    cell: int | None
    """The cell it rests on, None while it rolls."""


class _Piece:
    """A marble as the hands know it; `cell` is where it rests or is rolling to."""

    __slots__ = ("cell", "id", "over", "plans", "roll", "south")

    def __init__(self, number: int, *, south: bool) -> None:
        self.id = number
        self.south = south
        self.cell = -1
        self.roll: Roll | None = None
        self.over: set[int] = set()
        self.plans: list[Appointment] = []

    def rest(self) -> None:
        """Stop rolling."""
        self.roll = None

    def seen(self, at_ms: float) -> Marble:
        """Return how it looks at this instant."""
        x, y = self.roll.place(at_ms) if self.roll else (float(self.cell % SIDE), float(self.cell // SIDE))
        return Marble(id=self.id, south=self.south, x=x, y=y, cell=None if self.roll else self.cell)


class SimulatedHands:
    """Hands that place, lift and slide the marbles of one table; each kind starts in its own tray."""

    def __init__(self, contacts: Contacts, marbles_each: int) -> None:
        self._contacts = contacts
        self._agenda = contacts.agenda
        self._board: dict[int, _Piece] = {}
        self._trays = {
            south: [
                _Piece(number + south * marbles_each, south=south) for number in reversed(range(marbles_each))
            ]
            for south in (False, True)
        }

    def place(self, cell: int, *, south: bool) -> None:
        """Put a marble of this kind from the tray on a cell; the one lifted last goes first.

        Raises HandError when the cell is taken or awaited by a rolling marble, or none of the kind is left.
        """
        now_ms = self._agenda.catch_up()
        self._need_room(cell, "place a marble on")
        if not self._trays[south]:
            pole = "south" if south else "north"
            raise HandError(
                f"cannot place a marble on {cell_name(cell)}: none with {pole} up is left in hand",
                kind="empty_tray",
            )
        piece = self._trays[south].pop()
        self._put(piece, cell)
        self._enter(piece, cell, now_ms)

    def lift(self, cell: int) -> None:
        """Take the marble resting on this cell, or rolling to it, back to its tray.

        Raises HandError when there is none.
        """
        now_ms = self._agenda.catch_up()
        piece = self._find(cell, "lift")
        for plan in piece.plans:
            plan.cancel()
        piece.rest()
        for closed in sorted(piece.over):
            self._leave(piece, closed, now_ms)
        self._trays[piece.south].append(self._board.pop(cell))

    def slide(self, cell: int, to: int, ms: float) -> None:
        """Send the marble resting on a cell straight to an empty one, where it arrives after `ms`.

        It closes every contact whose centre it comes nearer to than 0.4 cells and passes over marbles on its
        way. Raises HandError when no marble rests there or the target is taken or awaited by another,
        SettingError for a time that is negative or endless.
        """
        now_ms = self._agenda.catch_up()
        checks.duration(ms, "a slide")
        piece = self._find(cell, "slide")
        if piece.roll:
            why = f"cannot slide the marble of {cell_name(cell)}: it is still rolling there"
            raise HandError(why, kind="rolling", cell=cell)
        self._need_room(to, f"slide the marble of {cell_name(cell)} to")
        self._put(self._board.pop(cell), to)
        piece.roll = Roll(start=cell, to=to, from_ms=now_ms, ms=ms)
        self._plan(piece, piece.roll)

    def marbles(self) -> tuple[Marble, ...]:
        """Return the marbles on the board at this instant, by their numbers."""
        now_ms = self._agenda.catch_up()
        return tuple(
            sorted((piece.seen(now_ms) for piece in self._board.values()), key=lambda marble: marble.id)
        )

    def tray(self, south: bool) -> int:
        """Return how many marbles of this kind are off the board."""
        return len(self._trays[south])

    def _need_room(self, cell: int, act: str) -> None:
        piece = self._board.get(checks.cell(cell))
        if piece:
            why = "a marble is rolling there" if piece.roll else "it already holds a marble"
            kind = "rolling" if piece.roll else "occupied"
            raise HandError(f"cannot {act} {cell_name(cell)}: {why}", kind=kind, cell=cell)

    def _find(self, cell: int, act: str) -> _Piece:
        piece = self._board.get(checks.cell(cell))
        if piece is None:
            why = f"cannot {act} a marble from {cell_name(cell)}: there is none"
            raise HandError(why, kind="nothing", cell=cell)
        return piece

    def _put(self, piece: _Piece, cell: int) -> None:
        piece.cell = cell
        self._board[cell] = piece

    def _plan(self, piece: _Piece, roll: Roll) -> None:
        """Enter every closing and opening on the way, and the arrival, in the agenda."""
        steps: list[tuple[float, Callable[[float], None]]] = []
        for cell, enter, leave in passages(roll.start, roll.to):
            if cell != roll.start:
                steps.append((enter, partial(self._enter, piece, cell)))
            if cell != roll.to:
                steps.append((leave, partial(self._leave, piece, cell)))
        steps.append((1.0, lambda _: piece.rest()))
        piece.plans = [self._agenda.enter(roll.instant(way), act) for way, act in steps]

    def _enter(self, piece: _Piece, cell: int, at_ms: float) -> None:
        piece.over.add(cell)
        self._contacts.enter(cell, at_ms, piece.id, south=piece.south)

    def _leave(self, piece: _Piece, cell: int, at_ms: float) -> None:
        piece.over.remove(cell)
        self._contacts.leave(cell, at_ms, piece.id)
