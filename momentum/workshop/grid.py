"""How a matrix of contacts lies under the board: turned, mirrored, its lines in any order; pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from itertools import product

from momentum.rules import CELLS, SIZE, parse_cell

PROBES = tuple(map(parse_cell, ("a1", "g1", "g7", "a7", "b2", "c3", "d4", "e5", "f6")))
"""The four corners and the diagonal between two of them: every row and every column once, and which is which.

Whatever the order of the lines, these nine tell it, and the corners off the diagonal tell whether the matrix
is regular at all.
"""

_LINES = range(SIZE)


class Turn(StrEnum):
    """How a matrix lies, seen from above, against one whose rows are the board's rows from row 1 on."""

    STRAIGHT = "straight"
    TURNED_90 = "turned_90"
    TURNED_180 = "turned_180"
    TURNED_270 = "turned_270"
    LEFT_RIGHT = "left_right"
    NEAR_FAR = "near_far"
    RISING = "rising"
    FALLING = "falling"


_TURNS = {
    (False, False, False): Turn.STRAIGHT,
    (False, False, True): Turn.LEFT_RIGHT,
    (False, True, False): Turn.NEAR_FAR,
    (False, True, True): Turn.TURNED_180,
    (True, False, False): Turn.RISING,
    (True, False, True): Turn.TURNED_90,
    (True, True, False): Turn.TURNED_270,
    (True, True, True): Turn.FALLING,
}
"""By: crossed, rows the other way round, columns the other way round. Turns are clockwise; the mirrors
RISING and FALLING stand on the diagonals a1-g7 and a7-g1."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Regular:
    """A matrix whose lines are straight: contact 7 r + c lies where its row and its column cross."""

    crossed: bool = False
    """The matrix's rows run along the board's columns, and its columns along the board's rows."""
    rows: tuple[int, ...] = tuple(_LINES)
    """The matrix's row along each row of the board, or along each column when crossed."""
    columns: tuple[int, ...] = tuple(_LINES)
    """The matrix's column along each column of the board, or along each row when crossed."""

    def contact(self, cell: int) -> int:
        """Return the contact under a cell."""
        row, column = _places(cell, crossed=self.crossed)
        return SIZE * self.rows[row] + self.columns[column]

    def cells(self) -> tuple[int, ...]:
        """Return the cell over each contact."""
        over = {self.contact(cell): cell for cell in range(CELLS)}
        return tuple(over[contact] for contact in range(CELLS))


@dataclass(frozen=True, slots=True, kw_only=True)
class Fit:
    """The regular matrix that explains what was learnt best."""

    matrix: Regular
    """The matrix."""
    misfits: frozenset[int]
    """The learnt cells whose contact is another one than in that matrix."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Description:
    """A regular matrix as a person would say it."""

    turn: Turn
    """How the whole of it lies."""
    rows: tuple[int, ...]
    """The matrix's rows, from 0, that stand in another place than the turn alone would put them."""
    columns: tuple[int, ...]
    """Its columns likewise."""


def best_fit(learnt: Mapping[int, int]) -> Fit | None:
    """Return the regular matrix that fits most pairs of cell and contact; None when none stands out."""
    fits = [fit for crossed in (False, True) if (fit := _fit(learnt, crossed=crossed))]
    fits.sort(key=lambda fit: len(fit.misfits))
    if not fits or (len(fits) == 2 and len(fits[0].misfits) == len(fits[1].misfits)):
        return None
    return fits[0]


def _fit(learnt: Mapping[int, int], *, crossed: bool) -> Fit | None:
    places = {cell: _places(cell, crossed=crossed) for cell in learnt}
    rows = _order((places[cell][0], contact // SIZE) for cell, contact in learnt.items())
    columns = _order((places[cell][1], contact % SIZE) for cell, contact in learnt.items())
    if rows is None or columns is None:
        return None
    matrix = Regular(crossed=crossed, rows=rows, columns=columns)
    return Fit(
        matrix=matrix, misfits=frozenset(cell for cell in learnt if matrix.contact(cell) != learnt[cell])
    )


def _places(cell: int, *, crossed: bool) -> tuple[int, int]:
    y, x = divmod(cell, SIZE)
    return (x, y) if crossed else (y, x)


def _order(seen: Iterable[tuple[int, int]]) -> tuple[int, ...] | None:
    """Return the line at each place, by the votes of the pairs of place and line; None with two unknown."""
    order: dict[int, int] = {}
    for (place, line), _ in Counter(seen).most_common():
        if place not in order and line not in order.values():
            order[place] = line
    free = [place for place in _LINES if place not in order]
    if len(free) > 1:
        return None
    order.update((place, line) for place in free for line in _LINES if line not in order.values())
    return tuple(order[place] for place in _LINES)


def completed(learnt: Mapping[int, int]) -> tuple[int, ...] | None:
    """Return the cell over every contact, from pairs of cell and contact; None when that cannot be told.

    A cell without a contact gets the one that a regular matrix has there, if three quarters of the pairs are
    of that matrix, or the only one that is left.
    """
    under = dict(learnt)
    fit = best_fit(learnt)
    if fit is not None and 4 * len(fit.misfits) <= len(learnt):
        for cell in set(range(CELLS)) - under.keys():
            if fit.matrix.contact(cell) not in under.values():
                under[cell] = fit.matrix.contact(cell)
    lacking = set(range(CELLS)) - under.keys()
    if len(lacking) == 1:
        under[lacking.pop()] = (set(range(CELLS)) - set(under.values())).pop()
    over = {contact: cell for cell, contact in under.items()}
    return tuple(over[contact] for contact in range(CELLS)) if len(over) == CELLS else None


def described(matrix: Regular) -> Description:
    """Return the words' worth of a matrix: the turn with the fewest lines out of place."""
    found = (_against(matrix, *ways) for ways in product((False, True), repeat=2))
    return min(found, key=lambda words: len(words.rows) + len(words.columns))


def _against(matrix: Regular, rows_back: bool, columns_back: bool) -> Description:
    return Description(
        turn=_TURNS[matrix.crossed, rows_back, columns_back],
        rows=_moved(matrix.rows, back=rows_back),
        columns=_moved(matrix.columns, back=columns_back),
    )


def _moved(order: tuple[int, ...], *, back: bool) -> tuple[int, ...]:
    expected = tuple(reversed(_LINES)) if back else tuple(_LINES)
    return tuple(sorted(line for line, other in zip(order, expected, strict=True) if line != other))


def ghosts_among(fresh: int, closed: int) -> int:
    """Return those of the `fresh` contacts that three other closed ones may close for want of diodes.

    All are masks of contacts; `closed` has the fresh ones too.
    """
    return sum(
        1 << contact for contact in range(CELLS) if fresh >> contact & 1 and _is_corner(contact, closed)
    )


def _is_corner(contact: int, closed: int) -> bool:
    row, column = divmod(contact, SIZE)

    def is_closed(at_row: int, at_column: int) -> bool:
        return bool(closed >> SIZE * at_row + at_column & 1)

    return any(
        is_closed(row, side) and is_closed(end, column) and is_closed(end, side)
        for end in _LINES
        for side in _LINES
        if end != row and side != column
    )
