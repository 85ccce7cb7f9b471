"""Where the marbles lie: two masks of cells."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from momentum.rules.cells import ALL, cells_text, checked, parse_cells
from momentum.rules.errors import BadCell, BadPosition
from momentum.rules.players import FIRST, SECOND, Player

MARBLES: Final = 8
"""Marbles each player owns."""


@dataclass(frozen=True, slots=True, repr=False)
class Position:
    """The marbles on the board; raises BadPosition when they cannot lie so."""

    first: int
    """Mask of the first player's marbles, at most eight."""
    second: int
    """Mask of the second player's marbles, at most eight, on other cells."""

    def __post_init__(self) -> None:
        if self.occupied & ~ALL:
            raise BadPosition(f"{self.first:#x}/{self.second:#x} has bits beyond cell 48: use 49-bit masks")
        if self.first & self.second:
            cells = cells_text(self.first & self.second)
            raise BadPosition(f"{self} has two marbles on {cells}: one a cell", "ruling.two", cells=cells)
        for player in Player:
            if self.count(player) > MARBLES:
                why = f"{self} has {self.count(player)} marbles of the {player} player: at most 8"
                raise BadPosition(why, "ruling.too_many", player=player)

    @classmethod
    def parse(cls, text: str) -> Position:
        """Return the position of a text such as `c4,g7/e4` (`-` for no marbles); raise BadPosition."""
        first, slash, second = text.partition("/")
        if not slash:
            raise BadPosition(f"{text!r} is no position: write first/second cells, such as c4,g7/e4 or -/-")
        try:
            return cls(parse_cells(first), parse_cells(second))
        except BadCell as error:
            raise BadPosition(f"{text!r} is no position: {error}") from error

    def __repr__(self) -> str:
        return f"Position.parse('{self}')"

    def __str__(self) -> str:
        return f"{cells_text(self.first)}/{cells_text(self.second)}"

    @property
    def occupied(self) -> int:
        """Mask of the cells with a marble of either player."""
        return self.first | self.second

    def of(self, player: Player) -> int:
        """Return the mask of one player's marbles."""
        return self.first if player is FIRST else self.second

    def count(self, player: Player) -> int:
        """Return how many of one player's marbles lie on the board, 0 to 8."""
        return self.of(player).bit_count()

    def hand(self, player: Player) -> int:
        """Return how many marbles one player holds, 0 to 8."""
        return MARBLES - self.count(player)

    def owner(self, cell: int) -> Player | None:
        """Return whose marble lies on a cell, or None when it is empty; raise BadCell."""
        bit = 1 << checked(cell)
        if self.first & bit:
            return FIRST
        return SECOND if self.second & bit else None


# The slots' own setters: a frozen dataclass refuses assignment, and its constructor validates.
_new: Final = object.__new__
_set_first: Final = Position.__dict__["first"].__set__
_set_second: Final = Position.__dict__["second"].__set__


def unchecked(first: int, second: int) -> Position:
    """Return a position known to be valid, such as the outcome of a drop: nothing is examined."""
    position = _new(Position)
    _set_first(position, first)
    _set_second(position, second)
    return position


EMPTY: Final = Position(0, 0)
"""The board before the first drop."""
