"""The command line: one module a command, one sentence an error."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from importlib.metadata import version
from typing import NoReturn

from hardware.errors import HardwareError
from momentum.cli import (
    arbiter,
    bench,
    calibrate,
    check,
    config,
    dark,
    demo,
    firmware,
    games,
    options,
    play,
    simulate,
    soak,
)
from momentum.errors import MomentumError

FINE, NOT_FINE, WRONG_USE = 0, 1, 2
"""Exit codes: all is well; the thing asked about is not; the question was wrong."""


class _Parser(argparse.ArgumentParser):
    """An argument parser whose complaint is one sentence."""

    def error(self, message: str) -> NoReturn:
        self.exit(WRONG_USE, f"{self.prog}: {message}; see {self.prog} --help\n")


def parser() -> argparse.ArgumentParser:
    """Return the parser of the whole command line."""
    top = _Parser(
        prog="momentum", description="Play, referee and record Momentum on a real or simulated board."
    )
    top.add_argument("--version", action="version", version=f"momentum {version('momentum-board')}")
    commands = top.add_subparsers(metavar="COMMAND", required=True, parser_class=_Parser)
    for module in (
        play,
        demo,
        simulate,
        games,
        arbiter,
        config,
        check,
        calibrate,
        firmware,
        dark,
        bench,
        soak,
    ):
        module.add(commands)
    return top


def run(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code; a foreseen error is one sentence on standard error."""
    options.bear_any_terminal()
    given = parser().parse_args(arguments)
    try:
        code: int = given.run(given)
    except (MomentumError, HardwareError) as error:
        print(f"momentum: {error}", file=sys.stderr)
        return WRONG_USE
    except BrokenPipeError:
        sys.stderr.close()
        return FINE
    except KeyboardInterrupt:
        return 130
    return code
