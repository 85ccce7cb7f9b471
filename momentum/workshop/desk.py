"""A person at a terminal: what is said is printed, lines are read without ever holding up the table."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from queue import Empty, SimpleQueue
from types import FrameType
from typing import NoReturn, TextIO

from momentum.words import say
from momentum.workshop.dialogue import Say, Want


class TerminalDesk:
    """Words on one stream, lines from a file descriptor; None for one from which nothing is read."""

    def __init__(self, language: str, out: TextIO, lines_from: int | None) -> None:
        self._language = language
        self._out = out
        self._lines: SimpleQueue[str] = SimpleQueue()
        if lines_from is not None:
            threading.Thread(target=_read_lines, args=(lines_from, self._lines), daemon=True).start()

    def now(self) -> float:
        """Return the machine's monotonic clock in milliseconds."""
        return time.monotonic() * 1000

    def hear(self, decision: Say | Want) -> None:
        """Print what is said."""
        if isinstance(decision, Say):
            print(say(self._language, decision.key, **dict(decision.values)), file=self._out, flush=True)

    def wait(self, ms: float) -> tuple[str, ...]:
        """Sleep so long, or until a line is typed, and return it."""
        try:
            return (self._lines.get(timeout=ms / 1000),)
        except Empty:
            return ()


def terminal_input() -> int | None:
    """Return the descriptor of standard input when a person is at it, else None."""
    return sys.stdin.fileno() if sys.stdin is not None and sys.stdin.isatty() else None


def _read_lines(descriptor: int, lines: SimpleQueue[str]) -> None:
    """Put each line in the queue until the input ends.

    Python's own reader is passed by: it has a lock that no thread may hold when the program ends.
    """
    rest = b""
    while chunk := os.read(descriptor, 4096):
        *whole, rest = (rest + chunk).split(b"\n")
        for line in whole:
            lines.put(line.decode(errors="replace"))


@contextmanager
def ended_by_signals() -> Iterator[None]:
    """Let SIGTERM, and a terminal or SSH connection that is closed, end the program as an error would.

    So devices are closed, and dark, whatever ends it.
    """
    names = [name for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
    before = {name: signal.signal(getattr(signal, name), _leave) for name in names}
    try:
        yield
    finally:
        for name, handler in before.items():
            signal.signal(getattr(signal, name), handler)


def _leave(number: int, _frame: FrameType | None) -> NoReturn:
    raise SystemExit(128 + number)


def sleep_ms(ms: float) -> None:
    """Let so many milliseconds pass."""
    time.sleep(ms / 1000)
