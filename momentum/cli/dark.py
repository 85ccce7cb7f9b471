"""`momentum dark`: put out what a killed program left lit, and silence its buzzer."""

from __future__ import annotations

import argparse

from momentum.cli import options

_EXAMPLE = """\
example:
  momentum dark --config momentum.toml

The service runs this after every end, so that a crash leaves no light on and no buzzer sounding.
"""


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the command line."""
    parser = options.command(commands, "dark", "put all lights out and silence the buzzer", _EXAMPLE)
    options.add_config_file(parser)
    parser.set_defaults(run=run)


def run(given: argparse.Namespace) -> int:
    """Open lights and buzzer, and close them dark and silent; nothing to do for a simulated table."""
    from contextlib import ExitStack

    from momentum.config.reading import read_config
    from momentum.main.dark import darken

    with ExitStack() as stack:
        darken(read_config(given.config), stack)
    return 0
