"""A program in place of espeak-ng: it writes down what it is to say, and can fail in every way."""

from __future__ import annotations

import stat
import sys
import time
from collections.abc import Callable
from pathlib import Path

PATIENCE_S = 10.0
"""How long a test waits for another process before it gives up."""

_PROGRAM = """\
#!{python} -SE
import os, signal, sys, time
log = os.open({log!r}, os.O_WRONLY | os.O_APPEND | os.O_CREAT)
arguments = sys.argv[1:]
os.write(log, ("started " + " ".join(arguments) + chr(10)).encode())
if "nobody" in arguments:
    sys.exit("Error: The specified espeak-ng voice does not exist.")
if "--stdout" in arguments:
    sys.stdout.write("RIFF" + "~" * 400)
if arguments[-1:] == ["Momentum"]:
    if "silent" in arguments:
        print("ALSA lib pcm.c: Unknown PCM default", file=sys.stderr)
    sys.exit()
for line in sys.stdin:
    said = line.strip()
    os.write(log, (str(os.getpid()) + " " + said + chr(10)).encode())
    if said == "die":
        sys.exit("error: it died")
    if said == "no sound":
        print("error: No such file or directory", file=sys.stderr)
    if said == "killed":
        os.kill(os.getpid(), signal.SIGKILL)
    if said == "go on":
        time.sleep(3600)
"""


class StandIn:
    """The program in a folder, and what it wrote down."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "stand-in"
        """The program."""
        self._log = folder / "said"
        self.path.write_text(_PROGRAM.format(python=sys.executable, log=str(self._log)))
        self.path.chmod(self.path.stat().st_mode | stat.S_IXUSR)

    @property
    def lines(self) -> list[str]:
        """Everything that it wrote down."""
        return self._log.read_text().splitlines() if self._log.exists() else []

    @property
    def said(self) -> list[str]:
        """What was said, in order."""
        return [line.partition(" ")[2] for line in self.lines if not line.startswith("started")]

    @property
    def pids(self) -> list[int]:
        """The processes that said it."""
        return [int(line.partition(" ")[0]) for line in self.lines if not line.startswith("started")]


def wait_until(so: Callable[[], bool]) -> None:
    """Wait until this holds."""
    until_s = time.monotonic() + PATIENCE_S
    while not so():
        assert time.monotonic() < until_s, "another process was waited for in vain"
        time.sleep(0.005)
