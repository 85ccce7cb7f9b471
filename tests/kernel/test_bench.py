"""The measure of scans on the real kernel: what line groups spare, next to the plain scan."""

import sys
from pathlib import Path

import pytest

from momentum.bench import hardware
from momentum.bench.hardware import ScanCost, scan_cost
from tests.kernel.board import KernelBoard


@pytest.fixture(autouse=True)
def _quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hardware, "ROUNDS", 1)
    monkeypatch.setattr(hardware, "SCANS", 50)


def test_line_groups_take_fourteen_system_calls_and_a_fraction_of_the_plain_scans_time(
    board: KernelBoard, tmp_path: Path
) -> None:
    board.hold(1 << 24, 0)
    config = tmp_path / "momentum.toml"
    config.write_text('driver = "gpio"\n', "utf-8")
    groups, plain = (_measured(way, config) for way in ("lgpio", "plain"))
    assert groups.system_calls == 14
    assert plain.system_calls is not None
    assert plain.system_calls >= 63
    assert groups.cpu_us is not None
    assert plain.cpu_us is not None
    assert plain.cpu_us > 2 * groups.cpu_us


def _measured(way: str, config: Path) -> ScanCost:
    cost = scan_cost(way, (sys.executable, "-m", "momentum.main.scans", way, str(config)), 200)
    assert cost.why_not is None
    return cost
