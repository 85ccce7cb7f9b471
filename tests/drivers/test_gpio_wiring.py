"""Wirings that cannot work are refused in words; ghosts of a matrix without diodes are told exactly."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hardware.errors import SettingError
from hardware.gpio.ghosts import ambiguous
from hardware.gpio.mcp23017_grid import ExpanderWiring
from hardware.gpio.wiring import STRAIGHT, GridWiring
from hardware.protocols import CELLS
from tests.drivers.gpio_matrix import Matrix

ROWS = (5, 6, 13, 19, 26, 16, 20)
COLUMNS = (17, 27, 22, 23, 24, 25, 12)


def test_a_wiring_knows_poles_when_it_has_two_sets_of_columns() -> None:
    south = (18, 21, 0, 1, 4, 14, 15)
    assert not GridWiring(rows=ROWS, columns=COLUMNS).polarity
    assert GridWiring(rows=ROWS, columns=COLUMNS, south_columns=south).polarity
    assert GridWiring(rows=ROWS, columns=COLUMNS, south_columns=south).read_columns == COLUMNS + south


def test_every_pin_has_a_name_that_an_owner_understands() -> None:
    names = dict(GridWiring(rows=ROWS, columns=COLUMNS).names())
    assert (names[5], names[20], names[17], names[12]) == ("row 1", "row 7", "column a", "column g")


def test_a_pin_of_two_uses_is_refused_with_both() -> None:
    with pytest.raises(SettingError, match="GPIO17 is given to row 7 and to column a"):
        GridWiring(rows=(*ROWS[:6], 17), columns=COLUMNS)


def test_a_pin_that_the_header_does_not_carry_is_refused() -> None:
    with pytest.raises(SettingError, match="row 7 cannot be GPIO28"):
        GridWiring(rows=(*ROWS[:6], 28), columns=COLUMNS)


@pytest.mark.parametrize("pins", [(), ROWS[:6], (*ROWS, 2)])
def test_seven_rows_are_asked_for(pins: tuple[int, ...]) -> None:
    with pytest.raises(SettingError, match="rows must be 7 pins"):
        GridWiring(rows=pins, columns=COLUMNS)


@pytest.mark.parametrize("settle_us", [-1, 1001, float("nan")])
def test_an_impossible_settle_time_is_refused(settle_us: float) -> None:
    with pytest.raises(SettingError, match="settle_us must be 0 to 1000"):
        GridWiring(rows=ROWS, columns=COLUMNS, settle_us=settle_us)


def test_a_map_that_forgets_a_cell_is_refused_with_its_name() -> None:
    with pytest.raises(SettingError, match="49, and lacks g7"):
        GridWiring(rows=ROWS, columns=COLUMNS, cells=(*STRAIGHT[:48], 0))


def test_expanders_have_addresses_of_their_own() -> None:
    with pytest.raises(SettingError, match="0x20 to 0x27, not 0x48"):
        ExpanderWiring(address=0x48)
    with pytest.raises(SettingError, match="both expanders cannot have the address 0x21"):
        ExpanderWiring(address=0x21, south_address=0x21)


def test_three_corners_of_a_rectangle_make_all_four_ambiguous() -> None:
    a1, c1, a4, c4 = 1 << 0, 1 << 2, 1 << 21, 1 << 23
    lonely = 1 << 48
    matrix = Matrix(diodes=False)
    matrix.hold(a1 | c1 | a4 | lonely, 0)
    read = sum(matrix.selected_columns({row}, set()) << 7 * row for row in range(7))
    assert read == a1 | c1 | a4 | c4 | lonely
    assert ambiguous(read) == a1 | c1 | a4 | c4


def test_lines_and_staircases_are_certain() -> None:
    row, column = 0x7F << 14, sum(1 << 7 * place + 3 for place in range(7))
    diagonal = sum(1 << 8 * place for place in range(7))
    assert [ambiguous(row), ambiguous(column), ambiguous(diagonal)] == [0, 0, 0]


@settings(max_examples=100)
@given(st.sets(st.integers(0, CELLS - 1), max_size=16))
def test_what_is_not_ambiguous_is_certain_and_what_is_may_be_either(cells: set[int]) -> None:
    closed = sum(1 << cell for cell in cells)
    matrix = Matrix(diodes=False)
    matrix.hold(closed, 0)
    read = sum(matrix.selected_columns({row}, set()) << 7 * row for row in range(7))
    assert (read ^ closed) & ~ambiguous(read) == 0
    for cell in range(CELLS):
        if ambiguous(read) >> cell & 1:  # the very same reading comes without this contact
            matrix.hold(read & ~(1 << cell), 0)
            assert sum(matrix.selected_columns({row}, set()) << 7 * row for row in range(7)) == read
