"""What is irregular in a settled board, and whose act it was: a pure comparison, as far as contacts can tell.

Contacts see marbles, not hands. With sensors that know colours a marble too many is its owner's; else, while
pushes are due, the opponent's of the side that has dropped already. A marble that was moved before a drop
made its push due, one in a wrong place after a push, and one exchanged for another are the act of the side to
move. An arbiter who saw it otherwise has the last word.
"""

from __future__ import annotations

from momentum.referee.events import Seen
from momentum.referee.judge import PendingDrop
from momentum.referee.phases import BoardWrong, Finding, Phase, PushesLeft
from momentum.referee.tournament import Irregularity
from momentum.rules import Game, Player, Swap

Found = tuple[Player, Irregularity, int]
"""Whose act, what it was, and the mask of the cells where it shows."""


def irregular_act(
    phase: Phase, game: Game, pending: PendingDrop | None, finding: Finding, board: Seen
) -> Found | None:
    """Return the irregular act that a settled board shows; None for none, and for what nobody can tell."""
    if isinstance(finding, PushesLeft) and pending is not None:
        return _while_pushing(game, pending, finding, board)
    if isinstance(finding, BoardWrong) and phase in (Phase.DROP, Phase.CORRECT):
        return _while_waiting(game, finding, board)
    return None


def _while_pushing(game: Game, pending: PendingDrop, found: PushesLeft, board: Seen) -> Found | None:
    mover, wrong = game.to_move, found.extra & board.wrong_colour(pending.target)
    if wrong:
        return mover, Irregularity.WRONG_COLOUR, wrong
    if not found.extra:
        return None
    if board.occupied.bit_count() > game.position.occupied.bit_count() + 1:
        return _owner(board, found.extra) or mover.other, Irregularity.OUT_OF_TURN, found.extra
    return mover, Irregularity.WRONG_PUSH, found.extra


def _while_waiting(game: Game, found: BoardWrong, board: Seen) -> Found | None:
    mover, wrong = game.to_move, board.wrong_colour(game.position)
    swapping = game.may_swap or _was_swapped(game)
    if wrong and not swapping:
        return mover, Irregularity.WRONG_COLOUR, wrong
    others = found.missing & game.position.of(mover.other)
    if others and not swapping:
        return mover, Irregularity.TOUCHED, others
    one_new = not found.missing and found.extra.bit_count() == 1
    if one_new and _owner(board, found.extra) is mover.other:
        return mover.other, Irregularity.OUT_OF_TURN, found.extra
    return None


def _was_swapped(game: Game) -> bool:
    """Whether the turn before was a swap: by the button, its marble may be exchanged only now."""
    return bool(game.turns) and isinstance(game.turns[-1].move, Swap)


def _owner(board: Seen, cells: int) -> Player | None:
    """Return whose marbles lie there; None when contacts cannot tell, or they are both players'."""
    if board.second is None:
        return None
    seconds = board.second & cells
    if seconds not in (0, cells):
        return None
    return Player.SECOND if seconds else Player.FIRST
