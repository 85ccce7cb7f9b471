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
  momentum bench --records
  momentum bench --speech
  momentum bench --hardware --config momentum.toml

--link measures the link to a board on a USB cable instead, whose program runs in MicroPython here.
--records measures a journal of ten thousand games: listing them, opening one, and how large it is. It takes
some seconds, and 200 MB of temporary disk.
--speech measures how soon espeak-ng is heard in each language, its sound card apart.
--hardware measures a real board's pins instead: system calls and processor time a scan by every library, next
to the same scan written plainly with gpiozero, and the encoding of a frame. It takes a minute, and needs a
Raspberry Pi and a config with driver = "gpio", whose board nothing else may be running.
"""


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the command line."""
    parser = options.command(
        commands, "bench", "measure this program on this machine; takes under 50 s", _EXAMPLE
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--link", action="store_true", help="measure the link to a board on a USB cable")
    which.add_argument("--records", action="store_true", help="measure a journal of 10,000 games")
    which.add_argument("--speech", action="store_true", help="measure how soon a sentence is heard")
    which.add_argument("--hardware", action="store_true", help="measure a real board's pins instead")
    options.add_config_file(parser)
    parser.set_defaults(run=run)


def run(given: argparse.Namespace) -> int:
    """Measure and print."""
    if given.link:
        return _run_link(given)
    if given.records:
        return _run_records(given)
    if given.speech:
        return _run_speech(given)
    return _run_hardware(given) if given.hardware else _run_program(given)


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


def _run_records(given: argparse.Namespace) -> int:
    from momentum.bench.figures import machine
    from momentum.bench.records import records_figures, table

    figures = records_figures(options.progress)
    if given.json:
        print(json.dumps(figures.rounded()))
    else:
        print(f"Measured on {machine()}\n{table(figures)}")
    return 0


def _run_speech(given: argparse.Namespace) -> int:
    from momentum.bench.figures import machine
    from momentum.bench.speech import table
    from momentum.main.measures import bench_speech

    figures = bench_speech(options.progress)
    if given.json:
        print(json.dumps({language: each.rounded() for language, each in figures.items()}))
    else:
        print(f"Measured on {machine()}\n{table(figures)}")
    return 0


def _run_hardware(given: argparse.Namespace) -> int:
    from momentum.bench.figures import machine
    from momentum.bench.hardware import table
    from momentum.main.scans import bench_hardware

    figures = bench_hardware(given.config, options.progress)
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
