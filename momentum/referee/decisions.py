"""What a referee decides: accepted drops, finished turns, results, phases, and the words to be said."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from momentum.referee.phases import Phase
from momentum.rules import Move, Player, Push, Result, Turn


class Announcement(StrEnum):
    """Everything that is said aloud and shown, by its name in scenarios."""

    TURN_FIRST = "turn_first"
    TURN_SECOND = "turn_second"
    SWAP = "swap"
    LAST_MARBLE_FIRST = "last_marble_first"
    LAST_MARBLE_SECOND = "last_marble_second"
    KNOCKED_OFF = "knocked_off"
    EXTRA = "extra"
    MISSING = "missing"
    TAKEN_BACK = "taken_back"
    REFUSED = "refused"
    FAULT = "fault"
    WIN_FIRST = "win_first"
    WIN_SECOND = "win_second"
    DRAW = "draw"

    @classmethod
    def turn(cls, player: Player) -> Announcement:
        """Return the words for whose turn it is."""
        return cls(f"turn_{player}")

    @classmethod
    def last_marble(cls, player: Player) -> Announcement:
        """Return the words for one marble left in this player's hand."""
        return cls(f"last_marble_{player}")

    @classmethod
    def result(cls, result: Result) -> Announcement:
        """Return the words for how the game ended."""
        return cls.DRAW if result.winner is None else cls(f"win_{result.winner}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """Something that is so from now on."""

    at_ms: float
    """The instant of the event that was decided on, in table milliseconds."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Said(Decision):
    """Words for the players."""

    what: Announcement
    """Which words."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PhaseEntered(Decision):
    """The table waits for something else now."""

    phase: Phase
    """What it waits for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DropAccepted(Decision):
    """A settled drop, with the pushes it asks for."""

    player: Player
    """Who dropped."""
    cell: int
    """Where."""
    pushes: tuple[Push, ...]
    """What momentum must move; empty when the turn is over at once."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnEnded(Decision):
    """A turn was completed and is in the record."""

    ply: int
    """Completed turns, this one included."""
    turn: Turn
    """The turn."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Undone(Decision):
    """A drop or a turn was taken out of the record."""

    ply: int
    """Completed turns that are left."""
    move: Move | None
    """What was taken back: a completed turn's move, or the drop whose pushes were not made yet."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameEnded(Decision):
    """The game has a result."""

    result: Result
    """Winner, or none, and why."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameStarted(Decision):
    """A new game began; the one before it, if any, stands as it was."""
