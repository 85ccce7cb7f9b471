"""What the rules refuse: each error shows the input and says what is accepted."""

from __future__ import annotations

from momentum.errors import MomentumError


class RulesError(MomentumError):
    """Something the rules of the game, or their texts, do not allow."""


class BadCell(RulesError, ValueError):
    """A text or number that is no cell of the board, or a mask with bits beyond it."""


class BadPlayer(RulesError, ValueError):
    """A text that names neither player."""


class BadPosition(RulesError, ValueError):
    """Marbles that cannot lie so: two on one cell, or more than eight of one player."""


class BadMove(RulesError, ValueError):
    """A text that is neither a cell nor the swap."""


class BadCorrection(RulesError, ValueError):
    """A position, a turn or a count that no arbiter can set."""


class BadRuleSet(RulesError, ValueError):
    """A setting, or a text of settings, that no game can be played under."""


class IllegalMove(RulesError, ValueError):
    """A move that may not be played now."""


class OccupiedCell(IllegalMove):
    """A drop on a marble."""


class EmptyHand(IllegalMove):
    """A drop by a player whose eight marbles all lie on the board."""


class NoSwapNow(IllegalMove):
    """A swap anywhere but at the second player's first turn with the pie rule on."""


class MustKnock(IllegalMove):
    """A drop that knocks nothing off while the `guard` setting demands it."""


class GameIsOver(IllegalMove):
    """A move, or an end, after the game has ended."""


class NothingToUndo(RulesError, ValueError):
    """An undo before the first turn."""
