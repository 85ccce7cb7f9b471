"""The arbiter's PIN: kept as an argon2 hash in a file that only its owner reads."""

from __future__ import annotations

import os
import secrets
from contextlib import suppress
from pathlib import Path

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from momentum.web.errors import BadPin

SHORTEST, LONGEST = 4, 64
"""Characters of a PIN."""

_HASHER = PasswordHasher(time_cost=2, memory_cost=19_456, parallelism=1)
"""OWASP's lesser memory setting: half a second on the smallest Raspberry Pi, and 19 MiB."""


def pin_file(journal: Path) -> Path:
    """Return where the PIN stands: beside the journal."""
    return journal.with_name(f"{journal.name}.pin")


class Pin:
    """The PIN in a file; a table without a file has none."""

    def __init__(self, file: Path | None) -> None:
        self._file = file

    def kept(self) -> str | None:
        """Return what is kept of the PIN; None when none is set. Raises `BadPin` when it cannot be read."""
        if self._file is None:
            return None
        try:
            return self._file.read_text(encoding="ascii").strip() or None
        except FileNotFoundError:
            return None
        except (OSError, UnicodeDecodeError) as error:
            raise BadPin(f"the PIN in {self._file} cannot be read: {error}; set it anew") from error

    def set(self, pin: str) -> None:
        """Keep another PIN; raises `BadPin` when it will not do or cannot be written."""
        if self._file is None:
            raise BadPin("a table whose games are not written down keeps no PIN")
        if not SHORTEST <= len(pin) <= LONGEST or not pin.isprintable():
            raise BadPin(f"a PIN has {SHORTEST} to {LONGEST} digits, letters or signs; choose another one")
        try:
            _write(self._file, _HASHER.hash(pin) + "\n")
        except OSError as error:
            raise BadPin(f"{self._file} cannot be written: {error.strerror}") from error


def is_right(kept: str, pin: str) -> bool:
    """Whether this is the PIN that was kept so; takes about as long as a blink, on purpose."""
    try:
        return _HASHER.verify(kept, pin)
    except (VerificationError, InvalidHashError, UnicodeEncodeError):  # half a character is no PIN either
        return False


def _write(file: Path, text: str) -> None:
    """Write a file whole or not at all, for its folder's owner alone."""
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    new = file.with_name(f"{file.name}.{secrets.token_hex(4)}")
    try:
        handle = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "w", encoding="ascii") as opened:
            opened.write(text)
            opened.flush()
            os.fsync(handle)
        _hand_over(new)
        new.replace(file)
    finally:
        with suppress(FileNotFoundError):
            new.unlink()


def _hand_over(file: Path) -> None:
    """Give a file that root wrote to whoever owns the folder: the service, say."""
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        owner = file.parent.stat()
        os.chown(file, owner.st_uid, owner.st_gid)
