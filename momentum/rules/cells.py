"""The 49 cells of the board: numbers inside, `d4` outside, sets of them as 49-bit masks.

Cell 0 is a1, 6 is g1, 7 is a2, 48 is g7; bit i of a mask is cell i.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from momentum.rules.errors import BadCell

SIZE: Final = 7
"""Columns, and rows, of the board."""
CELLS: Final = SIZE * SIZE
"""Cells of the board."""
ALL: Final = (1 << CELLS) - 1
"""The mask of every cell."""
DIRECTIONS: Final = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))
"""Steps (columns to the right, rows up), clockwise from straight up as the first player sees the board."""

_TEXTS: Final = tuple(column + row for row in "1234567" for column in "abcdefg")
_NUMBERS: Final = {text: cell for cell, text in enumerate(_TEXTS)}


def neighbour(cell: int, direction: int) -> int | None:
    """Return the next cell in DIRECTIONS[direction], or None where the board ends."""
    row, column = divmod(cell, SIZE)
    column += DIRECTIONS[direction][0]
    row += DIRECTIONS[direction][1]
    return row * SIZE + column if 0 <= column < SIZE and 0 <= row < SIZE else None


def _ray(cell: int, direction: int) -> tuple[int, ...]:
    step = neighbour(cell, direction)
    return () if step is None else (step, *_ray(step, direction))


RAYS: Final = tuple(tuple(_ray(cell, way) for way in range(len(DIRECTIONS))) for cell in range(CELLS))
"""RAYS[cell][direction]: the cells from `cell` (left out) outward to the edge, nearest first."""


def cell_text(cell: int) -> str:
    """Return the name of a cell, such as d4 for 24; raise BadCell."""
    return _TEXTS[checked(cell)]


def parse_cell(text: str) -> int:
    """Return the number of the cell that `text` names; raise BadCell."""
    if text not in _NUMBERS:
        raise BadCell(f"{text!r} is no cell: cells are a1 to g7, letter first, such as d4")
    return _NUMBERS[text]


def checked(cell: int) -> int:
    """Return `cell` when it is one; raise BadCell."""
    if not 0 <= cell < CELLS:
        raise BadCell(f"{cell} is no cell: cells are numbered 0 (a1) to 48 (g7)")
    return cell


def mask_of(cells: Iterable[int]) -> int:
    """Return the mask of these cells, named in any order; raise BadCell."""
    mask = 0
    for cell in cells:
        mask |= 1 << checked(cell)
    return mask


def cells_in(mask: int) -> tuple[int, ...]:
    """Return the cells of a mask in the order of their numbers; raise BadCell for bits beyond the board."""
    if mask & ~ALL:
        raise BadCell(f"{mask:#x} is no mask of cells: bits 0 (a1) to 48 (g7) may be set")
    cells = []
    while mask:
        lowest = mask & -mask
        cells.append(lowest.bit_length() - 1)
        mask ^= lowest
    return tuple(cells)


def cells_text(mask: int) -> str:
    """Return a mask as text: `d4,e5` in the order of the cells' numbers, `-` for none; raise BadCell."""
    return ",".join(_TEXTS[cell] for cell in cells_in(mask)) or "-"


def parse_cells(text: str) -> int:
    """Return the mask of a text such as `d4,e5`, cells in any order, or `-` for none; raise BadCell."""
    if text == "-":
        return 0
    mask = 0
    for word in text.split(","):
        bit = 1 << _listed(word, text)
        if mask & bit:
            raise BadCell(f"{text!r} names {word} twice: name each cell once")
        mask |= bit
    return mask


def _listed(word: str, text: str) -> int:
    if word not in _NUMBERS:
        raise BadCell(f"{text!r} is no list of cells: write names such as d4,e5, or - for none")
    return _NUMBERS[word]
