"""A link over a port that is opened again by itself, for as long as somebody uses it. Never waits."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from firmware_bridge.errors import BridgeError
from firmware_bridge.events import Board, Broken, Failed, LinkEvent, Lost, Welcomed
from firmware_bridge.link import Link
from firmware_bridge.link_state import State
from hardware.protocols import DARK

ANSWER_MS = 2000
"""A port behind which no board has answered for so long is closed."""
FIRST_PAUSE_MS, LONGEST_PAUSE_MS = 100, 800
"""Pause before a port that could not be used is opened again: doubled each time."""
MOST_HEARD = 60
"""Bytes kept to tell what does not answer as a board does."""

_ECHO = "came back to the host"


class Port(Protocol):
    """An open port; `read` and `write` never wait, and raise BridgeError once it has died."""

    @property
    def path(self) -> str:
        """What was opened."""
        ...

    def read(self) -> bytes:
        """Return what has come."""
        ...

    def write(self, data: bytes) -> None:
        """Send bytes."""
        ...

    def close(self) -> None:
        """Let go of the port; a second time does nothing."""
        ...


class Connection:
    """Ports come and go; the link stays the same, so that it knows what has changed meanwhile."""

    def __init__(self, opener: Callable[[], Port], link: Link, refuse: Callable[[Board], str | None]) -> None:
        """Take what opens the port, and what says why a board that was met is not the one wanted."""
        self.link = link
        self.why: BridgeError | None = None
        """Why there is no link now; None while there is, or is about to be, one."""
        self._opener = opener
        self._refuse = refuse
        self._port: Port | None = None
        self._try_ms: int | None = None
        self._pause_ms = 0
        self._opened_ms = 0
        self._due_ms: int | None = None
        self._heard = b""
        self._echo = False

    @property
    def path(self) -> str:
        """The port that is open; empty when none is."""
        return "" if self._port is None else self._port.path

    def pump(self, now_ms: int) -> tuple[LinkEvent, ...]:
        """Move what there is to move, and open the port when it is time; return what the link tells."""
        if self._port is None and not self._open(now_ms):
            return ()
        try:
            return self._moved(now_ms)
        except BridgeError as error:
            return self._drop(now_ms, error)

    def flush(self, now_ms: int) -> tuple[LinkEvent, ...]:
        """Send what the link has to say now; return what it tells of a port that dies of it."""
        try:
            self._send()
        except BridgeError as error:
            return self._drop(now_ms, error)
        return ()

    def close(self, now_ms: int) -> None:
        """Close the port and the link."""
        port, self._port = self._port, None
        if port is not None:
            port.close()
        self.link.shut(now_ms)

    def _open(self, now_ms: int) -> bool:
        if self._try_ms is not None and now_ms < self._try_ms:
            return False
        try:
            self._port = self._opener()
        except BridgeError as error:
            self._later(now_ms, error)
            return False
        self._opened_ms, self._heard, self._echo = now_ms, b"", False
        self._due_ms = now_ms
        self.link.show(DARK, now_ms)  # a board that is back is dark until it is shown something
        self.link.opened(now_ms)
        return True

    def _moved(self, now_ms: int) -> tuple[LinkEvent, ...]:
        told = self._hear(now_ms)
        self._send()
        if not told and self.link.state is not State.GREETING:
            return told
        for event in told:
            self._check(event)
        if self.link.state is State.GREETING and now_ms - self._opened_ms >= ANSWER_MS:
            raise NoAnswer(self._unanswered())
        return told

    def _hear(self, now_ms: int) -> tuple[LinkEvent, ...]:
        link = self.link
        data = self._port.read() if self._port is not None else b""
        told: tuple[LinkEvent, ...] = ()
        if data:
            told = link.receive(data, now_ms)
            self._due_ms = now_ms
            if link.state is State.GREETING:
                self._heard = (self._heard + data)[:MOST_HEARD]
        if self._due_ms is not None and now_ms >= self._due_ms:
            told += link.tick(now_ms)
            self._due_ms = link.next_due_ms
        return told

    def _send(self) -> None:
        out = self.link.take()
        if self._port is not None and out:
            self._port.write(out)
            self._due_ms = self.link.next_due_ms

    def _check(self, event: LinkEvent) -> None:
        """Raise what ends the connection: it is begun anew on a port opened anew."""
        match event:
            case Lost(why=why):
                raise LinkLost(why)
            case Failed(error=error):
                raise error
            case Welcomed(board=board):
                why_not = self._refuse(board)
                if why_not is not None:
                    raise WrongBoard(why_not)
                self.why, self._pause_ms = None, 0
            case Broken(error=error) if _ECHO in str(error):
                self._echo = True

    def _drop(self, now_ms: int, why: BridgeError) -> tuple[LinkEvent, ...]:
        port, self._port = self._port, None
        if port is not None:
            port.close()
        self._later(now_ms, why)
        return self.link.shut(now_ms, str(why))

    def _later(self, now_ms: int, why: BridgeError) -> None:
        """Note why, and when to try again: at once after a link that worked, then ever more seldom."""
        self.why = why
        self._try_ms = now_ms + self._pause_ms
        self._pause_ms = min(max(2 * self._pause_ms, FIRST_PAUSE_MS), LONGEST_PAUSE_MS)

    def _unanswered(self) -> str:
        port = self.path
        copy = "momentum firmware files tells how to put the board's program on it"
        if self._echo:
            return f"what is at {port} sends back what it is sent: MicroPython's prompt, no program; {copy}"
        if self._heard:
            return f"what answers at {port} is none of our boards: it says {self._heard!r}; {copy}"
        return f"nothing answers at {port} within {ANSWER_MS / 1000:g} s; {copy}"


class NoAnswer(BridgeError, OSError):
    """A port is open, and no board answers at it."""


class LinkLost(BridgeError, OSError):
    """The board was there and has fallen silent, or was restarted."""


class WrongBoard(BridgeError, OSError):
    """Another board than the one wanted answers."""
