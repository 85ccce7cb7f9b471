"""The journal: a SQLite file to which everything that decides a game is appended, hashed and signed."""

from momentum.records.store.journal import Journal
from momentum.records.store.opening import (
    JournalInMemory,
    default_file,
    kept_aside,
    open_journal,
    playing_on,
    read_journal,
)
from momentum.records.store.reader import JournalReader
from momentum.records.store.verify import Whole, check_promise, verify

__all__ = [
    "Journal",
    "JournalInMemory",
    "JournalReader",
    "Whole",
    "check_promise",
    "default_file",
    "kept_aside",
    "open_journal",
    "playing_on",
    "read_journal",
    "verify",
]
