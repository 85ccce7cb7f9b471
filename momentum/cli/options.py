"""Options that several commands share, and how their values are read."""

from __future__ import annotations

import argparse
import io
import ipaddress
import math
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from momentum.config.schema import Config

CONFIG_FILE = Path("/etc/momentum/momentum.toml")
"""Where the config stands unless `--config` says otherwise."""


def command(
    commands: argparse._SubParsersAction[argparse.ArgumentParser], name: str, about: str, more: str
) -> argparse.ArgumentParser:
    """Add a command to the command line and return its parser; `more` is its example."""
    return commands.add_parser(
        name,
        help=about,
        description=about[0].upper() + about[1:] + ".",
        epilog=more,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )


def add_page_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of commands that serve a page."""
    parser.add_argument("--port", type=port, help="port of the page (default 8049; 0: any free one)")
    parser.add_argument("--host", type=host, help="address to listen on (default: this machine only)")
    parser.add_argument("--no-browser", action="store_true", help="print the address, open nothing")
    add_language(parser)


def add_language(parser: argparse.ArgumentParser) -> None:
    """Add the option for what players read and hear."""
    parser.add_argument("--language", type=language, help="en (default) or ko")


def add_speech(parser: argparse.ArgumentParser) -> None:
    """Add the option for what the table says aloud."""
    about = "what is said aloud: off (default), short, or full, to play by ear and touch"
    parser.add_argument("--speech", choices=("off", "short", "full"), help=about)


def add_journal(parser: argparse.ArgumentParser, *, none: bool) -> None:
    """Add the option that names the journal; with `none`, it may be left unwritten."""
    about = "the journal of all games (default: as the config has it, else in your data folder)"
    more = "; none: games are not written down" if none else ""
    name = "FILE|none" if none else "FILE"
    parser.add_argument("--journal", metavar=name, type=file_name, help=about + more)


def journal_file(given: str | None, config: Config | None) -> Path | None:
    """Return where games are written down, or None when they are not."""
    from momentum.records.store import default_file

    named = given or (config.records.file if config is not None else "")
    if named == "none":
        return None
    return Path(named) if named else default_file()


def sound_file(journal: Path | None) -> Path | None:
    """Return where it is kept whether a table is muted: beside its journal, and nowhere without one."""
    return None if journal is None else journal.with_name("sound.json")


def arbiter_journal(file: Path | None) -> Path:
    """Return the journal beside which an arbiter's PIN and socket stand, be it written or not."""
    from momentum.records.store import default_file

    return file or default_file()


def known_config(file: Path) -> Config | None:
    """Return the config in a file; None when it is the default one and missing. Raises `ConfigError`."""
    from momentum.config.reading import read_config

    return read_config(file) if file != CONFIG_FILE or file.exists() else None


def add_config_file(parser: argparse.ArgumentParser, *, positional: bool = False) -> None:
    """Add the config file, as `--config FILE` or as the command's own argument."""
    about = f"the config file (default {CONFIG_FILE})"
    if positional:
        parser.add_argument("config", metavar="FILE", nargs="?", type=file, default=CONFIG_FILE, help=about)
    else:
        parser.add_argument("--config", metavar="FILE", type=file, default=CONFIG_FILE, help=about)


SIMULATED = ("straight", "turned", "mirrored", "swapped", "broken")
"""The simulated tables of the workshop."""


def add_simulated_table(parser: argparse.ArgumentParser) -> None:
    """Add the option to work on a simulated table, with virtual hands."""
    parser.add_argument(
        "--simulate", metavar="WIRED", nargs="?", const=SIMULATED[0], choices=SIMULATED,
        help=f"a simulated table with virtual hands; no hardware, no config; wired {', '.join(SIMULATED)}",
    )  # fmt: skip


def host(text: str) -> str:
    """Read an address to listen on."""
    if text == "localhost":
        return text
    try:
        return str(ipaddress.ip_address(text))
    except ValueError:
        sentence = f"{text!r} is no address; give one such as 127.0.0.1, or 0.0.0.0 for every network"
        raise argparse.ArgumentTypeError(sentence) from None


def language(text: str) -> str:
    """Read a language."""
    from momentum.words import LANGUAGES

    if text not in LANGUAGES:
        raise argparse.ArgumentTypeError(f"there are no words in {text!r}; choose {' or '.join(LANGUAGES)}")
    return text


def file_name(text: str) -> str:
    """Read the name of a file, or of whatever else may be named instead."""
    if not text:
        raise argparse.ArgumentTypeError("'' is no file; name one, or leave the argument out")
    if "\0" in text:
        raise argparse.ArgumentTypeError(f"{text!r} is no file: no name holds a zero byte")
    return text


def file(text: str) -> Path:
    """Read the name of a file or a folder."""
    return Path(file_name(text))


def _between(least: float, most: float, sentence: str) -> Callable[[str], float]:
    """Return what reads a number between two others; `sentence` says what is no such number, and what is."""

    def read(text: str) -> float:
        try:
            number = float(text)
        except ValueError:
            number = math.nan
        if not least <= number <= most:
            raise argparse.ArgumentTypeError(f"{text!r} is {sentence}")
        return number

    return read


def _whole(least: float, most: float, sentence: str) -> Callable[[str], int]:
    """Return what reads a whole number between two others."""

    def read(text: str) -> int:
        digits = text.removeprefix("-")
        number = int(text) if digits.isascii() and digits.isdigit() and len(digits) < 19 else None
        if number is None or not least <= number <= most:
            raise argparse.ArgumentTypeError(f"{text!r} is {sentence}")
        return number

    return read


delay = _between(0, 3600, "no delay; give 0 to 3600 seconds")
"""Read a spectators' delay in seconds."""
pace = _between(0.1, 60, "no pace; give 0.1 to 60 seconds")
"""Read how many seconds something is shown."""
rate = _between(10, 1000, "no scan rate; give 10 to 1000 scans a second (200 suits)")
"""Read a scan rate in scans a second."""
port = _whole(0, 65535, "no port; give a number from 0 to 65535")
"""Read a port number."""
positive = _whole(1, math.inf, "no whole number from 1 up")
"""Read a whole number from 1 up."""
number = _whole(0, math.inf, "no whole number from 0 up")
"""Read a whole number from 0 up."""
seed = _whole(-math.inf, math.inf, "no seed; give a whole number, such as 7")
"""Read where chance comes from."""


def setting(text: str) -> tuple[str, str]:
    """Read KEY=VALUE, a setting of the game."""
    from momentum.referee import SettingError, TableSettings

    key, equals, value = text.partition("=")
    if not equals:
        raise argparse.ArgumentTypeError(f"{text!r} is no setting; write KEY=VALUE, for example rounds=off")
    try:
        TableSettings().with_value(key, value)
    except SettingError as error:
        raise argparse.ArgumentTypeError(str(error)) from None
    return key, value


def clock(text: str) -> tuple[str, str]:
    """Read a time control, a setting of the game."""
    return setting(f"clock={text}")


def bear_any_terminal() -> None:
    """Let what a terminal has no letters for be written in escapes, instead of ending the program."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def write_file(text: str) -> None:
    """Write to standard output what is a file's content: always UTF-8, whatever a terminal speaks."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8")
    print(text, end="")


def progress(text: str) -> None:
    """Show what a long command is doing, on a terminal only."""
    if sys.stderr.isatty():
        print(f"\r\033[K{text}", end="" if text else "\r", file=sys.stderr, flush=True)
