"""Masks taken apart and cells named."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.cells import cell_name, cells_in, is_cell
from hardware.protocols import CELLS


@pytest.mark.parametrize(
    ("cell", "name"), [(0, "a1"), (6, "g1"), (7, "a2"), (24, "d4"), (42, "a7"), (48, "g7")]
)
def test_cells_are_named_by_column_and_row(cell: int, name: str) -> None:
    assert is_cell(cell)
    assert cell_name(cell) == name


@pytest.mark.parametrize("number", [-1, 49, 1000])
def test_a_number_off_the_board_stays_a_number(number: int) -> None:
    assert not is_cell(number)
    assert cell_name(number) == f"cell number {number}"


@given(st.sets(st.integers(0, CELLS - 1)))
def test_a_mask_comes_apart_into_its_cells_in_rising_order(cells: set[int]) -> None:
    assert list(cells_in(sum(1 << cell for cell in cells))) == sorted(cells)
