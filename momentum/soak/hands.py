"""Hands: whatever is done to a table in a soak, in its virtual time, written down as scenario lines."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, NamedTuple

from momentum.rules import SIZE, Player, Position, cell_text

if TYPE_CHECKING:
    from hardware.simulator import Marble
    from momentum.scenario.stage import Stage

PRESS_MS = 100.0
"""How long a finger stays on a button."""


class Lying(NamedTuple):
    """Marbles as they lie on the table, by their owners."""

    first: int
    """Mask of the first player's."""
    second: int
    """Mask of the second player's."""

    @property
    def occupied(self) -> int:
        """Mask of the cells with a marble."""
        return self.first | self.second

    @property
    def position(self) -> Position:
        """The same as a position of the rules."""
        return Position(self.first, self.second)

    def owner(self, cell: int) -> Player | None:
        """Return whose marble lies on a cell, or None when it is empty."""
        if self.first >> cell & 1:
            return Player.FIRST
        return Player.SECOND if self.second >> cell & 1 else None

    def of(self, player: Player) -> int:
        """Return the mask of one player's marbles."""
        return self.first if player is Player.FIRST else self.second

    def without(self, cell: int) -> Lying:
        """Return the same marbles but for one cell."""
        return Lying(self.first & ~(1 << cell), self.second & ~(1 << cell))


def lying(marbles: Iterable[Marble], *, rolling: bool = False) -> Lying:
    """Return where marbles rest; with `rolling`, those on their way count for the nearest cell."""
    masks = [0, 0]
    for marble in marbles:
        cell = marble.cell
        if cell is None and rolling:
            cell = round(marble.x) + SIZE * round(marble.y)
        if cell is not None:
            masks[marble.south] |= 1 << cell
    return Lying(*masks)


class Hands:
    """All hands at one table, the faults of its contacts, and the time that passes between acts.

    `woken` is called when the table's program starts again or may find its device again.
    """

    def __init__(self, stage: Stage, woken: Callable[[], None]) -> None:
        self._stage = stage
        self._woken = woken
        self._table = stage.table
        self._later: list[tuple[float, Callable[[], None]]] = []
        self.lines: list[tuple[float, str]] = []
        """What was done, with its instant: steps of a scenario."""
        self._before: deque[tuple[float, Lying]] = deque(maxlen=8)

    @property
    def now_ms(self) -> float:
        """Table time."""
        return self._stage.now_ms

    # seeing

    def lying(self) -> Lying:
        """Return the marbles that rest on the board, as anybody sees them."""
        return lying(self._table.hands.marbles())

    def marble(self, cell: int) -> int | None:
        """Return the number of the marble that rests on a cell, or None."""
        return next((each.id for each in self._table.hands.marbles() if each.cell == cell), None)

    def lay_since(self, at_ms: float) -> list[Lying]:
        """Return how the marbles lie, and how they lay before each act since an instant.

        A rolling marble may be over the contact it is nearest to, or over none: both are told, in this order.
        """
        marbles = self._table.hands.marbles()
        before = [lay for acted_ms, lay in self._before if acted_ms >= at_ms]
        return [lying(marbles, rolling=True), lying(marbles), *before]

    def in_hand(self, player: Player) -> int:
        """Return how many marbles of a player are off the board."""
        return self._table.hands.tray(player is Player.SECOND)

    # time

    def wait(self, ms: float) -> None:
        """Let this much time pass."""
        self.wait_until(self.now_ms + ms)

    def wait_until(self, at_ms: float) -> None:
        """Let time pass up to an instant; what was put off until then is done on the way."""
        while self._later and self._later[0][0] <= at_ms:
            due_ms, act = self._later.pop(0)
            self._stage.run_until(due_ms)
            act()
        self._stage.run_until(at_ms)

    def after(self, ms: float, act: Callable[[], None]) -> None:
        """Put something off."""
        self._later.append((self.now_ms + ms, act))
        self._later.sort(key=lambda each: each[0])

    # marbles

    def place(self, cell: int, player: Player) -> None:
        """Put a player's marble down."""
        self._act(f"place {cell_text(cell)} {player}")
        self._table.hands.place(cell, south=player is Player.SECOND)

    def lift(self, cell: int) -> None:
        """Take a marble off the board."""
        self._act(f"lift {cell_text(cell)}")
        self._table.hands.lift(cell)

    def slide(self, cell: int, to: int, ms: float) -> None:
        """Push a marble to another cell, and wait until it is there."""
        self._act(f"slide {cell_text(cell)} {cell_text(to)} {ms:.0f}")
        self._table.hands.slide(cell, to, ms)
        self.wait(ms)

    # buttons

    def press(self, button: str, ms: float = PRESS_MS) -> None:
        """Press a button, and wait until the finger is off it and the table has noticed."""
        self.hold([button], ms)

    def hold(self, buttons: Iterable[str], ms: float) -> None:
        """Press buttons together, and wait until the fingers are off them and the table has noticed."""
        for button in buttons:
            self._note(f"hold {button} {ms:.0f}")
            self._table.buttons.press(button, ms)
        self.wait(ms + PRESS_MS)

    # the machine

    def bounce(self, ms: float) -> None:
        """Let contacts chatter for so long at each change."""
        self._note(f"bounce {ms:.0f}")
        self._table.faults.bounce(ms)

    def blip(self, cell: int, ms: float) -> None:
        """Let a contact close with no marble there."""
        self._note(f"blip {cell_text(cell)} {ms:.0f}")
        self._table.faults.blip(cell, ms)

    def flicker(self, cell: int, hz: float | None) -> None:
        """Let a contact open and close by itself; None ends it."""
        self._note(f"flicker {cell_text(cell)} {'off' if hz is None else f'{hz:.0f}'}")
        self._table.faults.flicker(cell, hz)

    def unplug(self) -> None:
        """Pull the table's cable."""
        self._note("unplug")
        self._table.cable.unplug()

    def plug(self) -> None:
        """Plug it in again."""
        self._note("plug")
        self._table.cable.plug()
        self._woken()

    def crash(self) -> None:
        """Kill the program and start it again."""
        self._note("crash")
        self._stage.crash()
        self._woken()

    def _act(self, text: str) -> None:
        self._note(text)
        self._before.append((self.now_ms, lying(self._table.hands.marbles(), rolling=True)))

    def _note(self, text: str) -> None:
        self.lines.append((self.now_ms, text))


def scenario_lines(lines: Iterable[tuple[float, str]], since_ms: float = 0.0) -> list[str]:
    """Return acts as lines of a scenario file, each with the milliseconds since the one before."""
    written = []
    for at_ms, text in lines:
        written.append(f"+{at_ms - since_ms:.0f} {text}")
        since_ms = at_ms
    return written
