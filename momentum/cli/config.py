"""`momentum config`: show, check and begin a config file, and draw the wiring it asks for."""

from __future__ import annotations

import argparse
import json
import sys

from momentum.cli import options

_EXAMPLE = """\
examples:
  momentum config example gpio > momentum.toml
  momentum config check momentum.toml
  momentum config wiring momentum.toml --svg wiring.svg

Exit 0: fine; 2: something is wrong with the file, each thing told with its key and what to do.
"""


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the command line."""
    parser = options.command(commands, "config", "show, check and begin a config file", _EXAMPLE)
    verbs = parser.add_subparsers(metavar="VERB", required=True)
    show = _verb(verbs, "show", "print every value in force")
    show.set_defaults(run=_show)
    check = _verb(verbs, "check", "tell everything that is wrong with it")
    check.add_argument("--json", action="store_true", help="print one JSON object")
    check.set_defaults(run=_check)
    wiring = _verb(verbs, "wiring", "print the wiring table, or draw the header")
    wiring.add_argument(
        "--svg", metavar="OUT", type=options.file, help="write a picture instead of the table"
    )
    wiring.set_defaults(run=_wiring)
    example = options.command(verbs, "example", "print a commented file to begin with", _EXAMPLE)
    example.add_argument(
        "name", nargs="?", default="gpio", type=_example_name, help="gpio (default), rpigpio, ..."
    )
    example.set_defaults(run=_example)


def _verb(
    verbs: argparse._SubParsersAction[argparse.ArgumentParser], name: str, about: str
) -> argparse.ArgumentParser:
    parser = options.command(verbs, name, about, _EXAMPLE)
    options.add_config_file(parser, positional=True)
    return parser


def _example_name(text: str) -> str:
    from momentum.config.text import EXAMPLES

    if text not in EXAMPLES:
        raise argparse.ArgumentTypeError(f"there is no example {text!r}; there are {', '.join(EXAMPLES)}")
    return text


def _show(given: argparse.Namespace) -> int:
    from momentum.config.reading import read_config
    from momentum.config.text import toml

    print(toml(read_config(given.config)), end="")
    return 0


def _check(given: argparse.Namespace) -> int:
    from momentum.config.errors import ConfigError, Problem
    from momentum.config.machine import firmware_here, machine_problems
    from momentum.config.reading import read_config

    problems: list[Problem] = []
    try:
        config = read_config(given.config)
        firmware = firmware_here()
        problems += machine_problems(config, firmware) if firmware else ()
    except ConfigError as error:
        problems += error.problems
    if given.json:
        told = [{"key": each.key, "why": each.why, "remedy": each.remedy} for each in problems]
        print(json.dumps({"file": str(given.config), "problems": told}, ensure_ascii=False))
    for each in () if given.json else problems:
        print(f"{given.config}: {each}", file=sys.stderr)
    if not problems and not given.json:
        print(f"{given.config}: ok")
    return 2 if problems else 0


def _wiring(given: argparse.Namespace) -> int:
    from momentum.config.reading import read_config
    from momentum.config.wiring import picture, table, uses

    config = read_config(given.config)
    if not uses(config):
        print(f"{given.config}: driver {config.driver!r} wires nothing to the Pi's header", file=sys.stderr)
        return 2
    if given.svg is None:
        print(table(config), end="")
        return 0
    try:
        given.svg.write_text(picture(config), encoding="utf-8")
    except OSError as error:
        print(f"{given.svg}: cannot be written: {error.strerror}", file=sys.stderr)
        return 2
    return 0


def _example(given: argparse.Namespace) -> int:
    from momentum.config.text import example

    print(example(given.name), end="")
    return 0
