"""What the referee holds to be so at one instant, in the words that scenarios expect."""

from __future__ import annotations

from dataclasses import dataclass

from momentum.clock import Clock
from momentum.referee.acts import DoneAct
from momentum.referee.judge import PendingDrop
from momentum.referee.phases import BoardWrong, DropRefused, Finding, Phase, PushesLeft
from momentum.referee.settings import TableSettings
from momentum.referee.tournament import IrregularAct
from momentum.rules import Game, Player


@dataclass(frozen=True, slots=True, kw_only=True)
class Differences:
    """Masks of the cells where the board is not yet, or no longer, as it must be."""

    lift: int = 0
    """Marbles to be pushed one cell on that still stand there."""
    off: int = 0
    """Marbles to leave the board that still stand there."""
    place: int = 0
    """Where pushed marbles must arrive and have not."""
    extra: int = 0
    """Marbles that should not be there."""
    missing: int = 0
    """Marbles that should."""

    @classmethod
    def of(cls, finding: Finding) -> Differences:
        """Read them off a finding; one that is no difference has none."""
        match finding:
            case PushesLeft(lift=lift, off=off, place=place, extra=extra, missing=missing):
                return cls(lift=lift, off=off, place=place, extra=extra, missing=missing)
            case BoardWrong(extra=extra, missing=missing):
                return cls(extra=extra, missing=missing)
            case DropRefused(cell=cell):
                return cls(extra=1 << cell)
        return cls()


NO_DIFFERENCES = Differences()


@dataclass(frozen=True, slots=True, kw_only=True)
class Snapshot:
    """The whole truth of the table; what lights, pages, scenarios and records are made from."""

    phase: Phase
    """What the table waits for."""
    settings: TableSettings
    """What the game is played under."""
    game: Game
    """The accepted position with its turns; while pushes are being made, the position before that drop."""
    pending: PendingDrop | None
    """The accepted drop whose pushes are being made."""
    differences: Differences
    """What is to be done on the board, or put right."""
    hint: int
    """Mask of the cells the side to move is shown."""
    swap: int | None
    """The cell whose marble may be, or is being, replaced."""
    fault: int
    """Mask of the contacts that are not relied on."""
    device: str | None
    """Why the sensors and lights are gone; None while they are there."""
    held: bool = False
    """Whether the arbiter has paused the game, and alone lets it go on."""
    acts: tuple[DoneAct, ...] = ()
    """What the arbiter has done in this game, oldest first."""
    confirmed: tuple[Player, ...] = ()
    """Who has confirmed what both must confirm: the settings before the start, or the result."""
    announcing: Player | None = None
    """Whose last marble is still to be announced by its player."""
    irregular: tuple[IrregularAct, ...] = ()
    """The irregular acts in this game, oldest first."""
    clock: Clock | None = None
    """The clocks as they stood at the last event; None in a game without."""

    @property
    def unconfirmed(self) -> bool:
        """Whether a player has still to confirm the settings, or the result."""
        asked = self.settings.confirm and self.phase in (Phase.SETUP, Phase.OVER)
        return asked and len(self.confirmed) < len(Player)
