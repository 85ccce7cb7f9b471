"""Whoever reads only the beginning of an answer gets it, and nobody complains."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

SCENARIO = Path(__file__).parents[1] / "scenarios" / "clocks" / "counting_up.scn"
"""A scenario whose trace is longer than what a pipe holds: its program must notice."""


@pytest.mark.parametrize("arguments", [("simulate", "--trace", str(SCENARIO)), ("demo", "--terminal")])
def test_an_answer_that_is_read_no_further_ends_in_silence(arguments: tuple[str, ...]) -> None:
    command = [sys.executable, "-m", "momentum", *arguments]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as program:
        assert program.stdout is not None
        assert program.stdout.readline()
        program.stdout.close()
        assert program.stderr is not None
        assert program.stderr.read() == ""
    assert program.returncode == 0
