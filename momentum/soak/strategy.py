"""Strategy: where a player drops, by the marbles on the table and, for some, by the lit hints."""

from __future__ import annotations

from enum import Enum
from random import Random

from momentum.rules import Drop, Game, Player, RuleSet, cells_in
from momentum.soak.hands import Lying


class Style(Enum):
    """How a player chooses."""

    RANDOM = "random"
    """Any cell that may be played."""
    SHARP = "sharp"
    """Win if you can, else knock if you must, else any cell."""
    LED = "led"
    """A cell that is lit as a hint, else any cell."""


def choose(rng: Random, style: Style, game: Game, *, hints: int, avoid: int) -> int | None:
    """Return a cell to drop on, not one of the mask `avoid` if that can be helped; None without a marble."""
    wanted = _wanted(style, game, hints)
    allowed = drops_of(game)
    for cells in (wanted & allowed & ~avoid, allowed & ~avoid, allowed):
        if cells:
            return rng.choice(cells_in(cells))
    return None


def drops_of(game: Game) -> int:
    """Return the mask of the cells that may be dropped on."""
    return sum(1 << move.cell for move in game.legal_moves() if isinstance(move, Drop))


def game_of(rules: RuleSet, marbles: Lying, mover: Player) -> Game:
    """Return the game that a player sees on the table: its marbles and whose turn it is."""
    return Game(rules=rules, position=marbles.position, to_move=mover)


def _wanted(style: Style, game: Game, hints: int) -> int:
    if style is Style.LED:
        return hints
    if style is Style.RANDOM:
        return 0
    winning = game.completing_cells()
    if winning or game.announced is not game.to_move.other:
        return winning
    return game.knocking_cells()
