"""What a referee writes down, to go on after its program died."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from momentum.clock import Clock
from momentum.referee.acts import DoneAct
from momentum.referee.settings import TableSettings
from momentum.referee.tournament import IrregularAct
from momentum.rules import Game, Player


class TurnClock(NamedTuple):
    """The clocks as a turn began, to which an undo returns."""

    ply: int
    """Completed turns by then."""
    clock: Clock
    """The clocks."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Saved:
    """What a referee needs to go on after its program died."""

    settings: TableSettings
    """What the game is played under."""
    game: Game
    """The accepted position with all its turns."""
    drop: int | None
    """The cell of an accepted drop whose pushes were being made."""
    swap_lifted: bool
    """Whether the marble that may be replaced was seen off the board."""
    started: bool
    """Whether the game had left its setup."""
    left_over: int = 0
    """Mask of the cells where a marble may still lie that an unhealthy contact had pushed away."""
    undoing: bool = False
    """Whether an earlier position was being laid out again: a marble too many there is no drop."""
    paused: bool = False
    """Whether somebody had paused the game."""
    held: bool = False
    """Whether that was the arbiter, who alone lets it go on."""
    distrusted: int = 0
    """Mask of the contacts that the arbiter has marked as bad."""
    acts: tuple[DoneAct, ...] = ()
    """What the arbiter has done in this game."""
    confirmed: tuple[Player, ...] = ()
    """Who has confirmed what both must confirm: the settings before the start, or the result."""
    announcing: Player | None = None
    """Whose last marble is still to be announced by its player."""
    irregular: tuple[IrregularAct, ...] = ()
    """The irregular acts in this game."""
    clock: Clock | None = None
    """The clocks; None in a game without, and before a game with clocks has begun."""
    turn_clocks: tuple[TurnClock, ...] = ()
    """The clocks as each turn began."""
