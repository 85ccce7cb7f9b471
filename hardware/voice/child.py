"""One process that speaks: it is begun ahead, waits for its text, says it and ends."""

import os
import signal
import subprocess
from collections.abc import Sequence
from contextlib import suppress

_END_S = 1.0
"""How long a process that says nothing more may take to end."""


class SpeakingChild:
    """A process whose input is what it has to say; what it complains of is read, so that it never blocks."""

    __slots__ = ("_complaint", "_process")

    def __init__(self, command: Sequence[str], sound: int = subprocess.DEVNULL) -> None:
        """Start it; its standard output goes to the file `sound`. Raises OSError."""
        self._complaint = b""
        self._process = subprocess.Popen(  # noqa: S603 - the program that the owner's config names
            command, stdin=subprocess.PIPE, stdout=sound, stderr=subprocess.PIPE, start_new_session=True
        )

    @property
    def waits(self) -> bool:
        """Whether it is still there."""
        return self._process.poll() is None

    def fileno(self) -> int:
        """Return the file that is ready when it complains or has ended."""
        assert self._process.stderr is not None  # noqa: S101 - asked for above
        return self._process.stderr.fileno()

    def say(self, text: str) -> None:
        """Hand it its text; one that has ended meanwhile is noticed by its end."""
        assert self._process.stdin is not None  # noqa: S101 - asked for above
        with suppress(BrokenPipeError):
            self._process.stdin.write(f"{text}\n".encode())
        with suppress(BrokenPipeError):
            self._process.stdin.close()

    def hear(self) -> bool:
        """Read what it complains of, which must be ready; return whether that was its end."""
        piece = os.read(self.fileno(), 4096)
        self._complaint = (self._complaint + piece)[-2000:]
        return not piece

    @property
    def complaint(self) -> str:
        """The last line that it complained of."""
        lines = self._complaint.decode(errors="replace").split("\n")
        return next((line.strip() for line in reversed(lines) if line.strip()), "")

    def end(self, patience_s: float = _END_S) -> int:
        """Wait for its end, kill it when that takes longer than `patience_s`, and return its exit status.

        One that even then does not end, because a driver holds it, is left to itself.
        """
        status = self._ended(patience_s)
        if status is None:
            self._process.kill()
            status = self._ended(_END_S) or -signal.SIGKILL
        for file in (self._process.stdin, self._process.stderr):
            if file is not None:
                with suppress(BrokenPipeError):
                    file.close()
        return status

    def _ended(self, patience_s: float) -> int | None:
        try:
            return self._process.wait(patience_s)
        except subprocess.TimeoutExpired:
            return None
