"""The matrix by lgpio's line groups, on the real kernel: exact, fourteen system calls, one owner a pin."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from hardware.gpio.errors import MissingDeviceError, PinBusyError
from hardware.gpio.lgpio_grid import open_grid
from hardware.gpio.wiring import GridWiring
from tests.kernel.board import NORTH, ROOT, ROWS, KernelBoard
from tests.kernel.contract import KernelMatrixContract, Opens

WIRING = GridWiring(rows=ROWS, columns=NORTH)

SCANS = """
import sys
from hardware.gpio.lgpio_grid import open_grid
from tests.kernel.test_lgpio import WIRING
sensors = open_grid(WIRING)
print("open", flush=True)
for _ in range(20):
    sensors.scan()
print("done", flush=True)
sys.stdin.read()
"""


class TestMatrixByLgpio(KernelMatrixContract):
    """All that is asked of a backend."""

    @pytest.fixture
    def opens(self) -> Opens:
        """Open by lgpio."""
        return open_grid


@pytest.fixture
def another() -> Iterator[subprocess.Popen[str]]:
    """Another process that has the matrix open."""
    with subprocess.Popen(
        [sys.executable, "-c", SCANS], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "open\n"
        yield process
        process.kill()


def test_a_scan_takes_fourteen_system_calls(tmp_path: Path) -> None:
    log = tmp_path / "log"
    strace = ["strace", "-f", "--seccomp-bpf", "-e", "trace=ioctl,write", "-o", str(log)]
    subprocess.run(
        [*strace, sys.executable, "-c", SCANS], check=True, cwd=ROOT, input=b"", capture_output=True
    )
    _, _, scans = log.read_text("utf-8").partition('"open')
    calls = [line for line in scans.partition('"done')[0].splitlines() if "ioctl" in line]
    assert len(calls) == 20 * 14


def test_a_busy_pin_is_named_with_the_process_that_holds_it(another: subprocess.Popen[str]) -> None:
    with pytest.raises(PinBusyError, match=rf"GPIO5 \(row 1\), .*process {another.pid} .*GPIO busy"):
        open_grid(WIRING)


def test_pins_are_free_again_when_their_process_is_killed(
    another: subprocess.Popen[str], board: KernelBoard
) -> None:
    os.kill(another.pid, signal.SIGKILL)
    another.wait()
    board.hold(0b101, 0)
    sensors = open_grid(WIRING)
    assert sensors.scan().closed == 0b101
    sensors.close()


def test_pins_are_free_again_after_close() -> None:
    open_grid(WIRING).close()
    open_grid(WIRING).close()


def test_after_close_no_row_is_an_output_that_selects(board: KernelBoard) -> None:
    board.hold((1 << 49) - 1, 0)
    sensors = open_grid(WIRING)
    sensors.scan()
    sensors.close()
    levels = board.levels()
    assert [levels["outputs"] >> row & ~levels["levels"] >> row & 1 for row in ROWS] == [0] * 7


def test_the_chip_is_found_by_its_label_alone() -> None:
    open_grid(WIRING, chip_label="pinctrl-bcm2711").close()
    with pytest.raises(MissingDeviceError, match=r"labelled pinctrl-rp1; /dev/gpiochip0 is pinctrl-bcm2711"):
        open_grid(WIRING, chip_label="pinctrl-rp1")


def test_opening_leaves_the_working_directory_alone(tmp_path: Path) -> None:
    code = (
        "import os; from hardware.gpio import libraries; libraries.lgpio(); print(os.getcwd(), os.listdir())"
    )
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    told = subprocess.run(
        [sys.executable, "-c", code],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    assert told.stdout == f"{tmp_path} []\n"
