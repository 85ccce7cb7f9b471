"""The chain's way through board and ring: drawn examples, and every way a permutation."""

from itertools import product

import pytest

from hardware.errors import SettingError
from hardware.strip.order import CORNERS, Along, BoardPath, PixelOrder, RingPath

A1, G1, A7, G7 = CORNERS


def drawn(path: BoardPath) -> list[str]:
    """Return the board as a picture: the place of each cell in the chain, a7 top left."""
    place = {cell: number for number, cell in enumerate(path.cells())}
    return [" ".join(f"{place[7 * row + column]:2}" for column in range(7)) for row in reversed(range(7))]


def test_a_board_of_rows_all_running_the_same_way_is_the_frame_itself() -> None:
    assert BoardPath().cells() == tuple(range(49))


def test_a_serpentine_board_turns_at_the_end_of_each_row() -> None:
    assert drawn(BoardPath(serpentine=True)) == [
        "42 43 44 45 46 47 48",
        "41 40 39 38 37 36 35",
        "28 29 30 31 32 33 34",
        "27 26 25 24 23 22 21",
        "14 15 16 17 18 19 20",
        "13 12 11 10  9  8  7",
        " 0  1  2  3  4  5  6",
    ]


def test_a_board_may_be_wired_column_by_column_from_the_top_right() -> None:
    assert drawn(BoardPath(start=G7, along=Along.COLUMNS)) == [
        "42 35 28 21 14  7  0",
        "43 36 29 22 15  8  1",
        "44 37 30 23 16  9  2",
        "45 38 31 24 17 10  3",
        "46 39 32 25 18 11  4",
        "47 40 33 26 19 12  5",
        "48 41 34 27 20 13  6",
    ]


def test_a_serpentine_of_columns_from_the_top_left_goes_down_then_up() -> None:
    cells = BoardPath(start=A7, along=Along.COLUMNS, serpentine=True).cells()
    assert cells[:9] == (42, 35, 28, 21, 14, 7, 0, 1, 8)


def test_the_ring_may_start_anywhere_and_run_either_way() -> None:
    assert RingPath().steps() == tuple(range(1, 29))
    assert RingPath(start=27).steps()[:4] == (27, 28, 1, 2)
    assert RingPath(start=2, clockwise=False).steps()[:4] == (2, 1, 28, 27)


@pytest.mark.parametrize(
    ("start", "along", "serpentine", "clockwise"), list(product(CORNERS, Along, [True, False], [True, False]))
)
def test_every_way_passes_every_pixel_once(
    start: int, along: Along, serpentine: bool, clockwise: bool
) -> None:
    board = BoardPath(start=start, along=along, serpentine=serpentine)
    order = PixelOrder.of(board, RingPath(start=15, clockwise=clockwise))
    assert sorted(order.chain) == list(range(77))
    assert sorted(order.sources()) == list(range(231))


def test_the_ring_follows_the_board_in_the_chain() -> None:
    order = PixelOrder.of(BoardPath(), RingPath())
    assert order.chain == tuple(range(77))


def test_the_colours_of_a_light_follow_each_other_as_it_takes_them() -> None:
    assert PixelOrder(colours="GRB").sources()[:6] == (1, 0, 2, 4, 3, 5)
    assert PixelOrder(colours="BGR").sources()[:3] == (2, 1, 0)


def test_a_way_that_starts_inside_the_board_is_refused() -> None:
    with pytest.raises(SettingError, match=r"corner \(a1, g1, a7, g7\), not at 3"):
        BoardPath(start=3)


def test_a_ring_step_that_is_not_there_is_refused() -> None:
    with pytest.raises(SettingError, match="1 to 28, not at 29"):
        RingPath(start=29)


def test_a_chain_that_shows_a_pixel_twice_is_refused() -> None:
    with pytest.raises(SettingError, match="lacks pixels 76"):
        PixelOrder(chain=(*range(76), 0))


def test_colours_that_are_none_are_refused() -> None:
    with pytest.raises(SettingError, match="not 'RGBW'"):
        PixelOrder(colours="RGBW")
