"""Ghosts of a contact matrix without diodes: which closed contacts of a reading are not to be believed.

Without diodes current finds its way from row to column over any chain of closed contacts, so three closed
corners of a rectangle make the fourth read as closed too. What is certain can be told from the reading alone.
"""

from collections.abc import Callable, Sequence
from typing import Final

from hardware.cells import cells_in
from hardware.gpio.wiring import SIDE, STRAIGHT

_ROW: Final = (1 << SIDE) - 1


def ambiguous(closed: int) -> int:
    """Return the closed contacts that may be ghosts: those at a corner of a rectangle of closed contacts.

    `closed` and the result are masks of 49 contacts, contact 7 r + c where row r meets column c. Outside the
    result every contact is as the reading has it. Inside, any one may be open, so nothing is guessed.
    """
    rows = [closed >> SIDE * row & _ROW for row in range(SIDE)]
    mask = 0
    for row, columns in enumerate(rows):
        for other, other_columns in enumerate(rows):
            shared = columns & other_columns
            if other != row and shared & (shared - 1):  # two columns in common: a rectangle
                mask |= shared << SIDE * row
    return mask


def ambiguous_under(cells: Sequence[int]) -> Callable[[int], int]:
    """Return what tells, of a mask of closed cells, which of them may be ghosts.

    `cells` has the cell over each of the 49 contacts: rectangles are those of the matrix, wherever on the
    board its contacts lie.
    """
    if tuple(cells) == STRAIGHT:
        return ambiguous
    contacts = {cell: contact for contact, cell in enumerate(cells)}

    def doubtful(closed: int) -> int:
        seen = sum(1 << contacts[cell] for cell in cells_in(closed))
        return sum(1 << cells[contact] for contact in cells_in(ambiguous(seen)))

    return doubtful
