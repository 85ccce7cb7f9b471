"""The matrix behind MCP23017 expanders: the contract over chips modelled register by register."""

import sys
from types import ModuleType

import pytest

from hardware.errors import DeviceLost
from hardware.gpio.errors import MissingDeviceError, WrongMachineError
from hardware.gpio.mcp23017_grid import ExpanderWiring, open_grid
from tests.drivers.contract import SensorsCableContract, SensorsContract, random_boards
from tests.drivers.gpio_expander import GPPUA, IODIRA, IODIRB, ExpanderBus
from tests.drivers.gpio_matrix import Matrix

pytest.importorskip("adafruit_mcp230xx", reason="adafruit-circuitpython-mcp230xx is not installed")

WIRINGS = {
    "presence": ExpanderWiring(settle_us=0),
    "poles, on a second expander": ExpanderWiring(address=0x27, south_address=0x22, settle_us=0),
}


class ExpanderRig:
    """The driver over a modelled bus."""

    def __init__(self, wiring: ExpanderWiring, *, diodes: bool = True) -> None:
        self.matrix = Matrix(diodes=diodes, polarity=wiring.south_address is not None)
        self.bus = ExpanderBus(self.matrix, *wiring.addresses)
        self.sensors = open_grid(wiring, self.bus)

    def hold(self, closed: int, south: int) -> None:
        self.matrix.hold(closed, south)

    def unplug(self) -> None:
        self.bus.lost = True

    def plug(self) -> None:
        """Bring the expanders back as they start: without any settings."""
        self.bus.lost = False
        for expander in self.bus.expanders.values():
            expander.start()


class TestMatrixBehindExpanders(SensorsContract, SensorsCableContract):
    """All that is asked of sensors."""

    @pytest.fixture(params=list(WIRINGS))
    def rig(self, request: pytest.FixtureRequest) -> ExpanderRig:
        """Give the driver over one expander, or two."""
        return ExpanderRig(WIRINGS[request.param])


def test_a_loss_of_power_between_two_scans_is_made_good() -> None:
    rig = ExpanderRig(WIRINGS["poles, on a second expander"])
    for expander in rig.bus.expanders.values():
        rig.hold(0x1F, 0x3)
        expander.start()
        assert rig.sensors.scan() == (0x1F, 0x3)


def test_a_row_is_only_ever_driven_low_so_that_no_diodes_are_needed_against_shorts() -> None:
    rig = ExpanderRig(ExpanderWiring(settle_us=0), diodes=False)
    for closed, _ in random_boards():
        rig.hold(closed, 0)
        rig.sensors.scan()
    assert rig.matrix.shorts == 0


def test_lines_7_are_outputs_and_close_lets_every_row_go() -> None:
    rig = ExpanderRig(ExpanderWiring(settle_us=0))
    rig.sensors.scan()
    rig.sensors.close()
    registers = rig.bus.expanders[0x20].registers
    assert (registers[IODIRA], registers[IODIRB], registers[GPPUA]) == (0x7F, 0x7F, 0x7F)


def test_a_machine_without_an_i2c_bus_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "board", ModuleType("board"))
    with pytest.raises(WrongMachineError, match=r"knows no I2C bus of this machine \(module 'board' has no"):
        open_grid(ExpanderWiring())


def test_an_expander_that_does_not_answer_is_named_by_its_address() -> None:
    with pytest.raises(MissingDeviceError, match=r"no MCP23017 answers at I2C address 0x23.*i2cdetect"):
        open_grid(ExpanderWiring(address=0x23), ExpanderBus(Matrix(), 0x20))


def test_the_reason_of_a_loss_is_told() -> None:
    rig = ExpanderRig(ExpanderWiring(settle_us=0))
    rig.unplug()
    with pytest.raises(DeviceLost, match="Remote I/O error"):
        rig.sensors.scan()
