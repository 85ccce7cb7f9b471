"""The independent slow reference: the rules a second time, on a grid of coordinates, with dicts and no masks.

Written straight from the text of the rules and kept plain, for the tests, the soak and the benchmark to
compare the fast rules with. It shares nothing with `momentum.rules`: not a table, not a constant, not a type.
Cells are texts, players are "first" and "second".
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

Pushed = tuple[str, str | None, str]
"""A push: the cell it leaves, the cell it reaches or None when it leaves the board, whose marble it is."""
Grid = dict[tuple[int, int], str]
"""Whose marble lies at (column, row), each 1 to 7."""


def place_of(cell: str) -> tuple[int, int]:
    """Return the column and row, each 1 to 7, of a cell such as d4."""
    return "abcdefg".index(cell[0]) + 1, int(cell[1])


def name_of(place: tuple[int, int]) -> str:
    """Return the cell at a column and row."""
    column, row = place
    return "abcdefg"[column - 1] + str(row)


def on_board(place: tuple[int, int]) -> bool:
    """Return whether a column and row lie on the board."""
    column, row = place
    return 1 <= column <= 7 and 1 <= row <= 7


def opponent(player: str) -> str:
    """Return the other player."""
    return "second" if player == "first" else "first"


def drop(
    first: set[str], second: set[str], to_move: str, cell: str
) -> tuple[list[Pushed], set[str], set[str]]:
    """Return the pushes of a drop, and both players' cells after it; raise ValueError on a marble."""
    grid = grid_of(first, second)
    place = place_of(cell)
    if place in grid:
        raise ValueError(f"{cell} is occupied")
    pushes = pushes_from(grid, place)
    for origin, _, _ in pushes:
        del grid[place_of(origin)]
    for _, destination, owner in pushes:
        if destination is not None:
            grid[place_of(destination)] = owner
    grid[place] = to_move
    return pushes, cells_of(grid, "first"), cells_of(grid, "second")


def grid_of(first: Iterable[str], second: Iterable[str]) -> Grid:
    """Return both players' marbles on a grid."""
    grid = {place_of(cell): "first" for cell in first}
    grid.update({place_of(cell): "second" for cell in second})
    return grid


def cells_of(grid: Grid, player: str) -> set[str]:
    """Return the cells of one player's marbles."""
    return {name_of(place) for place, owner in grid.items() if owner == player}


def pushes_from(grid: Grid, place: tuple[int, int]) -> list[Pushed]:
    """Return the pushes of a marble dropped at a place, read from the grid before any push."""
    pushes: list[Pushed] = []
    for across in (-1, 0, 1):
        for up in (-1, 0, 1):
            line = line_from(grid, place, across, up) if across or up else []
            if line:
                column, row = line[-1]
                beyond = column + across, row + up
                destination = name_of(beyond) if on_board(beyond) else None
                pushes.append((name_of(line[-1]), destination, grid[line[-1]]))
    return pushes


def line_from(grid: Grid, place: tuple[int, int], across: int, up: int) -> list[tuple[int, int]]:
    """Return the unbroken line of marbles that begins beside a place, nearest first."""
    line = []
    column, row = place[0] + across, place[1] + up
    while (column, row) in grid:
        line.append((column, row))
        column, row = column + across, row + up
    return line


@dataclass(slots=True, kw_only=True)
class TwinGame:
    """A whole game by the slow rules; it changes as moves are played."""

    pie: bool = True
    """Whether the second player's first turn may be a swap."""
    rounds: int | None = 30
    """Completed rounds after which play stops, or None."""
    last_marble: str = "play_on"
    """`play_on`, `forced` or `guard`."""
    first: set[str] = field(default_factory=set)
    """Cells of the first player's marbles."""
    second: set[str] = field(default_factory=set)
    """Cells of the second player's marbles."""
    to_move: str = "first"
    """Whose turn it is."""
    ply: int = 0
    """Completed turns."""
    announcers: set[str] = field(default_factory=set)
    """Who announced a last marble and has not lost one of the seven since."""
    winner: str | None = None
    """`first`, `second` or `draw` when the game is over."""
    reason: str | None = None
    """`eight`, `last_marble` or `rounds` when the game is over."""

    def legal(self) -> set[str]:
        """Return the moves that may be played: cells, and `swap`."""
        if self.winner is not None:
            return set()
        cells = self._empty()
        if self.last_marble == "guard" and opponent(self.to_move) in self.announcers:
            knocking = {cell for cell in cells if self._knocks(cell)}
            if knocking:
                return knocking | {cell for cell in cells if self._completes(cell)}
        may_swap = self.pie and self.ply == 1 and self.to_move == "second"
        return cells | {"swap"} if may_swap else cells

    def play(self, move: str) -> list[Pushed]:
        """Play a move and return its pushes; raise ValueError when it may not be played."""
        if move not in self.legal():
            raise ValueError(f"{move} may not be played")
        pushes: list[Pushed] = []
        if move == "swap":
            self.first, self.second = set(), self.first
        else:
            pushes, self.first, self.second = drop(self.first, self.second, self.to_move, move)
        self._end_turn()
        return pushes

    def marbles(self, player: str) -> set[str]:
        """Return the cells of one player's marbles."""
        return self.first if player == "first" else self.second

    def _empty(self) -> set[str]:
        cells = {name_of((column, row)) for column in range(1, 8) for row in range(1, 8)}
        return cells - self.first - self.second

    def _knocks(self, cell: str) -> bool:
        pushes, _, _ = drop(self.first, self.second, self.to_move, cell)
        return any(to is None and owner != self.to_move for _, to, owner in pushes)

    def _completes(self, cell: str) -> bool:
        _, first, second = drop(self.first, self.second, self.to_move, cell)
        return len(first if self.to_move == "first" else second) == 8

    def _end_turn(self) -> None:
        """End the turn: eight wins; `forced`; the round limit; the announcement; the other side to move."""
        mover, other = self.to_move, opponent(self.to_move)
        duty = other in self.announcers
        self.announcers = {player for player in self.announcers if len(self.marbles(player)) == 7}
        self.ply += 1
        if len(self.marbles(mover)) == 8:
            self.winner, self.reason = mover, "eight"
        elif self.last_marble == "forced" and duty and other in self.announcers:
            self.winner, self.reason = other, "last_marble"
        elif self.rounds is not None and self.ply == 2 * self.rounds:
            self.winner, self.reason = self._leader(), "rounds"
        elif len(self.marbles(mover)) == 7:
            self.announcers.add(mover)
        self.to_move = other

    def _leader(self) -> str:
        lead = len(self.first) - len(self.second)
        if lead == 0:
            return "draw"
        return "first" if lead > 0 else "second"
