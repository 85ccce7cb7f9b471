"""`momentum play`: a table to play at, with its page in the browser."""

from __future__ import annotations

import argparse
import sys

from momentum.cli import options

_EXAMPLE = """\
examples:
  momentum play --simulate
  momentum play --simulate --language ko --set mode=tournament --set rounds=off
"""


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the command line."""
    parser = options.command(commands, "play", "play at a table, with its page in the browser", _EXAMPLE)
    parser.add_argument("--simulate", action="store_true", help="a simulated table; no hardware needed")
    parser.add_argument(
        "--seed", type=int, default=0, help="seed of the simulated contacts' bounce (default 0)"
    )
    parser.add_argument("--scan-hz", type=options.rate, default=200.0, help="scans a second (default 200)")
    parser.add_argument(
        "--set", metavar="KEY=VALUE", type=options.setting, action="append", default=[], dest="settings",
        help="a setting of the game: pie, rounds, last_marble, mode, sensors or guidance; may be repeated",
    )  # fmt: skip
    options.add_page_options(parser)
    parser.set_defaults(run=run)


def run(given: argparse.Namespace) -> int:
    """Serve the table until interrupted."""
    if not given.simulate:
        print("momentum play: say which table to play at: --simulate for one in the browser", file=sys.stderr)
        return 2
    from momentum.main import SimulatedSession
    from momentum.play.server import ServerSettings, serve
    from momentum.play.session import SessionSettings
    from momentum.referee import TableSettings
    from momentum.table.loop import LoopSettings
    from momentum.table.sensing import SensingSettings

    table = TableSettings()
    for key, value in given.settings:
        table = table.with_value(key, value)
    session = SimulatedSession(
        table=table,
        loop=LoopSettings(sensing=SensingSettings(scan_hz=given.scan_hz)),
        session=SessionSettings(language=given.language),
        seed=given.seed,
    ).open()
    serve(session, ServerSettings(host=given.host, port=given.port, browser=not given.no_browser))
    return 0
