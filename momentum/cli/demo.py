"""`momentum demo`: virtual hands play a whole game, on the page or in the terminal."""

from __future__ import annotations

import argparse

from momentum.cli import options

_EXAMPLE = """\
examples:
  momentum demo                 # a page on http://127.0.0.1:8049/
  momentum demo --terminal      # drawn right here
"""


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the command line."""
    parser = options.command(
        commands, "demo", "watch virtual hands play a whole game; nothing to set up", _EXAMPLE
    )
    parser.add_argument(
        "--terminal", action="store_true", help="draw the table in the terminal, without a page"
    )
    options.add_page_options(parser)
    parser.set_defaults(run=run)


def run(given: argparse.Namespace) -> int:
    """Show the game; with a page, serve it on until interrupted."""
    from momentum.main import SimulatedSession
    from momentum.play.session import SessionSettings
    from momentum.play.shows import show_in_terminal, show_on_page

    session = SimulatedSession(session=SessionSettings(language=given.language or "en", demo=True)).open()
    if given.terminal:
        show_in_terminal(session)
        return 0
    from momentum.play.server import ServerSettings, serve

    host = given.host or "127.0.0.1"
    port = 8049 if given.port is None else given.port
    serve(session, ServerSettings(host=host, port=port, browser=not given.no_browser), show_on_page)
    return 0
