"""Checks that turn a value no table can take into a sentence."""

from math import isfinite

from hardware.cells import cell_name, is_cell
from hardware.errors import HandError, SettingError


def duration(ms: float, what: str) -> float:
    """Return a length of time, or raise SettingError when it is negative or not a finite number."""
    if not (isfinite(ms) and ms >= 0):
        raise SettingError(f"{what} cannot last {ms} ms; give 0 or more")
    return ms


def cell(number: int) -> int:
    """Return a cell, or raise HandError when it is not on the board."""
    if not is_cell(number):
        raise HandError(f"there is no {cell_name(number)}; cells are 0 (a1) to 48 (g7)")
    return number
