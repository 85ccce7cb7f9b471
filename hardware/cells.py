"""Masks taken apart and cells named for messages; hardware knows cells by number only."""

from collections.abc import Iterator

from hardware.protocols import CELLS


def cells_in(mask: int) -> Iterator[int]:
    """Yield the cells of a mask in rising order."""
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest


def is_cell(cell: int) -> bool:
    """Tell whether this number is one of the 49 cells."""
    return 0 <= cell < CELLS


def cell_name(cell: int) -> str:
    """Return what a player calls this cell: 24 is d4. A number off the board stays a number."""
    return f"{'abcdefg'[cell % 7]}{cell // 7 + 1}" if is_cell(cell) else f"cell number {cell}"
