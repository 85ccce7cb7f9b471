"""`momentum simulate`: play scenario files on a simulated table in virtual time."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from momentum.cli import options

if TYPE_CHECKING:
    from momentum.scenario.script import Script
    from momentum.table.notices import Notice

_EXAMPLE = """\
example:
  momentum simulate tests/scenarios/given/*.scn
  momentum simulate --trace --seed 7 tests/scenarios/given/drop_and_push.scn | head

Exit 0: every expectation held; 1: one did not; 2: a file cannot be read or parsed (nothing of it is run).
"""


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the command line."""
    command = options.command(
        commands, "simulate", "play scenario files and check what they expect", _EXAMPLE
    )
    command.add_argument("files", metavar="FILE", nargs="+", type=options.file, help="a scenario file")
    command.add_argument(
        "--seed", type=options.seed, default=0, help="seed of the contacts' bounce (default 0)"
    )
    command.add_argument("--trace", action="store_true", help="print what happened, a JSON object a line")
    command.set_defaults(run=run)


def run(given: argparse.Namespace) -> int:
    """Play every file; the worst exit code of them is returned."""
    return max(_play(path, seed=given.seed, trace=given.trace) for path in given.files)


def _play(path: Path, *, seed: int, trace: bool) -> int:
    from momentum.main import simulate
    from momentum.scenario.errors import ScenarioError
    from momentum.scenario.script import parse_script

    try:
        data = path.read_bytes()
    except OSError as error:
        print(f"{path}:1: cannot be read: {error.strerror}", file=sys.stderr)
        return 2
    try:
        script = parse_script(data)
        report = simulate(script, seed=seed, watch=_print_trace if trace else None)
    except ScenarioError as error:
        print(f"{path}:{error.line}: {error.why}", file=sys.stderr)
        return 2
    for failure in report.failures:
        print(f"{path}:{failure.line}: {failure}", file=sys.stderr if trace else sys.stdout)
    if report.failures:
        return 1
    print(_fine(path, script), file=sys.stderr if trace else sys.stdout)
    return 0


def _fine(path: Path, script: Script) -> str:
    return f"{path}: ok ({script.expectations} expectations, {script.length_ms / 1000:.1f} s of table time)"


def _print_trace(notice: Notice) -> None:
    from momentum.scenario.trace import trace_line

    line = trace_line(notice)
    if line is not None:
        print(line)
