"""Check and calibration on the real kernel: lines are read by ioctl, and a turned board learns its map."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from hardware.gpio.owner import LOCK
from momentum.config.reading import parse_config
from momentum.config.schema import Config
from momentum.main.tables import open_devices
from momentum.main.workshop import calibrate, check_machine, check_table
from momentum.rules import CELLS
from momentum.workshop.check import Trying
from momentum.workshop.dialogue import Say, Want
from momentum.workshop.findings import Finding, State
from momentum.workshop.grid import Description, Regular, Turn
from tests.kernel.board import NORTH, ROOT, ROWS, KernelBoard
from tests.workshop.clock import HandClock

TURNED = Regular(crossed=True, columns=tuple(reversed(range(7))))
HOLDS = """
import sys
from hardware.gpio.lgpio_grid import open_grid
from hardware.gpio.wiring import GridWiring
from tests.kernel.board import NORTH, ROWS
sensors = open_grid(GridWiring(rows=ROWS, columns=NORTH))
print("open", flush=True)
sys.stdin.read()
"""


def config(lights: str = "none") -> Config:
    wired = f"[sensors]\nrows = {list(ROWS)}\ncolumns = {list(NORTH)}\nscan_hz = 50\n"
    return parse_config(f'driver = "gpio"\n{wired}[lights]\nbackend = "{lights}"\n'.encode())


class KernelPerson:
    """Hands whose one marble closes contacts in the kernel, as a board would that lies in some way."""

    def __init__(self, board: KernelBoard, matrix: Regular) -> None:
        self._board = board
        self._matrix = matrix
        self._clock = HandClock()
        self._wanted: tuple[float, Want] | None = None
        self.said: list[str] = []

    def now(self) -> float:
        """Return the time."""
        return self._clock.at_ms

    def hear(self, decision: Say | Want) -> None:
        """Lift the marble at once where hands are wanted; put it down a little later."""
        if isinstance(decision, Say):
            self.said.append(decision.key)
            return
        self._board.hold(0, 0)
        self._wanted = (self.now() + 400, decision)

    def wait(self, ms: float) -> tuple[str, ...]:
        """Let time pass."""
        self._clock.sleep(ms)
        if self._wanted is not None and self.now() >= self._wanted[0]:
            _, want = self._wanted
            self._wanted = None
            if want.cell is not None:
                self._board.hold(1 << self._matrix.contact(want.cell), 0)
        return ()


@pytest.fixture(autouse=True)
def _lock_folder() -> None:
    """Make the folder of the lock, which the guest's small system lacks."""
    LOCK.parent.mkdir(parents=True, exist_ok=True)


@pytest.fixture
def another() -> Iterator[subprocess.Popen[str]]:
    """Another process that has the matrix open."""
    with subprocess.Popen(
        [sys.executable, "-c", HOLDS], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "open\n"
        yield process
        process.kill()


def machine() -> dict[str, Finding]:
    return {finding.name: finding for finding in check_machine(config())}


def test_the_chip_is_found_and_its_pins_are_free() -> None:
    found = machine()
    assert (found["chip"].state, found["chip"].detail) == (State.OK, "/dev/gpiochip0 is pinctrl-bcm2711")
    assert (found["pins"].state, found["pins"].detail) == (State.OK, "14 pins are free")
    assert found["kernel"].state is State.OK


def test_pins_that_are_held_are_named_with_the_process(another: subprocess.Popen[str]) -> None:
    pins = machine()["pins"]
    assert pins.state is State.NOT_OK
    assert f"GPIO5 (sensors.rows[1]) is held as 'lg' by process {another.pid} (" in pins.detail
    assert "GPIO12 (sensors.columns[7])" in pins.detail


def test_a_turned_board_is_calibrated_and_then_reads_straight(board: KernelBoard) -> None:
    outcome = calibrate(config(), KernelPerson(board, TURNED), quick=True, patience_ms=30_000)
    assert outcome.fine
    assert outcome.wiring == Description(turn=Turn.TURNED_90, rows=(), columns=())
    assert outcome.table_map is not None
    with ExitStack() as stack:
        sensors = open_devices(config(), outcome.table_map, stack).sensors
        for cell in range(CELLS):
            board.hold(1 << TURNED.contact(cell), 0)
            assert sensors.scan().closed == 1 << cell


def test_a_check_tries_every_contact_and_finds_the_turned_ones(board: KernelBoard) -> None:
    person = KernelPerson(board, Regular(rows=(1, 0, 2, 3, 4, 5, 6)))
    found = {finding.name: finding for finding in check_table(config(), None, person, Trying(person=True))}
    assert found["resting contacts"].state is State.OK
    assert found["every contact"].state is State.NOT_OK
    assert found["every contact"].detail.startswith("a1 closes a2; b1 closes b2")
    assert found["every contact"].remedy == "run momentum calibrate"
