"""`momentum calibrate`: learn how a board is wired, with one marble."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

from momentum.cli import options

if TYPE_CHECKING:
    from momentum.config.schema import Config
    from momentum.workshop.calibration import Outcome
    from momentum.workshop.desk import TerminalDesk

_EXAMPLE = """\
examples:
  sudo momentum calibrate
  momentum calibrate --config momentum.toml --quick
  momentum calibrate --simulate turned --quick

A marble on each cell that is asked for, then on some cells that are lit: the map is written beside the
config (momentum.toml -> momentum.map.toml) once all is known. Interrupted, it changes nothing.
Exit 0: learnt, and nothing is wrong; 1: something is wrong with the board, or a device is lost; 2: it could
not be begun, or the map not be written.
"""


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the command line."""
    parser = options.command(commands, "calibrate", "learn how a board is wired", _EXAMPLE)
    options.add_config_file(parser)
    parser.add_argument(
        "--quick", action="store_true", help="nine cells instead of 49, if the wiring is regular"
    )
    parser.add_argument(
        "--patience", metavar="SECONDS", type=options.positive, default=30,
        help="how long to wait for a marble before asking again (default 30)",
    )  # fmt: skip
    options.add_simulated_table(parser)
    options.add_language(parser)
    parser.set_defaults(run=run)


def run(given: argparse.Namespace) -> int:
    """Calibrate, and write the map where there is one."""
    from hardware.errors import DeviceLost
    from momentum.workshop.desk import TerminalDesk, terminal_input
    from momentum.workshop.dialogue import say

    config = _config(given)
    real = config is not None and config.driver != "simulated"
    desk = TerminalDesk(_language(given, config), sys.stdout, terminal_input() if real else None)
    try:
        outcome = _calibrate(given, config, desk)
    except KeyboardInterrupt:
        desk.hear(say("calibrate.interrupted"))
        raise
    except DeviceLost as error:
        print(f"momentum: {error}", file=sys.stderr)
        desk.hear(say("calibrate.interrupted"))
        return 1
    return _finish(given, config, desk, outcome)


def _config(given: argparse.Namespace) -> Config | None:
    """Return the config whose map is to be written; None for a simulated table without."""
    if given.simulate is not None:
        return None
    from momentum.config.reading import read_config
    from momentum.workshop.map_file import check_writable

    config = read_config(given.config)
    check_writable(given.config)
    return config


def _calibrate(given: argparse.Namespace, config: Config | None, desk: TerminalDesk) -> Outcome:
    from momentum.main.workshop import calibrate, calibrate_simulated
    from momentum.workshop.dialogue import say

    if config is not None and config.driver != "simulated":
        return calibrate(config, desk, quick=given.quick, patience_ms=1000 * given.patience)
    desk.hear(say("calibrate.simulated"))
    return calibrate_simulated(given.simulate or options.SIMULATED[0], desk.hear, quick=given.quick)


def _finish(given: argparse.Namespace, config: Config | None, desk: TerminalDesk, outcome: Outcome) -> int:
    from momentum.workshop.dialogue import say
    from momentum.workshop.map_file import write_map

    if config is not None and outcome.table_map is not None:
        desk.hear(say("calibrate.written", file=write_map(given.config, config, outcome.table_map)))
    if config is None:
        desk.hear(say("calibrate.unwritten"))
    return 0 if outcome.fine else 1


def _language(given: argparse.Namespace, config: Config | None) -> str:
    language: str = given.language or (config.language if config else "en")
    return language
