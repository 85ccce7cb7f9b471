"""One owner: a lock file that names the process which runs the table, and is free however that ends."""

import fcntl
import os
from contextlib import suppress
from pathlib import Path
from typing import Final

from hardware.gpio.errors import AlreadyRunningError, MissingDeviceError
from hardware.gpio.holders import command_of

LOCK: Final = Path("/run/lock/momentum.lock")
"""One place a machine, whoever runs the table; any user may write there on Debian."""


class Owner:
    """The right to drive the table, held until it is closed or the process ends."""

    def __init__(self, path: Path = LOCK) -> None:
        """Take the lock. Raises AlreadyRunningError, naming who has it; MissingDeviceError without rights."""
        self._file: int | None = _opened(path)
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            owner = os.pread(self._file, 4096, 0).decode(errors="replace").strip()
            os.close(self._file)
            raise AlreadyRunningError(
                f"the table is already run by {owner or 'another process'}; stop that first (it holds {path})"
            ) from error
        self._sign(f"process {os.getpid()} ({command_of(Path('/proc/self'))})\n")

    def _sign(self, name: str) -> None:
        if self._file is not None:
            with suppress(OSError):  # another user's file: locked all the same, but not to be written
                os.ftruncate(self._file, 0)
                os.pwrite(self._file, name.encode(), 0)

    def close(self) -> None:
        """Give the lock back; a second time does nothing. The file stays, empty."""
        self._sign("")
        file, self._file = self._file, None
        if file is not None:
            os.close(file)


def _opened(path: Path) -> int:
    try:
        return os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
    except PermissionError:
        return _opened_for_reading(path)
    except OSError as error:
        raise MissingDeviceError(f"the lock file {path} cannot be made: {error.strerror}") from error


def _opened_for_reading(path: Path) -> int:
    try:
        return os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    except OSError as error:
        raise MissingDeviceError(f"the lock file {path} cannot be opened: {error.strerror}") from error
