"""What every backend of the matrix must do on the real kernel, beside the contract of all sensors."""

from collections.abc import Iterator
from random import Random
from typing import Protocol

import pytest

from hardware.gpio.ghosts import ambiguous
from hardware.gpio.matrix import MatrixSensors
from hardware.gpio.wiring import GridWiring
from hardware.protocols import CELLS
from tests.drivers.contract import SensorsCableContract, SensorsContract
from tests.kernel.board import NORTH, ROWS, SOUTH, KernelBoard

WIRINGS = {
    "rows select by low": GridWiring(rows=ROWS, columns=NORTH),
    "rows select by high": GridWiring(rows=ROWS, columns=NORTH, active_low=False),
    "two sets of columns": GridWiring(rows=ROWS, columns=NORTH, south_columns=SOUTH),
}
EIO = 5


class Opens(Protocol):
    """A way to open the matrix."""

    def __call__(self, wiring: GridWiring) -> MatrixSensors:
        """Open it."""
        ...


class KernelRig:
    """A backend's sensors, and the kernel's side of them."""

    def __init__(self, board: KernelBoard, sensors: MatrixSensors) -> None:
        self.board = board
        self.sensors = sensors

    def hold(self, closed: int, south: int) -> None:
        """Close exactly these contacts."""
        self.board.hold(closed, south if self.sensors.polarity else 0)

    def unplug(self) -> None:
        """Make the chip fail."""
        self.board.trouble(EIO)

    def plug(self) -> None:
        """Make it well."""
        self.board.trouble(0)


class KernelMatrixContract(SensorsContract, SensorsCableContract):
    """The contracts of sensors, and 500 random boards, for a backend whose tests give a fixture `opens`."""

    @pytest.fixture(params=list(WIRINGS))
    def rig(self, request: pytest.FixtureRequest, board: KernelBoard, opens: Opens) -> Iterator[KernelRig]:
        """Open the backend over one way of wiring."""
        wiring = WIRINGS[request.param]
        board.wire(wiring)
        rig = KernelRig(board, opens(wiring))
        yield rig
        rig.plug()
        rig.sensors.close()

    def test_five_hundred_random_boards_read_exactly(self, board: KernelBoard, opens: Opens) -> None:
        random = Random(500)
        sensors = opens(GridWiring(rows=ROWS, columns=NORTH, south_columns=SOUTH))
        for _ in range(500):
            closed = random.getrandbits(CELLS)
            south = closed & random.getrandbits(CELLS)
            board.hold(closed, south)
            assert sensors.scan() == (closed, south)
        sensors.close()

    @pytest.mark.parametrize("active_low", [True, False])
    def test_without_diodes_rectangles_are_flagged_and_no_rows_are_shorted(
        self, board: KernelBoard, opens: Opens, active_low: bool
    ) -> None:
        wiring = GridWiring(rows=ROWS, columns=NORTH, diodes=False, active_low=active_low)
        board.wire(wiring)
        shorts = board.levels()["shorts"]
        sensors = opens(wiring)
        ghosts = sum(_ghosts(board, sensors, closed) for closed in _some_boards())
        sensors.close()
        assert ghosts > 50
        assert board.levels()["shorts"] == shorts


def _some_boards() -> Iterator[int]:
    random = Random(9)
    for _ in range(100):
        yield sum(1 << cell for cell in random.sample(range(CELLS), random.randint(1, 14)))


def _ghosts(board: KernelBoard, sensors: MatrixSensors, closed: int) -> int:
    """Count the contacts that read wrong, all of which must be flagged."""
    board.hold(closed, 0)
    read = sensors.scan().closed
    assert (read ^ closed) & ~ambiguous(read) == 0
    return (read ^ closed).bit_count()
