"""The lock of a journal: one program at a time plays on it, and it is free however that program ends."""

from __future__ import annotations

import fcntl
import os
from pathlib import Path

from momentum.records.errors import JournalInUse, NotWritable


class Lock:
    """The right to play on a journal, held until it is closed or the process ends."""

    def __init__(self, journal: Path) -> None:
        """Take it. Raises `JournalInUse`, naming who has it, and `NotWritable` without rights."""
        path = journal.with_name(journal.name + ".lock")
        try:
            self._file: int | None = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        except OSError as error:
            raise NotWritable(
                f"{path} cannot be written: {error.strerror}; mend the folder's rights, name another journal "
                "with --journal, or play unrecorded with --journal none"
            ) from error
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            owner = os.pread(self._file, 100, 0).decode(errors="replace").strip()
            os.close(self._file)
            raise JournalInUse(
                f"{journal} is in use by {owner or 'another program'}; stop that, name another journal with "
                "--journal, or play unrecorded with --journal none"
            ) from error
        os.truncate(self._file, 0)
        os.pwrite(self._file, f"process {os.getpid()}\n".encode("ascii"), 0)

    def close(self) -> None:
        """Give the lock back; a second time does nothing. The file stays."""
        file, self._file = self._file, None
        if file is not None:
            os.close(file)
