"""The USB serial port as a stream of bytes that never makes the program wait."""

import select
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

MOST_READ = 64
MOST_WRITE = 64
MOST_PENDING = 4096
"""A host that does not read leaves at most so many bytes unsent; the rest is dropped, and asked for again."""


class Port:
    """Standard input and output as the host sees them."""

    def __init__(self) -> None:
        self._input: Any = sys.stdin.buffer
        self._readable = select.poll()
        self._readable.register(sys.stdin, select.POLLIN)
        self._writable = select.poll()
        self._writable.register(sys.stdout, select.POLLOUT)
        self._one = bytearray(1)
        self._read = bytearray(MOST_READ)
        self._pending = b""

    def read(self, wait_ms: int) -> bytes:
        """Return what has come, at most 64 bytes; wait so long when nothing has."""
        count = 0
        while count < MOST_READ and _ready(self._readable, wait_ms) and self._input.readinto(self._one) == 1:
            self._read[count] = self._one[0]
            count += 1
            wait_ms = 0
        return bytes(self._read[:count])

    def write(self, data: bytes) -> None:
        """Send the bytes as far as the host takes them, and what is left with the next ones."""
        if data and len(self._pending) < MOST_PENDING:
            self._pending += data
        while self._pending and _ready(self._writable, 0):
            sent = sys.stdout.buffer.write(self._pending[:MOST_WRITE])
            self._pending = self._pending[sent or 0 :]


def _ready(poller: "Any", wait_ms: int) -> bool:
    """Say whether the stream is ready within that time; a hang-up alone does not count."""
    for _, event in poller.ipoll(wait_ms):  # noqa: SIM110 - a generator would be allocated for every byte
        if event & (select.POLLIN | select.POLLOUT):
            return True
    return False
