"""`momentum soak`: virtual players play whole games by the lights alone, and every decision is checked."""

from __future__ import annotations

import argparse
import json
import sys
from typing import TYPE_CHECKING

from momentum.cli import options

if TYPE_CHECKING:
    from momentum.soak.totals import Totals

_EXAMPLE = """\
examples:
  momentum soak --games 300 --seed 1
  momentum soak --games 10000 --seed 1 --jobs 4 --json
  momentum soak --seed 1 --first 117 --games 1     (that one game again)

Players with careless hands read nothing but the strip's pixels. After every turn the referee's position is
compared with the marbles that lie on the table, and with a second, independent implementation of the rules.

Exit 0: no decision was false; 1: one was, or a game did not go on.
"""


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the command line."""
    parser = options.command(commands, "soak", "let virtual players play whole games by the lights", _EXAMPLE)
    parser.add_argument("--games", type=options.positive, default=300, help="how many games (default 300)")
    parser.add_argument(
        "--seed", type=options.seed, default=1, help="where all chance comes from (default 1)"
    )
    parser.add_argument(
        "--first", type=options.number, default=0, help="number of the first game (default 0)"
    )
    parser.add_argument("--jobs", type=options.positive, default=1, help="processes (default 1)")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.set_defaults(run=run)


def run(given: argparse.Namespace) -> int:
    """Play, print the totals, and complain of false decisions."""
    from momentum.main.soaking import soak
    from momentum.soak.run import Plan

    plan = Plan(games=given.games, seed=given.seed, first=given.first, jobs=given.jobs)

    def progress(totals: Totals) -> None:
        options.progress(f"{totals.games:,} of {plan.games:,} games, {totals.false} false decisions ...")

    totals = soak(plan, progress)
    options.progress("")
    print(json.dumps(totals.as_json()) if given.json else totals.as_text())
    if totals.failures:
        print(totals.failures_as_text(given.seed), file=sys.stderr)
    return 1 if totals.false else 0
