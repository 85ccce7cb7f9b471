"""The matrix by RPi.GPIO, here in the shape of rpi-lgpio, on the real kernel."""

import pytest

from hardware.gpio.errors import PinBusyError
from hardware.gpio.lgpio_grid import open_grid as open_by_lgpio
from hardware.gpio.rpigpio_grid import open_grid
from hardware.gpio.wiring import GridWiring
from tests.kernel.board import NORTH, ROWS
from tests.kernel.contract import KernelMatrixContract, Opens

PI_4 = "c03111"


@pytest.fixture(autouse=True)
def _a_raspberry_pi_4(monkeypatch: pytest.MonkeyPatch) -> None:
    """rpi-lgpio reads the device tree, which the guest has not."""
    monkeypatch.setenv("RPI_LGPIO_REVISION", PI_4)


class TestMatrixByRpiGpio(KernelMatrixContract):
    """All that is asked of a backend."""

    @pytest.fixture
    def opens(self) -> Opens:
        """Open by RPi.GPIO."""
        return open_grid


def test_a_busy_pin_is_told() -> None:
    wiring = GridWiring(rows=ROWS, columns=NORTH)
    held = open_by_lgpio(wiring)
    with pytest.raises(PinBusyError, match=r"GPIO5 \(row 1\), .*held by process"):
        open_grid(wiring)
    held.close()
    open_grid(wiring).close()
