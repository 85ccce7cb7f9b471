"""The matrix by lgpio's groups and by RPi.GPIO, over stand-ins; the kernel lab proves it on the real ones."""

from random import Random
from types import ModuleType
from typing import cast

import pytest

from hardware.errors import DeviceLost
from hardware.gpio.errors import PinBusyError
from hardware.gpio.ghosts import ambiguous
from hardware.gpio.lgpio_grid import LgpioLines
from hardware.gpio.matrix import MatrixSensors
from hardware.gpio.rpigpio_grid import RpiGpioLines
from hardware.gpio.wiring import GridWiring
from tests.drivers.contract import SensorsCableContract, SensorsContract
from tests.drivers.gpio_chip import Chip, LgpioStandIn, RpiGpioStandIn

ROWS = (5, 6, 13, 19, 26, 16, 20)
NORTH = (17, 27, 22, 23, 24, 25, 12)
SOUTH = (18, 21, 0, 1, 4, 14, 15)
LOW = GridWiring(rows=ROWS, columns=NORTH, settle_us=0)
HIGH = GridWiring(rows=ROWS, columns=NORTH, settle_us=0, active_low=False)
POLES = GridWiring(rows=ROWS, columns=NORTH, south_columns=SOUTH, settle_us=0)
WIRINGS = {"rows select by low": LOW, "rows select by high": HIGH, "two sets of columns": POLES}


def lines_of(backend: str, chip: Chip, wiring: GridWiring) -> LgpioLines | RpiGpioLines:
    """Open the lines of a backend over its stand-in."""
    if backend == "lgpio":
        return LgpioLines(cast("ModuleType", LgpioStandIn(chip)), 0, wiring)
    return RpiGpioLines(cast("ModuleType", RpiGpioStandIn(chip)), wiring)


class ChipRig:
    """A backend over the chip."""

    def __init__(self, backend: str, wiring: GridWiring) -> None:
        self.chip = Chip(wiring)
        lines = lines_of(backend, self.chip, wiring)
        self.sensors = MatrixSensors(lines, polarity=wiring.polarity, settle_us=0, cells=wiring.cells)

    def hold(self, closed: int, south: int) -> None:
        self.chip.matrix.hold(closed, south)

    def unplug(self) -> None:
        self.chip.lost = True

    def plug(self) -> None:
        self.chip.lost = False


@pytest.fixture(params=["lgpio", "rpigpio"])
def backend(request: pytest.FixtureRequest) -> str:
    """Give the name of each backend."""
    return str(request.param)


class TestMatrixOnAChip(SensorsContract, SensorsCableContract):
    """All that is asked of sensors."""

    @pytest.fixture(params=list(WIRINGS))
    def rig(self, request: pytest.FixtureRequest, backend: str) -> ChipRig:
        """Give each backend over each wiring."""
        return ChipRig(backend, WIRINGS[request.param])


@pytest.mark.parametrize("active_low", [True, False])
def test_without_diodes_rectangles_are_flagged_and_no_rows_are_shorted(
    backend: str, active_low: bool
) -> None:
    rig = ChipRig(
        backend, GridWiring(rows=ROWS, columns=NORTH, settle_us=0, diodes=False, active_low=active_low)
    )
    random = Random(3)
    ghosts = 0
    for _ in range(100):
        closed = sum(1 << cell for cell in random.sample(range(49), random.randint(1, 14)))
        rig.hold(closed, 0)
        read = rig.sensors.scan().closed
        ghosts += (read ^ closed).bit_count()
        assert (read ^ closed) & ~ambiguous(read) == 0
    assert ghosts > 50
    assert rig.chip.matrix.shorts == 0


def test_lgpio_lets_go_of_idle_rows_even_where_there_are_diodes() -> None:
    rig = ChipRig("lgpio", LOW)
    rig.sensors.scan()
    assert set(rig.chip.driven) == {ROWS[6]}


def test_close_gives_every_line_back_and_selects_none(backend: str) -> None:
    rig = ChipRig(backend, LOW)
    rig.sensors.scan()
    rig.sensors.close()
    assert rig.chip.owners == {}
    assert [line for line, level in rig.chip.driven.items() if level == 0] == []


@pytest.mark.parametrize(
    ("busy_backend", "told"),
    [
        ("lgpio", r"GPIO27 \(column b\): held by .*, as 'somebody' \(GPIO busy\)"),
        ("rpigpio", "RPi.GPIO cannot use.*busy"),
    ],
)
def test_a_busy_pin_is_told_and_the_others_are_let_go(busy_backend: str, told: str) -> None:
    chip = Chip(LOW)
    chip.owners = {NORTH[1]: "somebody"}
    with pytest.raises(PinBusyError, match=told):
        lines_of(busy_backend, chip, LOW)
    assert chip.owners.keys() <= {NORTH[1]}


def test_the_reason_of_a_loss_is_told(backend: str) -> None:
    rig = ChipRig(backend, LOW)
    rig.unplug()
    with pytest.raises(DeviceLost, match="the chip does not answer"):
        rig.sensors.scan()
