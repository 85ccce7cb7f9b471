"""Intents: what the hands at a table mean by their acts; the truth that decisions are held against."""

from __future__ import annotations

from dataclasses import dataclass, field

from momentum.rules import Player, Result


@dataclass(slots=True, kw_only=True)
class Intents:
    """Written by the players, read by the audit; the referee knows nothing of it."""

    drops: dict[int, Player] = field(default_factory=dict)
    """Marbles that were put down as a move, by cell."""
    swap: bool = False
    """Whether the first marble is being, or was just, replaced."""
    swap_first: int | None = None
    """The cell of the first marble, when the button was pressed before it was replaced."""
    undo: bool = False
    """Whether the undo button was pressed."""
    renew: bool = False
    """Whether the new button was pressed."""
    shaky: int = 0
    """Mask of the cells whose contact flickers, or did until a moment ago: lights may follow it in vain."""
    ending: Result | None = None
    """How the players have ended the game by their buttons."""
