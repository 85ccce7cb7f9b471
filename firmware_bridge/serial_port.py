"""The serial port that a board is plugged in to: which ports there are, opening one, and how it can die.

Whatever ends a port, it ends in `PortLost`, with the port closed. Needs pyserial, imported when it is used.
"""

from __future__ import annotations

import contextlib
import errno
import os
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

from firmware_bridge.errors import BridgeError

try:
    import fcntl
    import termios
except ImportError:  # Windows has neither
    _TERMINAL: Any = None
    _DEATHS: tuple[type[Exception], ...] = (OSError,)
else:
    _TERMINAL = termios
    _DEATHS = (OSError, termios.error)  # a serial exception is an OSError; a termios.error is none

BAUD = 115_200
"""Means nothing over USB, but 1200 would send many boards to their boot loader."""
PICO_USB = (0x2E8A, 0x0005)
"""Vendor and product of a Raspberry Pi Pico, or Pico 2, that runs MicroPython."""
BY_ID = Path("/dev/serial/by-id")
MOST_READ = 4096
WRITE_TIMEOUT_S = 1.0
"""A port that takes no byte for so long, though bytes wait, is lost."""

_WHAT_TO_DO = 'set serial_number = "..." (or port = "/dev/serial/by-id/...") in section [pico] of the config'


class PortError(BridgeError, OSError):
    """A port cannot be had."""


class NoBoard(PortError):
    """The board that is wanted is not plugged in."""


class SeveralBoards(PortError):
    """More than one board is plugged in, and nothing says which is meant."""


class PortBusy(PortError):
    """Another program has the port."""


class PortForbidden(PortError):
    """This user may not open the port."""


class PortLost(PortError):
    """The port was open, and has died; it is closed."""


class SerialMissing(BridgeError, ImportError):
    """The library for serial ports is not installed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """A port there is."""

    path: str
    """What to open: the name that stays the same wherever it is plugged in, if it has one."""
    serial_number: str = ""
    """The USB serial number of what is plugged in; empty when it has none."""
    board: bool = False
    """Whether it is a Pico that runs MicroPython."""

    def __str__(self) -> str:
        return f"{self.path} (serial_number = {self.serial_number!r})" if self.serial_number else self.path


def ports() -> tuple[Found, ...]:
    """Return the ports there are. Raises SerialMissing."""
    listed = _library("serial.tools.list_ports").comports()
    names = _lasting_names()
    return tuple(sorted((_found(port, names) for port in listed), key=str))


def _found(port: Any, names: dict[str, str]) -> Found:
    return Found(
        path=names.get(os.path.realpath(port.device), port.device),
        serial_number=port.serial_number or "",
        board=(port.vid, port.pid) == PICO_USB,
    )


def _lasting_names() -> dict[str, str]:
    try:
        links = sorted(BY_ID.iterdir())
    except OSError:
        return {}
    return {os.path.realpath(link): str(link) for link in links}


def choose(listed: Sequence[Found], serial_number: str = "") -> Found:
    """Return the board of that serial number or, without one, the only board there is.

    Raises NoBoard, and SeveralBoards, which names them all.
    """
    if serial_number:
        wanted = [port for port in listed if port.serial_number.lower() == serial_number.lower()]
    else:
        wanted = [port for port in listed if port.board]
    if len(wanted) > 1:
        raise SeveralBoards(f"{len(wanted)} boards are plugged in, {_named(wanted)}: {_WHAT_TO_DO}")
    if not wanted:
        which = f"no board with the serial number {serial_number!r}" if serial_number else "no board"
        raise NoBoard(f"{which} is plugged in; {_others(listed)}")
    return wanted[0]


def _others(listed: Sequence[Found]) -> str:
    if not listed:
        return "there is no serial port at all: plug the board in, with a cable that carries data"
    return f"the serial ports there are: {_named(listed)}; {_WHAT_TO_DO}"


def _named(listed: Iterable[Found]) -> str:
    return ", ".join(str(port) for port in listed)


class SerialPort:
    """An open port: raw bytes, this program's alone. Neither reading nor writing waits."""

    def __init__(self, path: str, *, clock: Callable[[], float] = time.monotonic) -> None:
        """Open a path, or an address such as socket://localhost:4000.

        Raises NoBoard, PortBusy, PortForbidden, PortError, SerialMissing.
        """
        self.path = path
        self._clock = clock
        self._pending = b""
        self._taken_s = clock()
        self._port = _opened(path)
        self._fd = _descriptor(self._port)
        self._claim("TIOCEXCL")

    def read(self) -> bytes:
        """Return what has come, perhaps nothing. Raises PortLost."""
        try:
            data: bytes = self._port.read(MOST_READ)
        except _DEATHS as error:
            raise self._lost(str(error)) from error
        self._push()
        return data

    def write(self, data: bytes) -> None:
        """Send bytes; what the port does not take now goes with the next call. Raises PortLost."""
        if data and not self._pending:
            self._taken_s = self._clock()
        self._pending += data
        self._push()

    def close(self) -> None:
        """Close the port; a second time does nothing."""
        self._pending = b""
        self._claim("TIOCNXCL")
        self._fd = None
        with contextlib.suppress(*_DEATHS):
            self._port.reset_output_buffer()  # else closing waits for a board that no longer reads
        with contextlib.suppress(*_DEATHS):
            self._port.close()

    def _push(self) -> None:
        if not self._pending:
            return
        try:
            sent = self._send(self._pending)
        except _DEATHS as error:
            raise self._lost(str(error)) from error
        now_s = self._clock()
        if sent:
            self._taken_s = now_s
            self._pending = self._pending[sent:]
        elif now_s - self._taken_s > WRITE_TIMEOUT_S:
            raise self._lost(f"it has taken nothing for {WRITE_TIMEOUT_S:g} s")

    def _send(self, data: bytes) -> int:
        """Return how many bytes the port took: pyserial would spin for ever on a full one."""
        if self._fd is None:
            taken: int = self._port.write(data)
            return taken
        try:
            return os.write(self._fd, data)
        except BlockingIOError:
            return 0

    def _lost(self, why: str) -> PortLost:
        self.close()
        return PortLost(f"the port {self.path} is gone: {why}")

    def _claim(self, request: str) -> None:
        """Refuse the port to others, or give it free, beyond the lock that only some programs heed."""
        if self._fd is not None and _TERMINAL is not None:
            with contextlib.suppress(*_DEATHS):  # no terminal, or gone
                fcntl.ioctl(self._fd, getattr(_TERMINAL, request))


def _opened(path: str) -> Any:
    library = _library("serial")
    try:
        return library.serial_for_url(path, baudrate=BAUD, timeout=0, write_timeout=0, exclusive=True)
    except _DEATHS as error:
        raise _refusal(path, error) from error
    except ValueError as error:  # an address of an unknown kind
        raise PortError(f"{path!r} is no port: {error}") from error


def _refusal(path: str, error: Exception) -> PortError:
    """Return the error that says what can be done about a port that does not open."""
    code = error.args[0] if error.args else None
    if code == errno.ENOENT:
        return NoBoard(f"there is no port {path}; is the board plugged in?")
    if code in (errno.EBUSY, errno.EAGAIN):
        return PortBusy(f"another program has the port {path}; end it (Thonny, mpremote, another momentum?)")
    if code == errno.EACCES:
        return PortForbidden(
            f"this user may not open {path}: join its group with `sudo usermod -aG dialout $USER`, "
            f"and log in again"
        )
    return PortError(f"the port {path} cannot be opened: {error}")


def _descriptor(port: Any) -> int | None:
    try:
        number: int = port.fileno()
    except (AttributeError, OSError):  # Windows, or an address without one
        return None
    return number


def _library(name: str) -> Any:
    try:
        return import_module(name)
    except ImportError as error:
        raise SerialMissing(
            f"a board on a USB cable needs pyserial ({error}); install it with: pip install pyserial"
        ) from error


class Search:
    """Opens a board's port, again and again the same board's."""

    def __init__(
        self,
        *,
        serial_number: str = "",
        path: str = "",
        listing: Callable[[], Sequence[Found]] = ports,
    ) -> None:
        """Take a USB serial number, a path, or neither: then the only board there is."""
        self._serial_number = serial_number
        self._path = path
        self._listing = listing

    def open(self) -> SerialPort:
        """Find the board and open its port. Raises PortError in all its kinds, and SerialMissing."""
        if self._path:
            return SerialPort(self._path)
        found = choose(self._listing(), self._serial_number)
        port = SerialPort(found.path)
        self._serial_number = found.serial_number
        return port
