"""The unit file: systemd takes it without a word, and rates it as locked down."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

UNIT = Path(__file__).parents[2] / "systemd" / "momentum.service"
ANALYZE = shutil.which("systemd-analyze")
needs_systemd = pytest.mark.skipif(ANALYZE is None, reason="systemd-analyze is not on this machine")


@pytest.fixture
def unit(tmp_path: Path) -> Path:
    """Return a copy of the unit whose program exists, as verification wants."""
    program = tmp_path / "momentum"
    program.write_text("#!/bin/sh\n", encoding="ascii")
    program.chmod(0o755)
    copy = tmp_path / UNIT.name
    text = UNIT.read_text(encoding="utf-8").replace("/opt/momentum/bin/momentum", str(program))
    copy.write_text(text, encoding="utf-8")
    return copy


@needs_systemd
def test_systemd_has_nothing_to_say_about_the_unit(unit: Path) -> None:
    done = subprocess.run(
        [str(ANALYZE), "verify", "--man=no", str(unit)], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")


@needs_systemd
def test_the_unit_is_locked_down(unit: Path) -> None:
    done = subprocess.run(
        [str(ANALYZE), "security", "--offline=true", "--threshold=20", "--no-pager", str(unit)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout


def test_the_unit_runs_no_code_from_where_it_stands() -> None:
    text = UNIT.read_text(encoding="utf-8")
    assert "PYTHONSAFEPATH=1" in text
    assert "Type=notify" in text


def test_the_unit_does_not_hide_which_raspberry_pi_this_is() -> None:
    directives = [line for line in UNIT.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    assert not [
        line for line in directives if line.startswith(("ProcSubset", "PrivateDevices", "PrivateUsers"))
    ]
