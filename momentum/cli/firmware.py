"""`momentum firmware`: the program of the board on a USB cable: its files, and whether it is up to date."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from momentum.cli import options

if TYPE_CHECKING:
    from momentum.config.schema import Config
    from momentum.main.pico import Introduced

_EXAMPLE = """\
examples:
  momentum firmware files
  momentum firmware check
  momentum firmware check --config momentum.toml --json

The board is a Raspberry Pi Pico with MicroPython on it (micropython.org/download). Exit 0: the board runs
this very version; 1: another one, or no program that answers; 2: no board, it is in use, or the config names
another driver.
"""


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the command line."""
    parser = options.command(commands, "firmware", "the program of a board on a USB cable", _EXAMPLE)
    verbs = parser.add_subparsers(metavar="VERB", required=True)
    files = options.command(verbs, "files", "write the program's files, and say how to copy them", _EXAMPLE)
    files.add_argument(
        "folder", metavar="FOLDER", nargs="?", type=options.file, default=Path("pico"),
        help="where to write them (default pico)",
    )  # fmt: skip
    files.set_defaults(run=_files)
    check = options.command(verbs, "check", "compare the board's version with this program's", _EXAMPLE)
    options.add_config_file(check)
    check.add_argument("--json", action="store_true", help="print one JSON object")
    check.set_defaults(run=_check)


def _files(given: argparse.Namespace) -> int:
    from firmware_bridge.firmware import VERSION
    from firmware_bridge.firmware_files import files, lay_out

    try:
        lay_out(given.folder)
    except OSError as error:
        print(f"momentum: cannot write to {given.folder}: {error.strerror}", file=sys.stderr)
        return 2
    print(f"{len(files())} files of version {VERSION} are in {given.folder}. To put them on the board:")
    print(_commands(given.folder))
    return 0


def _commands(folder: Path) -> str:
    return (
        f"    mpremote cp -r {folder}/. :\n"
        f"    mpremote reset\n"
        f"A board that runs the program already is plugged in with GP22 held to ground: else it answers "
        f"nobody but\nthe table. Its parameters stay. (pip install mpremote; Thonny copies them too.)"
    )


def _check(given: argparse.Namespace) -> int:
    from firmware_bridge.firmware import VERSION
    from momentum.main.pico import introduce

    board = introduce(_config(given))
    if isinstance(board, str):
        print(f"momentum: {board}", file=sys.stderr)
        return 1
    same = board.board.firmware == VERSION
    if given.json:
        print(json.dumps(_told(board, VERSION)))
    else:
        print(_sentences(board))
        print(f"its program is version {board.board.firmware}, {_compared(VERSION, same=same)}")
    return 0 if same else 1


def _compared(brings: str, *, same: bool) -> str:
    return "as here" if same else f"here is {brings}: to copy that, see momentum firmware files"


def _config(given: argparse.Namespace) -> Config:
    """Return the config, or what finds the one board that is plugged in where there is no file."""
    from momentum.config.errors import ConfigError, Problem
    from momentum.config.reading import read_config
    from momentum.config.schema import Config as Shape

    if given.config == options.CONFIG_FILE and not given.config.exists():
        return Shape(driver="pico")
    config = read_config(given.config)
    if config.driver != "pico":
        why = f'it is "{config.driver}", whose table has no program of its own'
        remedy = 'name the config of a board with driver = "pico"'
        raise ConfigError(given.config, [Problem(key="driver", why=why, remedy=remedy)])
    return config


def _told(introduced: Introduced, brings: str) -> dict[str, object]:
    board, memory = introduced.board, introduced.memory
    return {
        "port": introduced.path,
        "serial_number": board.serial,
        "firmware": board.firmware,
        "brings": brings,
        "polarity": board.polarity,
        "lights": board.cells + board.ring,
        "buttons": sorted(board.buttons),
        "buzzer": board.buzzer,
        "starts": board.boot_count,
        "last_start": board.boot_reason,
        "memory_free": None if memory is None else memory.free,
        "longest_round_us": None if memory is None else memory.longest_us,
    }


def _sentences(introduced: Introduced) -> str:
    board, memory = introduced.board, introduced.memory
    kind = "tell north from south" if board.polarity else "tell that a marble is there"
    lines = [
        f"board {board.serial} at {introduced.path}",
        f"its contacts {kind}; {board.cells + board.ring} lights, {len(board.buttons)} buttons",
        f"starts so far: {board.boot_count}; the last one by {board.boot_reason}",
    ]
    if memory is not None:
        lines.append(
            f"{memory.free:,} bytes of memory are free; its longest round took {memory.longest_us} us"
        )
    return "\n".join(lines)
