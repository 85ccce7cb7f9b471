"""A guest of the kernel lab as the machine that runs it sees it: its words, its plugs and its power."""

from __future__ import annotations

import os
import select
import socket
import subprocess
import time
from collections import deque
from collections.abc import Iterator, Sequence
from pathlib import Path

ROOT = Path(__file__).parents[3]
LAB = ROOT / "tests" / "kernel" / "lab"
BUILD = LAB.with_name("build")
PATIENCE_S = 120.0
"""How long anything may take: the guest's one processor is imitated, and others want the real one too."""


class Guest:
    """One command in a guest, begun when this is made."""

    def __init__(self, job: Path, command: Sequence[str], more: Sequence[str] = ()) -> None:
        """Start it in a fresh folder `job`; `more` are further words for qemu."""
        told = subprocess.run(
            [LAB, "words", job, *command], cwd=ROOT, check=True, capture_output=True, text=True
        )
        self._job = job
        self._rest = b""
        self._waiting = deque[str]()
        with (job / "qemu.log").open("wb") as log:
            self._process = subprocess.Popen(
                [*told.stdout.splitlines(), *more],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=log,
            )

    def lines(self, until_s: float) -> Iterator[str]:
        """Yield what it says, a line at a time, until that instant of the monotonic clock or its end."""
        while self._waiting or self._listen(until_s):
            while self._waiting:
                yield self._waiting.popleft()

    def _listen(self, until_s: float) -> bool:
        """Take what it says next; tell whether there was anything until that instant.

        A line that its end broke off was never told.
        """
        output = self._process.stdout
        assert output is not None
        if not select.select([output], [], [], max(until_s - time.monotonic(), 0))[0]:
            return False
        heard = os.read(output.fileno(), 1 << 16)
        *whole, self._rest = (self._rest + heard).split(b"\n")
        self._waiting.extend(line.decode().rstrip("\r") for line in whole)
        return bool(heard)

    def hear(self, wanted: str) -> str:
        """Wait until a line begins so, and return it."""
        for line in self.lines(time.monotonic() + PATIENCE_S):
            if line.startswith(wanted):
                return line
        raise AssertionError(f"the guest did not say {wanted!r}: {self.story()}")

    def cut(self) -> list[str]:
        """Take its power away, and return the last of what it had said."""
        self._process.kill()
        self._process.wait()
        return list(self.lines(time.monotonic() + 1))

    def verdict(self) -> int:
        """Wait for its end, and return its command's exit status."""
        self._process.communicate(timeout=PATIENCE_S)
        return int((self._job / "verdict").read_text("ascii"))

    def story(self) -> str:
        """Return what it and qemu told beside its output."""
        told = [(self._job / name).read_text("utf-8", "replace") for name in ("console", "qemu.log")]
        return "\n".join([*told, self._rest.decode(errors="replace")])

    def end(self) -> None:
        """End it, if it has not ended."""
        if self._process.poll() is None:
            self._process.kill()
        self._process.communicate()


class Monitor:
    """Qemu's monitor, at which devices are plugged in and pulled out."""

    def __init__(self, job: Path) -> None:
        self._path = job / "monitor"
        self.words = (
            *("-chardev", f"socket,id=monitor,path={self._path},server=on,wait=off"),
            *("-mon", "chardev=monitor,mode=readline"),
        )
        """What lets qemu listen there."""

    def __call__(self, command: str) -> str:
        """Give a command and return the answer."""
        with socket.socket(socket.AF_UNIX) as line:
            line.settimeout(PATIENCE_S)
            line.connect(str(self._path))
            self._answer(line)
            line.sendall(command.encode() + b"\n")
            return self._answer(line)

    @staticmethod
    def _answer(line: socket.socket) -> str:
        heard = b""
        while not heard.endswith(b"(qemu) "):
            heard += line.recv(4096)
        return heard.decode()
