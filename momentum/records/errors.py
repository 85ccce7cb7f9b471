"""What can be wrong with a record, and with the journal that keeps all of them."""

from __future__ import annotations

from momentum.errors import MomentumError


class RecordError(MomentumError, ValueError):
    """A record that cannot be read or replayed; says which line, or which move and why."""


class JournalError(MomentumError):
    """The journal cannot do what was asked; the sentence names the file and what to do."""


class NoJournal(JournalError, FileNotFoundError):
    """There is no journal where one was looked for."""


class NoSuchGame(JournalError, LookupError):
    """The journal has no game of this number, or not one that can go on."""


class JournalInUse(JournalError, BlockingIOError):
    """Another program holds the journal."""


class DiskFull(JournalError, OSError):
    """There is no room left to write in."""


class NotWritable(JournalError, PermissionError):
    """The journal, its folder or the whole disk may only be read."""


class NotReadable(JournalError, OSError):
    """The journal cannot be opened or read at all."""


class Damaged(JournalError, ValueError):
    """What stands in the journal is not what was written there."""


class NotWhole(Damaged):
    """One entry of a journal is not as it was written."""

    def __init__(self, number: int, why: str) -> None:
        super().__init__(f"entry {number}: {why}")
        self.number = number
        """The first entry that is not whole."""


class Foreign(JournalError, ValueError):
    """A file that is no journal of this program."""


class OtherVersion(JournalError, ValueError):
    """A journal that another version of this program wrote."""


class BadKey(JournalError, ValueError):
    """The key beside the journal cannot be read, or is no key."""
