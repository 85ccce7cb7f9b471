"""What a scenario's lines do: hands, buttons and faults, and the expectations between them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from momentum.referee import Act as ArbiterAct
from momentum.referee import ArbiterActed
from momentum.rules import Player, cell_text

if TYPE_CHECKING:
    from momentum.scenario.stage import Stage


@dataclass(frozen=True, slots=True)
class Act:
    """Something that is done to a table."""

    def perform(self, stage: Stage) -> None:
        """Do it now."""


@dataclass(frozen=True, slots=True)
class Place(Act):
    """A hand puts a marble down."""

    cell: int
    owner: Player | None
    """Whose marble; None means the side to move."""

    def perform(self, stage: Stage) -> None:
        """Put the marble there."""
        owner = self.owner or stage.referee.game.to_move
        stage.table.hands.place(self.cell, south=owner is Player.SECOND)


@dataclass(frozen=True, slots=True)
class Lift(Act):
    """A hand takes a marble away."""

    cell: int

    def perform(self, stage: Stage) -> None:
        """Take it."""
        stage.table.hands.lift(self.cell)


@dataclass(frozen=True, slots=True)
class Slide(Act):
    """A marble travels from one cell to another."""

    cell: int
    to: int
    ms: float

    def perform(self, stage: Stage) -> None:
        """Set it rolling."""
        stage.table.hands.slide(self.cell, self.to, self.ms)


@dataclass(frozen=True, slots=True)
class Hold(Act):
    """A button is held."""

    name: str
    ms: float

    def perform(self, stage: Stage) -> None:
        """Press it, and let it go after `ms`."""
        stage.table.buttons.press(self.name, self.ms)


@dataclass(frozen=True, slots=True)
class Order(Act):
    """The arbiter does something."""

    act: ArbiterAct
    reason: str

    def perform(self, stage: Stage) -> None:
        """Let the referee take it now."""
        stage.loop.receive(ArbiterActed(at_ms=stage.now_ms, act=self.act, reason=self.reason))


@dataclass(frozen=True, slots=True)
class Bounce(Act):
    """Contact changes chatter from now on."""

    ms: float

    def perform(self, stage: Stage) -> None:
        """Let them."""
        stage.table.faults.bounce(self.ms)


@dataclass(frozen=True, slots=True)
class Blip(Act):
    """A contact closes with no marble there."""

    cell: int
    ms: float

    def perform(self, stage: Stage) -> None:
        """Close it for `ms`."""
        stage.table.faults.blip(self.cell, self.ms)


@dataclass(frozen=True, slots=True)
class Flicker(Act):
    """A contact opens and closes by itself."""

    cell: int
    hz: float | None
    """Cycles a second; None ends it."""

    def perform(self, stage: Stage) -> None:
        """Let it."""
        stage.table.faults.flicker(self.cell, self.hz)


@dataclass(frozen=True, slots=True)
class Stuck(Act):
    """A contact no longer follows its marble."""

    cell: int
    closed: bool | None
    """Stuck closed, stuck open, or None: free again."""

    def perform(self, stage: Stage) -> None:
        """Hold it."""
        stage.table.faults.stuck(self.cell, self.closed)


@dataclass(frozen=True, slots=True)
class Unplug(Act):
    """The sensor and light device is lost."""

    def perform(self, stage: Stage) -> None:
        """Pull the cable."""
        stage.table.cable.unplug()


@dataclass(frozen=True, slots=True)
class Plug(Act):
    """The sensor and light device is back."""

    def perform(self, stage: Stage) -> None:
        """Plug the cable in."""
        stage.table.cable.plug()


@dataclass(frozen=True, slots=True)
class Disk(Act):
    """The disk that the journal is on is full, or has room again."""

    full: bool
    """Which of the two."""

    def perform(self, stage: Stage) -> None:
        """Let it be so."""
        stage.fill_disk(full=self.full)


@dataclass(frozen=True, slots=True)
class Crash(Act):
    """The program dies without warning and starts again; the marbles stay as they are."""

    def perform(self, stage: Stage) -> None:
        """Kill it."""
        stage.crash()


@dataclass(frozen=True, slots=True)
class Wait(Act):
    """Nothing happens."""


class TableWalk:
    """Follows where a scenario's marbles lie, so that a hand that cannot be is found before anything runs."""

    def __init__(self) -> None:
        self._rests_at: dict[int, float] = {}

    def follow(self, at_ms: float, act: Act) -> str | None:
        """Take the next act, at its instant; return why it cannot be done, or None."""
        match act:
            case Place(cell=cell):
                why = self._no_room(cell)
                self._rests_at[cell] = at_ms
            case Lift(cell=cell):
                why = self._no_marble(cell)
                self._rests_at.pop(cell, None)
            case Slide(cell=cell, to=to, ms=ms):
                why = self._no_marble(cell) or self._rolls_still(cell, at_ms) or self._no_room(to)
                self._rests_at.pop(cell, None)
                self._rests_at[to] = at_ms + ms
            case _:
                why = None
        return why

    def _no_room(self, cell: int) -> str | None:
        if cell in self._rests_at:
            return f"{cell_text(cell)} holds a marble already; lift that one first, or name an empty cell"
        return None

    def _no_marble(self, cell: int) -> str | None:
        if cell not in self._rests_at:
            return f"no marble lies on {cell_text(cell)}; name a cell that holds one"
        return None

    def _rolls_still(self, cell: int, at_ms: float) -> str | None:
        left_ms = self._rests_at[cell] - at_ms
        if left_ms > 0:
            return f"the marble of {cell_text(cell)} still rolls for {left_ms:.0f} ms; let it rest first"
        return None
