"""A program on the real chip is traced, loses its lights, breaks and is killed; what it leaves behind."""

import re
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

import pytest

from hardware.protocols import DARK
from momentum.rules import parse_cell
from tests.kernel.board import KernelBoard
from tests.kernel.player import Hands, Player, now_ms
from tests.kernel.program import Program, run
from tests.kernel.strip import KernelStrip

BUZZER = 1
CONFIG = """
driver = "gpio"
[lights]
required = false
[buzzer]
pin = 1
passive = false
"""
EIO = 5
TONE = 2
"""What gpiozero needs to begin a tone: a look at the pin's mode, and a write."""
_GPIO_CALL = re.compile(r"ioctl\((\d+), GPIO")
B2, D4, G7 = parse_cell("b2"), parse_cell("d4"), parse_cell("g7")
BROKEN = """
from momentum.cli import run
from momentum.main import tables

class Broken(tables.TableLoop):
    def tick(self, at_ms):
        if self.referee.game.ply:
            raise RuntimeError("a mistake in the program")
        return super().tick(at_ms)

tables.TableLoop = Broken
raise SystemExit(run())
"""
"""The program with a mistake: it fails once the first drop has been accepted."""


@pytest.fixture(scope="module")
def config(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Describe a table without buttons, whose lights need not be there."""
    config = tmp_path_factory.mktemp("table") / "momentum.toml"
    config.write_text(CONFIG, "utf-8")
    return config


@pytest.fixture(scope="module")
def table(config: Path) -> Iterator[Program]:
    """Serve the table, to all tests here."""
    program = Program(config)
    yield program
    if program.process.poll() is None:
        program.end(signal.SIGTERM)


@pytest.fixture
def player(board: KernelBoard) -> Iterator[Player]:
    """Sit down at an empty board."""
    strip = KernelStrip()
    yield Player(Hands(board), strip)
    strip.trouble(0)


@pytest.fixture
def new_game(player: Player, table: Program) -> Player:
    """Sit down at a new game."""
    table.act(do="button", name="new")
    table.phase("drop", 0)
    return player


def test_in_play_a_scan_takes_fourteen_gpio_ioctls_and_only_tones_take_others(
    new_game: Player, table: Program, tmp_path: Path
) -> None:
    log = tmp_path / "log"
    trace = ["strace", "-e", "trace=ioctl,epoll_wait", "-o", str(log), "-p", str(table.process.pid)]
    with subprocess.Popen(trace, stderr=subprocess.PIPE, text=True) as strace:
        assert strace.stderr is not None
        assert "attached" in strace.stderr.readline()
        for ply, cell in enumerate((D4, B2, G7), start=1):
            new_game.drop(cell)
            table.phase("drop", ply)
        strace.terminate()
    turns = [_GPIO_CALL.findall(turn) for turn in log.read_text("utf-8").split("epoll_wait(")][1:-1]
    matrix = {line for line, _ in Counter(chain(*turns)).most_common(2)}
    assert {sum(line in matrix for line in turn) for turn in turns} <= {0, 14}
    assert sum(len(turn) == 14 for turn in turns) > 10
    assert max(map(len, turns)) <= 14 + TONE


def test_play_goes_on_without_lights_that_are_not_required(new_game: Player, table: Program) -> None:
    new_game.strip.trouble(EIO)
    new_game.hands.place(D4)
    dark = table.phase("drop", 1)["device"]
    assert dark["ok"]
    assert "the lights cannot be reached over SPI" in dark["lights"]
    new_game.strip.trouble(0)
    table.until(lambda state: state["device"]["lights"] is None)
    new_game.drop(B2)


def test_what_a_killed_program_left_lit_and_sounding_is_ended_by_momentum_dark(
    new_game: Player, table: Program, board: KernelBoard, config: Path
) -> None:
    for ply, cell in enumerate((D4, B2)):
        new_game.drop(cell)
        table.phase("drop", ply + 1)
    new_game.strip.rest(now_ms() + 1000)
    table.act(do="button", name="swap")  # is refused, with a tone of 400 ms
    deadline_ms = now_ms() + 60_000
    while not board.level(BUZZER):
        assert now_ms() < deadline_ms
    table.end(signal.SIGKILL)
    assert board.level(BUZZER)
    assert new_game.strip.frame() != DARK
    dark = run("dark", "--config", str(config))
    assert (dark.returncode, dark.stdout, dark.stderr) == (0, "", "")
    assert new_game.strip.frame() == DARK
    assert not board.level(BUZZER)


def test_a_mistake_in_the_program_leaves_the_table_dark_and_silent(
    player: Player, board: KernelBoard, config: Path
) -> None:
    broken = Program(config, (sys.executable, "-c", BROKEN))
    broken.phase("drop", 0)
    player.hands.place(D4)
    assert player.await_light(lambda: player.strip.frame() != DARK, 60_000)
    code, errors = broken.wait()
    assert code == 1
    assert errors.endswith("RuntimeError: a mistake in the program\n")
    assert player.strip.frame() == DARK
    assert not board.level(BUZZER)
