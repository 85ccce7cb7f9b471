"""The matrix by gpiozero's devices: every contract, with diodes and without, in either sense, with poles."""

from collections.abc import Iterator
from random import Random

import pytest

from hardware.errors import DeviceLost
from hardware.gpio.errors import PinBusyError
from hardware.gpio.ghosts import ambiguous
from hardware.gpio.gpiozero_grid import open_grid
from hardware.gpio.wiring import STRAIGHT, GridWiring
from tests.drivers.contract import FULL, SensorsCableContract, SensorsContract, random_boards, single_cells
from tests.drivers.gpio_mock import NORTH, ROWS, SOUTH, MockBoard

WIRINGS = {
    "rows select by low": GridWiring(rows=ROWS, columns=NORTH, settle_us=0),
    "rows select by high": GridWiring(rows=ROWS, columns=NORTH, settle_us=0, active_low=False),
    "two sets of columns": GridWiring(rows=ROWS, columns=NORTH, south_columns=SOUTH, settle_us=0),
}


class MockRig:
    """The driver over a board of mock pins."""

    def __init__(self, wiring: GridWiring) -> None:
        self.board = MockBoard(wiring)
        self.sensors = open_grid(wiring, self.board.factory)

    def hold(self, closed: int, south: int) -> None:
        self.board.hold(closed, south)

    def unplug(self) -> None:
        self.board.lost = True

    def plug(self) -> None:
        self.board.lost = False


class TestMatrixByGpiozero(SensorsContract, SensorsCableContract):
    """All that is asked of sensors."""

    @pytest.fixture(params=list(WIRINGS))
    def rig(self, request: pytest.FixtureRequest) -> Iterator[MockRig]:
        rig = MockRig(WIRINGS[request.param])
        yield rig
        rig.plug()


@pytest.mark.parametrize("active_low", [True, False])
def test_without_diodes_no_two_rows_are_ever_shorted(active_low: bool) -> None:
    rig = MockRig(GridWiring(rows=ROWS, columns=NORTH, settle_us=0, diodes=False, active_low=active_low))
    for closed, _ in random_boards():
        rig.hold(closed, 0)
        rig.sensors.scan()
    assert rig.board.matrix.shorts == 0


def test_driving_idle_rows_without_diodes_would_short_them() -> None:
    board = MockBoard(GridWiring(rows=ROWS, columns=NORTH, settle_us=0, diodes=False))
    sensors = open_grid(GridWiring(rows=ROWS, columns=NORTH, settle_us=0), board.factory)
    board.hold(0b1 | 0b1 << 7, 0)
    sensors.scan()
    assert board.matrix.shorts > 0


def test_without_diodes_every_single_contact_still_reads_as_itself() -> None:
    rig = MockRig(GridWiring(rows=ROWS, columns=NORTH, settle_us=0, diodes=False))
    for closed in single_cells():
        rig.hold(closed, 0)
        assert rig.sensors.scan() == (closed, 0)


def test_without_diodes_rectangles_are_flagged_and_all_else_reads_exactly() -> None:
    rig = MockRig(GridWiring(rows=ROWS, columns=NORTH, settle_us=0, diodes=False))
    random = Random(8)
    ghosts = 0
    for _ in range(300):
        closed = sum(1 << cell for cell in random.sample(range(49), random.randint(1, 14)))
        rig.hold(closed, 0)
        read = rig.sensors.scan().closed
        ghosts += (read ^ closed).bit_count()
        assert (read ^ closed) & ~ambiguous(read) == 0
    assert ghosts > 100


def test_contacts_read_as_the_cells_over_them() -> None:
    turned = tuple(reversed(STRAIGHT))
    rig = MockRig(GridWiring(rows=ROWS, columns=NORTH, settle_us=0, cells=turned))
    rig.hold(0b1011, 0)
    assert rig.sensors.scan().closed == 0b1101 << 45


def test_a_contact_closed_by_both_poles_at_once_counts_as_south() -> None:
    rig = MockRig(WIRINGS["two sets of columns"])
    rig.board.matrix.closed[0] = 0b1 | 0b1 << 7
    rig.board.settle()
    assert rig.sensors.scan() == (0b1, 0b1)


def test_the_settle_time_lies_between_each_selection_and_its_reading() -> None:
    rig = MockRig(GridWiring(rows=ROWS, columns=NORTH, settle_us=0))
    waits: list[float] = []
    rig.sensors._wait = waits.append
    rig.sensors._settle_s = 30e-6
    rig.sensors.scan()
    assert waits == [30e-6] * 7


def test_a_pin_that_another_device_holds_is_named_and_the_others_are_let_go() -> None:
    board = MockBoard()
    wiring = GridWiring(rows=ROWS, columns=NORTH)
    taken = open_grid(GridWiring(rows=SOUTH, columns=NORTH), board.factory)
    with pytest.raises(PinBusyError, match=r"GPIO17 \(column a\).*already in use"):
        open_grid(wiring, board.factory)
    taken.close()
    assert open_grid(wiring, board.factory).scan().closed in {0, FULL}


def test_the_reason_of_a_loss_is_told() -> None:
    rig = MockRig(WIRINGS["rows select by low"])
    rig.unplug()
    with pytest.raises(DeviceLost, match=r"contacts under the board cannot be read.*chip does not answer"):
        rig.sensors.scan()
    rig.plug()
