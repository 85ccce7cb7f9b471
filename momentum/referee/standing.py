"""Standing: what lies on the board as a position, with owners as far as contacts can tell them; pure."""

from __future__ import annotations

from momentum.referee.errors import BadAct
from momentum.referee.events import Seen
from momentum.referee.judge import PendingDrop
from momentum.rules import Game, Player, Position, RulesError, cells_text


def known_owners(game: Game, pending: PendingDrop | None, there: int) -> tuple[int, int]:
    """Return masks of both players' marbles as they may lie: the accepted ones, the drop, what it pushed."""
    owned = {player: game.position.of(player) for player in Player}
    if pending is not None:
        owned[game.to_move] |= 1 << pending.cell
        for push in pending.outcome.pushes:
            arrived = 0 if push.destination is None else there & 1 << push.destination
            owned[push.owner] |= arrived
            if (arrived or push.destination is None) and not there >> push.origin & 1:
                owned[push.owner] &= ~(1 << push.origin)
    return owned[Player.FIRST], owned[Player.SECOND]


def standing(game: Game, pending: PendingDrop | None, seen: Seen, named: tuple[int, int]) -> Position:
    """Return the position that lies on the board.

    `named`: masks of marbles whose owners an arbiter names. A marble that nobody expects belongs to the
    player who lacks one, if only one does. Raises `BadAct` saying which marbles have to be named.
    """
    there = seen.occupied
    if (named[0] | named[1]) & ~there:
        cells = cells_text((named[0] | named[1]) & ~there)
        raise BadAct(f"no marble lies on {cells}: name cells with one", "ruling.no_marble", cells=cells)
    if seen.second is not None:
        return _position(there & ~seen.second, seen.second)
    first, second = known_owners(game, pending, there)
    lacking = first & ~there, second & ~there
    first, second = (first & there & ~named[1]) | named[0], (second & there & ~named[0]) | named[1]
    new = there & ~(first | second)
    if not new:
        return _position(first, second)
    if bool(lacking[0]) is bool(lacking[1]) or new.bit_count() > (lacking[0] | lacking[1]).bit_count():
        cells = cells_text(new)
        why = f"the contacts do not tell whose marble lies on {cells}: name its owner"
        raise BadAct(why, "ruling.whose", cells=cells)
    return _position(first | new, second) if lacking[0] else _position(first, second | new)


def _position(first: int, second: int) -> Position:
    try:
        return Position(first, second)
    except RulesError as error:
        raise BadAct(str(error), error.key, **error.values) from error
