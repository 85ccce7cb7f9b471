"""`momentum check`: what is wrong with this machine and this table, and what to do."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING

from momentum.cli import options

if TYPE_CHECKING:
    from momentum.config.schema import Config
    from momentum.workshop.desk import TerminalDesk
    from momentum.workshop.findings import Finding

_EXAMPLE = """\
examples:
  momentum check
  momentum check --config momentum.toml --quick
  momentum check --simulate broken
  momentum check --json < /dev/null

At a terminal it asks for a marble on each cell, for a look at the lights and for a press of each button;
elsewhere that is left out, and told as such.
Exit 0: nothing is wrong; 1: something is not ok; 2: the config cannot be used.
"""


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the command line."""
    parser = options.command(commands, "check", "test this machine, and every part of its table", _EXAMPLE)
    options.add_config_file(parser)
    parser.add_argument(
        "--quick", action="store_true", help="of the contacts, find only those that are stuck"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object, and questions apart")
    options.add_simulated_table(parser)
    options.add_language(parser)
    parser.set_defaults(run=run)


def run(given: argparse.Namespace) -> int:
    """Check, line by line."""
    from momentum.workshop.findings import all_fine, as_json

    findings: list[Finding] = []
    for finding in _findings(given):
        findings.append(finding)
        if not given.json:
            print(finding, flush=True)
    if given.json:
        print(json.dumps(as_json(findings), ensure_ascii=False))
    return 0 if all_fine(findings) else 1


def _findings(given: argparse.Namespace) -> Iterator[Finding]:
    from momentum.config.reading import parse_config, read_config
    from momentum.main.speaking import speech_finding
    from momentum.main.workshop import check_machine, check_simulated
    from momentum.workshop.desk import terminal_input

    simulated = given.simulate is not None
    config = parse_config(b'driver = "simulated"') if simulated else read_config(given.config)
    yield from check_machine(config)
    if config.speech != "off":
        yield speech_finding(config, given.language or config.language)
    if config.driver == "simulated":
        desk = _desk(given, config, None)
        wired = given.simulate or options.SIMULATED[0]
        yield from check_simulated(wired, desk.hear, quick=given.quick)
    else:
        yield from _real_table(given, config, terminal_input())


def _real_table(given: argparse.Namespace, config: Config, terminal: int | None) -> Iterator[Finding]:
    from momentum.main.workshop import check_table
    from momentum.workshop.check import BUTTONS, CONTACTS, LIGHTS, Trying
    from momentum.workshop.errors import MapError, WorkshopError
    from momentum.workshop.findings import not_ok, ok
    from momentum.workshop.map_file import map_file, read_map
    from momentum.workshop.table_checks import untried

    try:
        table_map = read_map(given.config, config)
    except MapError as error:
        yield not_ok("map", str(error), "")
        yield from untried((*CONTACTS, *LIGHTS), "the map is of no use")
        return
    yield ok("map", "none; wired as the config says" if table_map is None else str(map_file(given.config)))
    trying = Trying(person=terminal is not None, quick=given.quick)
    try:
        yield from check_table(config, table_map, _desk(given, config, terminal), trying)
    except WorkshopError as error:
        yield from untried((*CONTACTS, *LIGHTS, *BUTTONS), str(error))


def _desk(given: argparse.Namespace, config: Config, terminal: int | None) -> TerminalDesk:
    from momentum.workshop.desk import TerminalDesk

    out = sys.stderr if given.json else sys.stdout
    return TerminalDesk(given.language or config.language, out, terminal)
