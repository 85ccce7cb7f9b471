"""Corrections: positions that an arbiter set, or let stand, between the turns of a game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from momentum.rules.errors import BadCorrection, RulesError
from momentum.rules.players import Player, parse_player
from momentum.rules.position import MARBLES, Position

MOST_PLIES: Final = 1998
"""The highest count of turns that may be set: both turns of as many rounds as a limit may have."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Correction:
    """Where a game goes on from; raises BadCorrection when nobody could play on from there."""

    after: int
    """How many of the game's turns were made before it."""
    position: Position
    """Where the marbles lie from here on."""
    to_move: Player
    """Whose turn it is."""
    ply: int
    """Completed turns that are counted here."""

    def __post_init__(self) -> None:
        if self.after < 0 or not 0 <= self.ply <= MOST_PLIES:
            why = f"{self.ply} turns cannot be counted: give 0 to {MOST_PLIES}"
            raise BadCorrection(why, "ruling.count", most=str(MOST_PLIES))
        for player in Player:
            if self.position.count(player) == MARBLES:
                raise BadCorrection(
                    f"all eight marbles of the {player} player lie on the board in {self.position}: "
                    "nobody plays on from there; declare a result instead",
                    "ruling.eight",
                    player=player,
                )

    def __str__(self) -> str:
        return f"{self.position} {self.to_move} {self.ply}"

    @classmethod
    def parse(cls, text: str, after: int) -> Correction:
        """Return the correction of a text such as `d4/e5 second 3`; raise BadCorrection."""
        words = text.split()
        if len(words) != 3 or not (words[2].isascii() and words[2].isdigit()) or len(words[2]) > 4:
            raise BadCorrection(
                f"{text!r} is no correction: write the position, the side to move and the turns counted, "
                "such as d4/e5 second 3"
            )
        try:
            position, to_move = Position.parse(words[0]), parse_player(words[1])
        except RulesError as error:
            raise BadCorrection(f"{text!r} is no correction: {error}") from error
        return cls(after=after, position=position, to_move=to_move, ply=int(words[2]))
