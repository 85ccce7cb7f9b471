"""`momentum bench`: measure this program on this machine."""

from __future__ import annotations

import argparse
import json
import sys

from momentum.cli import options

_EXAMPLE = """\
examples:
  momentum bench
  momentum bench --json
  momentum bench --link

--link measures the link to a board on a USB cable instead, whose program runs in MicroPython here.
"""


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the command line."""
    parser = options.command(
        commands, "bench", "measure this program on this machine; takes under 50 s", _EXAMPLE
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("--link", action="store_true", help="measure the link to a board on a USB cable")
    parser.set_defaults(run=run)


def run(given: argparse.Namespace) -> int:
    """Measure and print."""
    return _run_link(given) if given.link else _run_program(given)


def _run_link(given: argparse.Namespace) -> int:
    from momentum.bench.figures import machine
    from momentum.bench.link import table
    from momentum.main.measures import bench_link

    figures = bench_link(options.progress)
    if given.json:
        print(json.dumps(figures.rounded()))
    else:
        print(f"Measured on {machine()}\n{table(figures)}")
    return 0


def _run_program(given: argparse.Namespace) -> int:
    from momentum.bench.figures import machine, table
    from momentum.main.measures import bench

    figures = bench(options.progress)
    if given.json:
        print(json.dumps(figures.rounded()))
    else:
        print(f"Measured on {machine()}\n{table(figures)}", file=sys.stdout)
    return 0
