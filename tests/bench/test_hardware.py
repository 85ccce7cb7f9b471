"""The measure of a real board's pins, over a process that scans nothing; and what it says without a board."""

import json
import sys
from pathlib import Path

import pytest

from hardware.gpio.machine import Machine
from hardware.protocols import FRAME_BYTES
from hardware.strip.encoding import encoder
from hardware.strip.order import PixelOrder
from momentum.bench import hardware
from momentum.bench.hardware import HardwareFigures, ScanCost, encode_us, scan_cost, table
from momentum.cli import run
from momentum.config.reading import parse_config
from momentum.main.scans import ways

BUSY = "import sys; from momentum.bench.hardware import answer_scans; answer_scans({}, sys.stdin, sys.stdout)"
FIGURES = HardwareFigures(
    scan_hz=200,
    scans=(
        ScanCost(way="lgpio", system_calls=14, cpu_us=100.0004, cpu_percent=3),
        ScanCost(way="rpigpio", why_not="there is no RPi.GPIO"),
        ScanCost(way="plain", system_calls=84, cpu_us=600, cpu_percent=12),
    ),
    encode_us=6.5,
)


@pytest.fixture(autouse=True)
def _one_short_round(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hardware, "ROUNDS", 1)
    monkeypatch.setattr(hardware, "SCANS", 5)


def test_a_way_to_scan_is_measured_in_its_own_process() -> None:
    scan = "lambda: sum(range(100_000))"
    cost = scan_cost("busy", (sys.executable, "-c", BUSY.format(scan)), 100)
    assert cost.why_not is None
    assert cost.cpu_us is not None
    assert cost.cpu_us > 0
    assert cost.cpu_percent is not None


def test_system_calls_are_counted_where_strace_may_look() -> None:
    scan = "lambda: __import__('os').getppid()"
    cost = scan_cost("asking", (sys.executable, "-c", BUSY.format(scan)), 100)
    assert cost.system_calls is None or round(cost.system_calls) == 1


def test_without_strace_system_calls_are_not_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("momentum.bench.hardware.shutil.which", lambda name: None if name == "strace" else "")
    cost = scan_cost("idle", (sys.executable, "-c", BUSY.format("lambda: None")), 100)
    assert cost.system_calls is None
    assert cost.cpu_us is not None


def test_a_way_that_cannot_be_opened_says_why() -> None:
    program = "import sys; print('there is no chip', file=sys.stderr); sys.exit(2)"
    cost = scan_cost("lgpio", (sys.executable, "-c", program), 100)
    assert cost == ScanCost(way="lgpio", why_not="there is no chip")


def test_the_plain_scan_is_told_as_a_multiple_of_the_configured_one() -> None:
    assert FIGURES.plain_ratio == 4
    assert HardwareFigures(scan_hz=200, scans=FIGURES.scans[:1], encode_us=1).plain_ratio is None


def test_figures_are_a_table_and_an_object() -> None:
    lines = table(FIGURES).splitlines()
    assert lines[1].split() == ["14.0", "100", "3.0", "lgpio"]
    assert lines[2].endswith("rpigpio: not measured: there is no RPi.GPIO")
    assert "4.00  times lgpio's share" in lines[4]
    told = json.loads(json.dumps(FIGURES.rounded()))
    assert (told["scans"][0]["cpu_us"], told["plain_ratio"], told["encode_us"]) == (100.0, 4, 6.5)


def test_encoding_a_frame_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hardware, "ROUNDS", 20)
    assert encode_us(encoder(PixelOrder()), FRAME_BYTES) > 0


@pytest.mark.parametrize(
    ("sensors", "expected"),
    [
        ("", ("lgpio", "gpiozero", "rpigpio", "plain")),
        ('[sensors]\nbackend = "gpiozero"', ("gpiozero", "lgpio", "rpigpio", "plain")),
        ('[sensors]\nbackend = "mcp23017"', ("mcp23017",)),
    ],
)
def test_the_configured_backend_is_measured_first(sensors: str, expected: tuple[str, ...]) -> None:
    assert ways(parse_config(f'driver = "gpio"\n{sensors}\n'.encode())) == expected


@pytest.mark.skipif(Machine.here().revision is not None, reason="this is a Raspberry Pi")
def test_off_a_board_it_says_in_one_sentence_what_it_needs(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert run(["bench", "--hardware", "--config", str(tmp_path / "none.toml")]) == 2
    said = capsys.readouterr().err
    assert said.startswith(
        "momentum: the pins of a board are measured on a Raspberry Pi, or in this project's"
    )
    assert said.count("\n") == 1
