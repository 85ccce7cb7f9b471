"""`momentum games`: recorded games, read from their text files."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from momentum.cli import options

if TYPE_CHECKING:
    from momentum.rules import Game

_EXAMPLE = """\
examples:
  momentum games show game.txt
  momentum games show --json game.txt

Exit 0: the record replays to its end; 2: it cannot be read, or a move in it is not legal (which, and why).
"""


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the command line."""
    parser = options.command(commands, "games", "replay and show recorded games", _EXAMPLE)
    verbs = parser.add_subparsers(metavar="VERB", required=True)
    show = options.command(
        verbs, "show", "replay a record, check every move, and show where it ends", _EXAMPLE
    )
    show.add_argument("file", metavar="FILE", type=Path, help="a text record")
    show.add_argument("--json", action="store_true", help="print one JSON object")
    show.set_defaults(run=run)


def run(given: argparse.Namespace) -> int:
    """Replay and show one record."""
    from momentum.records.book import Record
    from momentum.records.errors import RecordError

    try:
        game = Record.parse(given.file.read_text(encoding="utf-8")).game()
    except OSError as error:
        print(f"{given.file}: cannot be read: {error.strerror}", file=sys.stderr)
        return 2
    except UnicodeDecodeError:
        print(f"{given.file}: this is not UTF-8 text; a record is a text file", file=sys.stderr)
        return 2
    except RecordError as error:
        print(f"{given.file}: {error}", file=sys.stderr)
        return 2
    print(json.dumps(_summary(game), ensure_ascii=False) if given.json else _shown(game))
    return 0


def _summary(game: Game) -> dict[str, str | int | None]:
    from momentum.records.book import result_text

    return {
        "rules": str(game.rules),
        "plies": game.ply,
        "rounds": game.round,
        "position": str(game.position),
        "to_move": None if game.result else game.to_move.value,
        "result": result_text(game.result),
    }


def _shown(game: Game) -> str:
    summary = _summary(game)
    rows = [f"{name.replace('_', ' '):9} {value}" for name, value in summary.items() if value is not None]
    return "\n".join([_board(game), *rows])


def _board(game: Game) -> str:
    from momentum.play.terminal import MARBLES

    rows = []
    for row in range(6, -1, -1):
        owners = [game.position.owner(row * 7 + column) for column in range(7)]
        rows.append(f"{row + 1}  " + " ".join("·" if owner is None else MARBLES[owner] for owner in owners))
    return "\n".join([*rows, "   a b c d e f g", ""])
