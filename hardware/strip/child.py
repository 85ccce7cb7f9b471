"""A child process that answers each message with a line; how it ended is told in words."""

import os
import select
import signal
import subprocess
from collections.abc import Sequence
from contextlib import suppress
from time import monotonic

from hardware.errors import HardwareError


class ChildEndedError(HardwareError, OSError):
    """The child has ended, or was ended because it did not answer as it should."""


class Child:
    """One process, until it is ended. It shares this one's standard error."""

    __slots__ = ("_answers", "_messages", "_process", "_ready", "_started_s", "_unread")

    def __init__(self, command: Sequence[str]) -> None:
        """Start it and return at once."""
        to_child, self._messages = os.pipe()
        self._answers, from_child = os.pipe()
        self._process = subprocess.Popen(command, stdin=to_child, stdout=from_child)  # noqa: S603 - our own command
        os.close(to_child)
        os.close(from_child)
        self._started_s = monotonic()
        self._ready = False
        self._unread = b""

    @property
    def pid(self) -> int:
        """Its process number."""
        return self._process.pid

    def wait_ready(self, word: str, patience_s: float) -> None:
        """Wait for the line that says it is ready. Raises ChildEndedError."""
        self._expect(word, patience_s)
        self._ready = True

    def is_ready(self, word: str, patience_s: float) -> bool:
        """Tell at once whether it is ready.

        Raises ChildEndedError when it has ended, or is not ready `patience_s` after its start.
        """
        late = monotonic() > self._started_s + patience_s
        if not self._ready and (late or select.select([self._answers], [], [], 0)[0]):
            self.wait_ready(word, 0.0)
        return self._ready

    def ask(self, message: bytes, word: str, patience_s: float) -> None:
        """Send a message and wait for its answer. Raises ChildEndedError."""
        with suppress(BrokenPipeError):  # it has ended: what it said at last is read below
            os.write(self._messages, message)
        self._expect(word, patience_s)

    def _expect(self, word: str, patience_s: float) -> None:
        line = self._line(monotonic() + patience_s)
        if line != word:
            self.end(0.0 if line is None else 1.0)
            raise ChildEndedError(self._why(line))

    def _why(self, line: str | None) -> str:
        if line is None:
            return "it did not answer in time"
        if line:
            return line.removeprefix("failed ")
        status = self._process.returncode
        return (
            f"it was ended by {signal.Signals(-status).name}"
            if status < 0
            else f"it ended with status {status}"
        )

    def _line(self, deadline_s: float) -> str | None:
        """Return its next line, an empty one when it has ended, or None when there is none in time."""
        while b"\n" not in self._unread:
            if not select.select([self._answers], [], [], max(0.0, deadline_s - monotonic()))[0]:
                return None
            piece = os.read(self._answers, 4096)
            if not piece:
                return ""
            self._unread += piece
        line, _, self._unread = self._unread.partition(b"\n")
        return line.decode(errors="replace")

    def end(self, patience_s: float) -> None:
        """Close its input, wait for its end, and kill it when that takes longer than `patience_s`."""
        os.close(self._messages)
        try:
            self._process.wait(patience_s)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        os.close(self._answers)
