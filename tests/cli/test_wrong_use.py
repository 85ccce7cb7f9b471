"""Wrong use: every foreseen mistake gets one sentence on standard error, and exit code 2."""

from __future__ import annotations

import argparse
import re
import socket
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

import pytest

from momentum.cli import parser, run

GPIO = str(files("momentum") / "config/examples/gpio.toml")
RECORD = '[Momentum "1"]\n[Rules "pie=off"]\n\n1. d4 a1\n2. g7 a1\n'


def outcome(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str]:
    """Run a command and return its exit code and what it said on standard error."""
    try:
        code = run(arguments)
    except SystemExit as left:
        code = left.code if isinstance(left.code, int) else 1
    said = capsys.readouterr()
    assert said.out == ""
    return code, said.err


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        ([], "momentum: the following arguments are required: COMMAND; see momentum --help"),
        (["dance"], "invalid choice: 'dance'"),
        (["play"], "/etc/momentum/momentum.toml: there is no such file; name one with --config"),
        (["play", "--config", "none.toml"], "none.toml: there is no such file; write one from"),
        (["play", "--simulate", "--language", "fr"], "there are no words in 'fr'; choose en or ko"),
        (["demo", "--language", "tlh"], "there are no words in 'tlh'; choose en or ko"),
        (["play", "--simulate", "--port", "eighty"], "'eighty' is no port; give a number from 0 to 65535"),
        (["play", "--simulate", "--port", "99999"], "'99999' is no port"),
        (["play", "--simulate", "--host", "my table"], "'my table' is no address"),
        (["play", "--simulate", "--scan-hz", "-200"], "'-200' is no scan rate; give 10 to 1000"),
        (["play", "--simulate", "--set", "rounds"], "'rounds' is no setting; write KEY=VALUE"),
        (["play", "--simulate", "--set", "rounds=0"], "rounds"),
        (["play", "--simulate", "--set", "colour=red"], "unknown setting 'colour'"),
        (["play", "--simulate", "--clock", "soon"], "clock cannot be 'soon': "),
        (["play", "--simulate", "--host", "203.0.113.7", "--no-browser"], "cannot listen on 203.0.113.7"),
        (["play", "--simulate", "--seed", "x"], "'x' is no seed; give a whole number, such as 7"),
        (["simulate", "--seed", "1.5", "a.scn"], "'1.5' is no seed"),
        (["soak", "--seed", "9" * 5000], "is no seed"),
        (["soak", "--first", "-1"], "'-1' is no whole number from 0 up"),
        (["soak", "--games", "0"], "'0' is no whole number from 1 up"),
        (["games", "slip", "9" * 5000], "is no whole number from 1 up"),
        (["play", "--simulate", "--journal", ""], "argument --journal: '' is no file; name one, or leave"),
        (["games", "list", "--journal", ""], "argument --journal: '' is no file"),
        (["arbiter", "list", "--journal", ""], "argument --journal: '' is no file"),
        (["games", "show", ""], "argument N|FILE: '' is no file"),
        (["games", "verify", ""], "argument FILE|TEXT: '' is no file"),
        (["play", "--config", ""], "argument --config: '' is no file"),
        (["firmware", "files", ""], "argument FOLDER: '' is no file"),
        (["simulate", "a\0.scn"], "is no file: no name holds a zero byte"),
        (["simulate"], "the following arguments are required: FILE"),
        (["config", "show", "."], ".: cannot be read: Is a directory; name a TOML file"),
        (["games", "list", "--journal", "."], ". is a folder; name the file of a journal"),
        (["firmware", "check", "--config", GPIO], '"gpio", whose table has no program of its own'),
        (["games", "show", "no such file"], "no such file: cannot be read: No such file or directory"),
    ],
)
def test_wrong_use_gets_one_sentence(
    capsys: pytest.CaptureFixture[str], arguments: list[str], why: str
) -> None:
    code, said = outcome(capsys, *arguments)
    assert code == 2
    assert why in said
    assert said.count("\n") == 1
    assert "Traceback" not in said


def test_a_port_in_use_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        code, said = outcome(capsys, "play", "--simulate", "--no-browser", "--port", str(port))
    assert code == 2
    assert said == f"momentum: port {port} is in use; choose another one with --port, or stop what uses it\n"


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (RECORD.encode(), "move 2 of the second player, a1: "),
        (b"\x89PNG\r\n\x1a\n\xff\xfe", "this is not UTF-8 text; a record is a text file"),
        (b"", "this is no record"),
    ],
)
def test_a_bad_record_is_told(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, content: bytes, why: str
) -> None:
    file = tmp_path / "game.txt"
    file.write_bytes(content)
    code, said = outcome(capsys, "games", "show", str(file))
    assert code == 2
    assert why in said
    assert said.count("\n") == 1


def every_argument(of: argparse.ArgumentParser) -> Iterator[argparse.Action]:
    """Yield every argument of a parser and of the commands under it."""
    for action in of._actions:
        if isinstance(action, argparse._SubParsersAction):
            for under in action.choices.values():
                yield from every_argument(under)
        else:
            yield action


def test_every_argument_that_is_read_says_itself_what_is_wrong_with_it() -> None:
    readers = {action.type for action in every_argument(parser())}
    assert len(readers) > 10
    assert not readers & {int, float, str, Path}


COMMANDS = re.findall(r"^    ([a-z]+) ", parser().format_help(), re.MULTILINE)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_with_an_example(capsys: pytest.CaptureFixture[str], command: str) -> None:
    with pytest.raises(SystemExit) as left:
        run([command, "--help"])
    assert left.value.code == 0
    assert f"momentum {command}" in capsys.readouterr().out.split("example", 1)[1]
