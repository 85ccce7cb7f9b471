"""What a board means: pure comparisons of a seen board with the accepted position and its drop."""

from __future__ import annotations

from dataclasses import dataclass

from momentum.referee.events import Seen
from momentum.referee.phases import (
    BoardRight,
    BoardWrong,
    DropFound,
    DropRefused,
    DropTakenBack,
    Finding,
    NextDropEarly,
    PushesDone,
    PushesLeft,
    SwapFound,
    SwapLifted,
)
from momentum.rules import Drop, Game, IllegalMove, Outcome, Player, Position, mask_of, resolve


@dataclass(frozen=True, slots=True, kw_only=True)
class PendingDrop:
    """A drop that was accepted and whose pushes are being made."""

    cell: int
    """Where the marble was dropped."""
    outcome: Outcome
    """Its pushes, and the position `T` after all of them."""

    @classmethod
    def of(cls, game: Game, cell: int) -> PendingDrop:
        """Work out what the side to move owes after a drop at `cell`."""
        return cls(cell=cell, outcome=resolve(game.position, game.to_move, cell))

    @property
    def target(self) -> Position:
        """The position that ends the turn."""
        return self.outcome.after

    def hidden_by(self, faults: int) -> bool:
        """Whether a push goes between unhealthy contacts alone, so that nobody can see if it is done."""
        ways = ((push.origin, push.destination) for push in self.outcome.pushes)
        return any(not mask_of(cell for cell in way if cell is not None) & ~faults for way in ways)


def judge_exactly(position: Position, seen: Seen) -> Finding:
    """Compare with a position to be laid out as it is (setup, restore): `BoardRight` or `BoardWrong`."""
    wrong = seen.wrong_colour(position)
    extra = (seen.occupied & ~position.occupied) | wrong
    missing = position.occupied & ~seen.occupied
    if extra or missing:
        return BoardWrong(extra=extra, missing=missing)
    return BoardRight()


def judge_waiting(game: Game, seen: Seen, *, swap_lifted: bool, left_over: int = 0) -> Finding:
    """Judge a board while a drop is awaited.

    `swap_lifted`: the last settled board lacked just the one marble that may be replaced. `left_over`: mask
    of cells where a marble may lie that was believed pushed away; it is no drop. Only whole boards count:
    which hand did what, and in which order, is not asked.
    """
    finding = judge_exactly(game.position, seen)
    if game.may_swap:
        finding = _judge_swap(game.position, seen, finding, swap_lifted=swap_lifted)
    if isinstance(finding, BoardWrong) and not finding.missing and finding.extra.bit_count() == 1:
        return finding if finding.extra & left_over else _judge_drop(game, seen, finding)
    return finding


def _judge_swap(position: Position, seen: Seen, finding: Finding, *, swap_lifted: bool) -> Finding:
    match finding:
        case BoardRight() if swap_lifted and seen.second is None:
            return SwapFound()
        case BoardWrong(extra=0, missing=missing) if missing == position.occupied:
            return SwapLifted()
        case BoardWrong(extra=extra, missing=0) if extra == seen.wrong_colour(position):
            return SwapFound()
    return finding


def _judge_drop(game: Game, seen: Seen, wrong: BoardWrong) -> Finding:
    if wrong.extra & game.position.occupied or not _colour_fits(seen, wrong.extra, game.to_move):
        return wrong
    cell = wrong.extra.bit_length() - 1
    try:
        game.check(Drop(cell))
    except IllegalMove:
        return DropRefused(cell=cell)
    return DropFound(cell=cell)


def _colour_fits(seen: Seen, new: int, mover: Player) -> bool:
    if seen.second is None:
        return True
    return bool(seen.second & new) is (mover is Player.SECOND)


def judge_pushing(
    game: Game,
    pending: PendingDrop,
    seen: Seen,
    *,
    faults: int,
    casual: bool,
    target_held: bool,
    left_over: int = 0,
) -> Finding:
    """Judge a board while pushes are being made, in any mix of done and undone.

    `faults` is the mask of contacts that read as expected. `target_held` says that the debounced board was
    the target long enough for a further marble to be the next drop. `left_over`: mask of cells where a marble
    that shows now may have lain all the time. While unhealthy contacts hide whether a push is done, no
    further marble is the next drop.
    """
    board = seen.trusting(pending.target, faults)
    if board.shows(pending.target):
        return PushesDone(cell=pending.cell)
    if casual and _is_taken_back(game.position, pending.cell, seen, faults):
        return DropTakenBack(cell=pending.cell)
    unsure = board.occupied & left_over or pending.hidden_by(faults)
    if target_held and not unsure and _is_next_drop(game, pending, board):
        return NextDropEarly(cell=pending.cell)
    return pushes_left(game, pending, board)


def _is_taken_back(before: Position, cell: int, seen: Seen, faults: int) -> bool:
    """Whether all is as before the drop at `cell`, which an unhealthy contact there cannot tell."""
    return not faults >> cell & 1 and seen.trusting(before, faults).shows(before)


def beyond_target(pending: PendingDrop, seen: Seen) -> int:
    """Return the mask of marbles that came on top of the target; 0 when it does not lie there whole.

    A marble where one was to leave the board is no new one: that push is not done, or its contact was open
    for a moment.
    """
    finding = judge_exactly(pending.target, seen)
    if not isinstance(finding, BoardWrong) or finding.missing or seen.wrong_colour(pending.target):
        return 0
    leaving = mask_of(push.origin for push in pending.outcome.pushes if push.destination is None)
    return 0 if finding.extra & leaving else finding.extra


def _is_next_drop(game: Game, pending: PendingDrop, seen: Seen) -> bool:
    new = beyond_target(pending, seen)
    return new.bit_count() == 1 and _colour_fits(seen, new, game.to_move.other)


def pushes_left(game: Game, pending: PendingDrop, seen: Seen) -> PushesLeft:
    """List what is still to be done, and what should not be as it is, between a drop and its target."""
    lift = off = destinations = origins = 0
    for push in pending.outcome.pushes:
        origins |= 1 << push.origin
        if push.destination is None:
            off |= 1 << push.origin
        else:
            lift |= 1 << push.origin
            destinations |= 1 << push.destination
    there = seen.occupied
    wrong = seen.wrong_colour(pending.target) | (seen.wrong_colour(game.position) & origins)
    expected = game.position.occupied | 1 << pending.cell
    return PushesLeft(
        lift=lift & there & ~wrong,
        off=off & there & ~wrong,
        place=destinations & ~there,
        extra=(there & ~(expected | destinations)) | wrong,
        missing=expected & ~origins & ~there,
    )
