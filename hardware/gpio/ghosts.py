"""Ghosts of a contact matrix without diodes: which closed contacts of a reading are not to be believed.

Without diodes current finds its way from row to column over any chain of closed contacts, so three closed
corners of a rectangle make the fourth read as closed too. What is certain can be told from the reading alone.
"""

from typing import Final

from hardware.gpio.wiring import SIDE

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
