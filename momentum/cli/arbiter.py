"""`momentum arbiter`: what an arbiter does at the table's own machine, and the PIN for doing it elsewhere."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from momentum.cli import options

_EXAMPLE = """\
examples:
  momentum arbiter pin                                    # set the PIN of the page /arbiter
  momentum arbiter list                                   # the position, and what was done so far
  momentum arbiter pause --reason "a marble rolled off the table"
  momentum arbiter position first=d4,e5 second=c3 --reason "as both players say"
  momentum arbiter resume --reason "put right"
  momentum arbiter undo 2 --reason "it was e6"
  sudo momentum arbiter list --journal /var/lib/momentum/games.sqlite    # the table of the service

acts:
"""
_EXITS = """\

CELLS are separated by commas; - is none. Exit 0: done; 1: it could not be done, and why; 2: wrong use, or no
table is being played there.
"""


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the command line."""
    from momentum.referee.act_texts import shapes

    acts = "\n".join(f"  {verb} {shape}".rstrip() for verb, shape in shapes().items())
    parser = options.command(
        commands, "arbiter", "do what an arbiter may do at the table that is being played",
        f"{_EXAMPLE}{acts}\n{_EXITS}",
    )  # fmt: skip
    parser.add_argument(
        "act", metavar="ACT", nargs="+", help="pin, list, or an act with its words, see below"
    )
    parser.add_argument("--reason", default="", help="why; every act needs one")
    parser.add_argument("--json", action="store_true", help="print JSON")
    options.add_journal(parser, none=False)
    options.add_config_file(parser)
    parser.set_defaults(run=run)


def run(given: argparse.Namespace) -> int:
    """Set the PIN, or ask the table."""
    config = None if given.journal else options.known_config(given.config)
    journal = options.arbiter_journal(options.journal_file(given.journal, config))
    if given.act == ["pin"]:
        return _set_pin(journal)
    if given.act == ["list"]:
        return _list(journal, as_json=given.json)
    return _do(journal, " ".join(given.act), given.reason, as_json=given.json)


def _set_pin(journal: Path) -> int:
    from momentum.web.pin import Pin, pin_file

    Pin(pin_file(journal)).set(_asked_pin())
    print("The PIN is set. The arbiter's page is /arbiter, beside the table's own.")
    return 0


def _asked_pin() -> str:
    from getpass import getpass

    from momentum.web.errors import BadPin

    if not sys.stdin.isatty():
        return sys.stdin.readline().rstrip("\n")
    pin = getpass("New PIN: ")
    if getpass("Once more: ") != pin:
        raise BadPin("these were two different PINs; nothing was changed")
    return pin


def _list(journal: Path, *, as_json: bool) -> int:
    from momentum.play.console import ask, socket_file

    stands = ask(socket_file(journal), {})
    if as_json:
        print(json.dumps(stands, ensure_ascii=False))
        return 0
    for key in ("phase", "position", "board", "turn", "ply", "result", "journal"):
        print(f"{key:9} {stands[key]}")
    for act in stands["acts"]:
        undone = f" (undone by {act['undone_by']})" if act["undone_by"] else ""
        print(f"{act['number']:>4}  {act['act']}{undone}: {act['reason']}")
    return 0


def _do(journal: Path, text: str, reason: str, *, as_json: bool) -> int:
    from momentum.play.console import ask, socket_file
    from momentum.referee import parse_act

    act = parse_act(text)
    answer: dict[str, Any] = ask(socket_file(journal), {"act": str(act), "reason": reason})
    if as_json:
        print(json.dumps(answer, ensure_ascii=False))
    elif "error" in answer:
        print(f"momentum arbiter: {answer['error']}", file=sys.stderr)
    else:
        print(f"Done: act {answer['number']}, {act}.")
    return 1 if "error" in answer else 0
