"""The phases of a game at the table, the findings that move it between them, and the table that says how."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType

from momentum.referee.errors import TransitionError


class Phase(StrEnum):
    """What the table is waiting for."""

    SETUP = "setup"
    DROP = "drop"
    PUSH = "push"
    CORRECT = "correct"
    RESTORE = "restore"
    PAUSED = "paused"
    OVER = "over"


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """What a judged board, a button or a command amounts to."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardRight(Finding):
    """The accepted position lies there, nothing else."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Unconfirmed(Finding):
    """The board is right for a game to begin, and the players have not both confirmed its settings."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardWrong(Finding):
    """The board differs from the accepted position in a way that is no move."""

    extra: int
    """Mask of cells holding a marble that should not be there."""
    missing: int
    """Mask of cells lacking one that should."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DropFound(Finding):
    """Exactly one new marble lies there, and it may."""

    cell: int
    """Where it was dropped."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DropRefused(Finding):
    """One new marble lies there, and `guard` does not let it stand."""

    cell: int
    """Where it was dropped."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SwapLifted(Finding):
    """The one marble that may be replaced under the pie rule is off the board."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SwapFound(Finding):
    """The first player's marble was replaced."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PushesLeft(Finding):
    """The drop stands; pushes are still to be made, or something else is not in place."""

    lift: int
    """Mask of origins whose marble still stands there and goes one cell on."""
    off: int
    """Mask of origins whose marble still stands there and leaves the board."""
    place: int
    """Mask of destinations still empty."""
    extra: int
    """Mask of cells holding a marble that should not be there."""
    missing: int
    """Mask of cells lacking one that should."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PushesDone(Finding):
    """Everything lies where momentum takes it: the turn is over."""

    cell: int
    """Where that turn's marble was dropped."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NextDropEarly(Finding):
    """The pushes were seen done, and the next player has dropped before anything settled."""

    cell: int
    """Where that turn's marble was dropped."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DropTakenBack(Finding):
    """The marble of an unfinished turn is off again, and all is as before it."""

    cell: int
    """Where that turn's marble was dropped."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnOver(Finding):
    """A turn was completed and the other side is to move."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameOver(Finding):
    """The game has a result."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameRenewed(Finding):
    """A new game begins; it wants an empty board."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnUndone(Finding):
    """An earlier position is to be laid out again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameSet(Finding):
    """The arbiter has set where the game goes on from: that position is to be laid out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayStopped(Finding):
    """Somebody paused, or the device is gone: nothing is judged."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SetupResumed(Finding):
    """A pause during the setup ends."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WaitResumed(Finding):
    """A pause while waiting for a drop ends."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PushResumed(Finding):
    """A pause while pushes were being made ends."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RestoreResumed(Finding):
    """A pause while a position was being laid out again ends."""


Row = dict[type[Finding], Phase]

_ALWAYS: Row = {GameRenewed: Phase.SETUP, GameOver: Phase.OVER}
_RUNNING: Row = {**_ALWAYS, TurnUndone: Phase.RESTORE, GameSet: Phase.RESTORE, PlayStopped: Phase.PAUSED}
_WAITING: Row = {
    **_RUNNING,
    BoardRight: Phase.DROP,
    SwapLifted: Phase.DROP,
    DropFound: Phase.PUSH,
    DropRefused: Phase.CORRECT,
    BoardWrong: Phase.CORRECT,
    TurnOver: Phase.DROP,
}

TRANSITIONS: MappingProxyType[Phase, Row] = MappingProxyType(
    {
        Phase.SETUP: {
            **_RUNNING,
            BoardRight: Phase.DROP,
            Unconfirmed: Phase.SETUP,
            BoardWrong: Phase.SETUP,
        },
        Phase.DROP: _WAITING,
        Phase.CORRECT: _WAITING,
        Phase.PUSH: {
            **_RUNNING,
            PushesLeft: Phase.PUSH,
            DropTakenBack: Phase.DROP,
            TurnOver: Phase.DROP,
        },
        Phase.RESTORE: {**_WAITING, DropRefused: Phase.RESTORE, BoardWrong: Phase.RESTORE},
        Phase.PAUSED: {
            **_ALWAYS,
            GameSet: Phase.PAUSED,
            SetupResumed: Phase.SETUP,
            WaitResumed: Phase.DROP,
            PushResumed: Phase.PUSH,
            RestoreResumed: Phase.RESTORE,
        },
        Phase.OVER: {**_ALWAYS, TurnUndone: Phase.RESTORE, GameSet: Phase.RESTORE},
    }
)

RESUMES: MappingProxyType[Phase, Finding] = MappingProxyType(
    {
        Phase.SETUP: SetupResumed(),
        Phase.DROP: WaitResumed(),
        Phase.CORRECT: WaitResumed(),
        Phase.PUSH: PushResumed(),
        Phase.RESTORE: RestoreResumed(),
    }
)
"""The finding that ends a pause, by the phase it interrupted."""


def next_phase(phase: Phase, finding: Finding) -> Phase:
    """Return the phase after `finding`; raises `TransitionError` when the table has no such way."""
    try:
        return TRANSITIONS[phase][type(finding)]
    except KeyError:
        raise TransitionError(f"{type(finding).__name__} cannot happen in phase {phase}") from None
