"""What a journal that cannot be written means to the players, and what is to be done."""

from __future__ import annotations

from momentum.records.errors import DiskFull, JournalError, JournalInUse, NotWritable
from momentum.spoken.sentence import Sentence

_KEYS: tuple[tuple[type[JournalError], str], ...] = (
    (DiskFull, "journal.full"),
    (JournalInUse, "journal.in_use"),
    (NotWritable, "journal.read_only"),
)


def journal_sentence(error: JournalError) -> Sentence:
    """Return what is said while the game cannot be written down."""
    return Sentence(next((key for kind, key in _KEYS if isinstance(error, kind)), "journal.other"))
