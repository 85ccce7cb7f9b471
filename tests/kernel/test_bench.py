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
    monkeypatch.setattr(hardware, "SCANS", 20)
    monkeypatch.setattr(hardware, "TRACED", (2, 6))


@pytest.mark.parametrize(("way", "calls"), [("lgpio", 14), ("rpigpio", 126), ("plain", 84)])
def test_a_scan_takes_so_many_system_calls(board: KernelBoard, tmp_path: Path, way: str, calls: int) -> None:
    board.hold(1 << 24, 0)
    config = tmp_path / "momentum.toml"
    config.write_text('driver = "gpio"\n', "utf-8")
    cost = _measured(way, config)
    assert cost.system_calls == calls
    assert cost.cpu_us is not None


def _measured(way: str, config: Path) -> ScanCost:
    cost = scan_cost(way, (sys.executable, "-m", "momentum.main.scans", way, str(config)), 200)
    assert cost.why_not is None
    return cost
