"""What a referee decides: accepted drops, finished turns, results, phases, and the words to be said."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from momentum.clock import Clock
from momentum.referee.acts import Act
from momentum.referee.phases import Phase
from momentum.referee.tournament import IrregularAct
from momentum.rules import Correction, Move, Player, Push, Result, Turn


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
    BOTH_LOSE = "both_lose"
    ARBITER = "arbiter"
    LOW_TIME_FIRST = "low_time_first"
    LOW_TIME_SECOND = "low_time_second"
    FLAG_FIRST = "flag_first"
    FLAG_SECOND = "flag_second"
    CONFIRM = "confirm"
    CONFIRMED_FIRST = "confirmed_first"
    CONFIRMED_SECOND = "confirmed_second"
    IRREGULAR_FIRST = "irregular_first"
    IRREGULAR_SECOND = "irregular_second"

    @classmethod
    def turn(cls, player: Player) -> Announcement:
        """Return the words for whose turn it is."""
        return cls(f"turn_{player}")

    @classmethod
    def last_marble(cls, player: Player) -> Announcement:
        """Return the words for one marble left in this player's hand."""
        return cls(f"last_marble_{player}")

    @classmethod
    def low_time(cls, player: Player) -> Announcement:
        """Return the words for a player's time running low."""
        return cls(f"low_time_{player}")

    @classmethod
    def flag(cls, player: Player) -> Announcement:
        """Return the words for a player's time being used up."""
        return cls(f"flag_{player}")

    @classmethod
    def confirmed(cls, player: Player) -> Announcement:
        """Return the words for a player's having confirmed."""
        return cls(f"confirmed_{player}")

    @classmethod
    def irregular(cls, player: Player) -> Announcement:
        """Return the words for a player's irregular act."""
        return cls(f"irregular_{player}")

    @classmethod
    def result(cls, result: Result) -> Announcement:
        """Return the words for how the game ended."""
        if result.both_lose:
            return cls.BOTH_LOSE
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


@dataclass(frozen=True, slots=True, kw_only=True)
class ActDone(Decision):
    """The arbiter's act was done; what follows from it stands after it."""

    number: int
    """Its number, counted from 1 in its game."""
    was: Act | None = None
    """What would set back what it set, where the game does not tell."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ActRefused(Decision):
    """The arbiter's act could not be done."""

    why: str
    """A sentence that says why, and what can be done."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ActUndone(Decision):
    """An earlier act of the arbiter does not stand any longer."""

    number: int
    """Its number."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Corrected(Decision):
    """The game goes on from what the arbiter set."""

    correction: Correction
    """Position, side to move and turns counted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnsTakenBack(Decision):
    """The arbiter took turns back."""

    turns: int
    """How many completed turns went out of the record."""
    ply: int
    """Completed turns that are left."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameReverted(Decision):
    """The game is again what it was before an act."""

    number: int
    """That act's number."""
    ply: int
    """Completed turns it has."""
    result: Result | None
    """The result it had then."""


@dataclass(frozen=True, slots=True, kw_only=True)
class IrregularSet(Decision):
    """The arbiter has set how many irregular acts of a player count."""

    player: Player
    """Whose."""
    count: int
    """How many."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ContactMarked(Decision):
    """A contact is to be relied on, or not."""

    cell: int
    """Which one."""
    good: bool
    """Whether it is relied on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Confirmed(Decision):
    """A player has confirmed the settings before the start, or the result after the end."""

    player: Player
    """Who."""
    result: bool
    """Whether it was the result."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Irregular(Decision):
    """An irregular act was completed, and counts."""

    act: IrregularAct
    """What it was, and whose."""


class ClockChange(StrEnum):
    """What became of the clocks."""

    START = "start"
    """The clock of the side to move began to run."""
    TURN = "turn"
    """A turn ended on the clock; the opponent's runs, unless they are stopped."""
    PAUSE = "pause"
    """Both stopped for a while."""
    RESUME = "resume"
    """The clock of the side to move runs again."""
    UNDO = "undo"
    """They stand again as they did when the turn that was undone began."""
    PERIOD = "period"
    """A player's next period began."""
    FLAG = "flag"
    """A flag has fallen."""
    STOP = "stop"
    """Both stopped: the game is over."""
    RULED = "ruled"
    """The arbiter has changed the game: the clock of the side that is to move now is the one that runs."""
    GIVEN = "given"
    """A player was given time for an irregular act of the opponent's."""
    READING = "reading"
    """Nothing: they are written down as they stand."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockChanged(Decision):
    """The clocks run otherwise now, or stand otherwise than their running would have made them."""

    what: ClockChange
    """What became of them."""
    clock: Clock
    """The clocks as they stand now."""
