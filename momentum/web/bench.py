"""The bench: what the arbiter's page is told of the board beside the game, and of the acts so far; pure."""

from __future__ import annotations

from typing import Any

from momentum.referee import Seen, Snapshot
from momentum.referee.judge import judge_exactly, pushes_left
from momentum.referee.snapshot import Differences
from momentum.referee.standing import known_owners
from momentum.rules import cell_text, cells_in
from momentum.spoken.rulings import ruling


def bench_view(now: Snapshot, seen: Seen) -> dict[str, Any]:
    """Return what lies there with the owners that are known, what differs from the game, and the acts."""
    board = seen.trusting(now.game.position if now.pending is None else now.pending.target, now.fault)
    found, there = _difference(now, board), board.occupied
    first, second = known_owners(now.game, now.pending, there)
    if board.second is not None:
        first, second = (there & ~board.second) | (first & ~there), board.second | (second & ~there)
    return {
        "held": now.held,
        "acts": acts(now),
        "seen": _cells(there),
        "first": _cells(first),
        "second": _cells(second),
        "extra": _cells(found.extra),
        "missing": _cells(found.missing),
    }


def acts(now: Snapshot) -> list[dict[str, Any]]:
    """Return what the arbiter has done in this game, oldest first."""
    return [
        {
            "number": each.number,
            "act": str(each.act),
            "say": [sentence.as_json() for sentence in ruling(each.act)],
            "reason": each.reason,
            "undone_by": each.undone_by,
        }
        for each in now.acts
    ]


def _difference(now: Snapshot, board: Seen) -> Differences:
    """Return what lies there and should not, and the other way round; pushes to be made are neither."""
    if now.pending is None:
        return Differences.of(judge_exactly(now.game.position, board))
    return Differences.of(pushes_left(now.game, now.pending, board))


def _cells(mask: int) -> list[str]:
    return [cell_text(cell) for cell in cells_in(mask)]
