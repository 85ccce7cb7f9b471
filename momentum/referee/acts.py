"""What an arbiter may do: frozen values, each with a text that `act_texts` reads back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from momentum.clock import time_text
from momentum.referee.errors import BadAct
from momentum.rules import Game, Player, Position, Reason, Result, cell_text, cells_text

LONGEST_REASON = 200
"""Characters of the longest reason that is written down."""
_OUTCOMES = ("first", "second", "draw", "neither")


@dataclass(frozen=True, slots=True)
class Act:
    """Something that an arbiter does; `str()` gives the text that `parse_act` reads."""

    changes_game: ClassVar[bool] = False
    """Whether the game is another one afterwards, so that undoing it leads back to the game before."""


@dataclass(frozen=True, slots=True)
class Pause(Act):
    """Nothing is judged until the arbiter lets the game go on; the players' button does not."""

    def __str__(self) -> str:
        return "pause"


@dataclass(frozen=True, slots=True)
class Resume(Act):
    """The game goes on after a pause."""

    def __str__(self) -> str:
        return "resume"


@dataclass(frozen=True, slots=True)
class SetPosition(Act):
    """The marbles are to lie so; the lights lead them there."""

    position: Position
    """Where they are to lie."""
    changes_game: ClassVar[bool] = True

    def __str__(self) -> str:
        return f"position {_cells_words(self.position.first, self.position.second)}"


@dataclass(frozen=True, slots=True)
class LetStand(Act):
    """The board as it lies is right from now on."""

    first: int = 0
    """Mask of the cells with marbles of the first player that the contacts cannot tell."""
    second: int = 0
    """The same for the second player."""
    changes_game: ClassVar[bool] = True

    def __str__(self) -> str:
        return f"stand {_cells_words(self.first, self.second)}" if self.first | self.second else "stand"


@dataclass(frozen=True, slots=True)
class SetTurn(Act):
    """It is this player's turn."""

    player: Player
    """Whose."""
    changes_game: ClassVar[bool] = True

    def __str__(self) -> str:
        return f"turn {self.player}"


@dataclass(frozen=True, slots=True)
class SetCounts(Act):
    """So many turns are counted as made; rounds, the ring and the round limit follow."""

    ply: int
    """How many turns, by both players together."""
    changes_game: ClassVar[bool] = True

    def __str__(self) -> str:
        return f"counts ply={self.ply}"


@dataclass(frozen=True, slots=True)
class TakeBack(Act):
    """The last turns are taken back; one whose pushes are being made is the first of them."""

    turns: int
    """How many."""
    changes_game: ClassVar[bool] = True

    def __str__(self) -> str:
        return f"take_back {self.turns}"


@dataclass(frozen=True, slots=True)
class Warn(Act):
    """A player is warned; it is written down."""

    player: Player
    """Who."""

    def __str__(self) -> str:
        return f"penalty {self.player} warning"


@dataclass(frozen=True, slots=True)
class Forfeit(Act):
    """A player, or both (None), lose the game as a penalty."""

    player: Player | None
    """Who loses; None when both do."""
    changes_game: ClassVar[bool] = True

    def __str__(self) -> str:
        return f"penalty {self.player or 'both'} loss"

    @property
    def result(self) -> Result:
        """How the game ends by it."""
        won = None if self.player is None else self.player.other
        return Result(won, Reason.ARBITER, both_lose=self.player is None)


@dataclass(frozen=True, slots=True)
class SetClock(Act):
    """The clocks show so much, in milliseconds; a flag that has fallen stands again."""

    first_ms: int | None = None
    """What the first player's shows; None leaves it."""
    second_ms: int | None = None
    """What the second player's shows; None leaves it."""

    @property
    def times(self) -> dict[Player, int]:
        """What each clock shows that is set, in milliseconds."""
        shown = ((Player.FIRST, self.first_ms), (Player.SECOND, self.second_ms))
        return {player: ms for player, ms in shown if ms is not None}

    def __str__(self) -> str:
        return " ".join(["clock", *(f"{player}={time_text(ms)}" for player, ms in self.times.items())])


@dataclass(frozen=True, slots=True)
class TimePenalty(Act):
    """A player is punished on the clock: with less time, or more for the opponent."""

    player: Player
    """Who is punished."""
    ms: int
    """How much time, in milliseconds."""
    to_opponent: bool
    """Whether the opponent gets it; else the player loses it."""

    def __str__(self) -> str:
        return f"penalty {self.player} {'opponent' if self.to_opponent else 'time'} {time_text(self.ms)}"

    @property
    def change(self) -> tuple[Player, int]:
        """Whose clock it changes, and by how many milliseconds."""
        return (self.player.other, self.ms) if self.to_opponent else (self.player, -self.ms)


@dataclass(frozen=True, slots=True)
class SetIrregular(Act):
    """So many irregular acts of a player are counted."""

    player: Player
    """Whose."""
    count: int
    """How many."""

    def __str__(self) -> str:
        return f"irregular {self.player} {self.count}"


@dataclass(frozen=True, slots=True)
class Declare(Act):
    """The game ends so, whatever result it had."""

    outcome: str
    """`first`, `second`, `draw`, or `neither` when both lose."""
    changes_game: ClassVar[bool] = True

    def __post_init__(self) -> None:
        if self.outcome not in _OUTCOMES:
            raise BadAct(f"a result is one of {', '.join(_OUTCOMES)}, not {self.outcome!r}")

    def __str__(self) -> str:
        return f"result {self.outcome}"

    @property
    def result(self) -> Result:
        """How the game ends by it."""
        won = Player(self.outcome) if self.outcome in tuple(Player) else None
        return Result(won, Reason.ARBITER, both_lose=self.outcome == "neither")


@dataclass(frozen=True, slots=True)
class Reopen(Act):
    """The result does not stand; the game goes on."""

    changes_game: ClassVar[bool] = True

    def __str__(self) -> str:
        return "reopen"


@dataclass(frozen=True, slots=True)
class SwapSides(Act):
    """What was the first player's is the second player's, and the other way round: marbles, turn, times."""

    changes_game: ClassVar[bool] = True

    def __str__(self) -> str:
        return "swap_sides"


@dataclass(frozen=True, slots=True)
class MarkContact(Act):
    """A contact is not relied on any more, or is again."""

    cell: int
    """Which one."""
    good: bool
    """Whether it is relied on."""

    def __str__(self) -> str:
        return f"contact {cell_text(self.cell)} {'good' if self.good else 'bad'}"


@dataclass(frozen=True, slots=True)
class PutAside(Act):
    """The game is over for now, and can go on another time; a new one under its settings begins."""

    def __str__(self) -> str:
        return "aside"


@dataclass(frozen=True, slots=True)
class GoOnUnrecorded(Act):
    """Play goes on although it cannot be written down; it is, once it can be again."""

    def __str__(self) -> str:
        return "unrecorded"


@dataclass(frozen=True, slots=True)
class Note(Act):
    """Nothing is changed: the reason is what is written down."""

    def __str__(self) -> str:
        return "note"


@dataclass(frozen=True, slots=True)
class Undo(Act):
    """An earlier act is undone."""

    number: int
    """Its number, counted from 1 in this game."""

    def __str__(self) -> str:
        return f"undo {self.number}"


@dataclass(frozen=True, slots=True, kw_only=True)
class DoneAct:
    """An act that was done."""

    number: int
    """Its number, counted from 1 in its game."""
    act: Act
    """What was done."""
    reason: str
    """Why."""
    before: Game
    """The game before it."""
    after: Game
    """The game after it."""
    was: Act | None = None
    """What would set back what it set, where the game does not tell; None for all other acts."""
    undone_by: int | None = None
    """The number of the act that undid it; None while it stands."""


def _cells_words(first: int, second: int) -> str:
    return f"first={cells_text(first)} second={cells_text(second)}"
