"""What a player may do in a turn: drop a marble, or swap under the pie rule."""

from __future__ import annotations

from dataclasses import dataclass

from momentum.rules.cells import cell_text, checked, parse_cell
from momentum.rules.errors import BadCell, BadMove


@dataclass(frozen=True, slots=True)
class Drop:
    """A marble from the hand onto a cell; raises BadCell when there is no such cell."""

    cell: int
    """Where it lands, 0 (a1) to 48 (g7)."""

    def __post_init__(self) -> None:
        checked(self.cell)

    def __str__(self) -> str:
        return cell_text(self.cell)


@dataclass(frozen=True, slots=True)
class Swap:
    """The second player's marble in place of the first one dropped: the whole turn, and nothing is pushed."""

    def __str__(self) -> str:
        return "swap"


Move = Drop | Swap


def parse_move(text: str) -> Move:
    """Return the move of a text: a cell such as `d4`, or `swap`; raise BadMove."""
    if text == "swap":
        return Swap()
    try:
        return Drop(parse_cell(text))
    except BadCell as error:
        raise BadMove(f"{text!r} is no move: write a cell from a1 to g7, such as d4, or swap") from error
