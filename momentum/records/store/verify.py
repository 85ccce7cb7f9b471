"""Verifying a journal: every hash, every signature, every move; the first entry not whole is named."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from momentum.records.entries import BEFORE_THE_FIRST, Entry, Kind
from momentum.records.errors import BadKey, Damaged, JournalError, NotWhole
from momentum.records.history import GameLine, line_after, story_of
from momentum.records.store.reader import JournalReader
from momentum.records.store.seal import Checkpoint, key_file, read_key, read_seal

_TAIL = 50
"""Entries, at least, that are looked at before play goes on."""
_ENDS_EARLY = "it is missing, and so is all after it; {} entries were signed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Whole:
    """What was found whole."""

    entries: int
    """How many entries."""
    games: int
    """How many games, each played again."""
    checkpoints: int
    """How many signatures."""
    keys: tuple[bytes, ...]
    """The public keys that signed, in their order; 32 bytes each."""
    known: bool
    """Whether the key beside the journal is the last of them; False when none is there to be read."""


def verify(reader: JournalReader, file: Path) -> Whole:
    """Return what was found whole in a journal; `file` is where it stands, with its key and seal beside it.

    Raises `NotWhole` naming the first entry that is not, or `Damaged` when it is none of the entries.
    """
    walk = _Walk(reader.checkpoints())
    for entry in _read(reader):
        walk.take(entry)
    walk.end()
    _check_seal(reader, file, walk.keys)
    _check_games(reader, walk.lines)
    broken = reader.structure()
    if broken is not None:
        raise Damaged(f"the entries are whole, but the file is not: {broken}")
    return Whole(
        entries=walk.count,
        games=len(walk.lines),
        checkpoints=walk.signed,
        keys=tuple(walk.keys),
        known=_knows_key(file, walk.keys),
    )


def check_end(reader: JournalReader, file: Path) -> None:
    """Look at the end of a journal and the game that is open in it; raises what `verify` raises.

    What lies before is not looked at: a start must not wait for ten thousand games.
    """
    last = reader.last()
    if last is not None:
        begins = [reader.entries_of(game)[0].number for game in reader.open_games()]
        before = reader.entry(min([last.number - _TAIL, *begins]) - 1)
        walk = _Walk(iter(()), before)
        for entry in reader.entries(0 if before is None else before.number):
            walk.follow(entry)
        for game in reader.open_games():
            story_of(reader.entries_of(game))
    newest = reader.last_checkpoint()
    if newest is not None:
        _check_against(reader, newest, reader.signers())
    _check_seal(reader, file, reader.signers())


def check_promise(reader: JournalReader, promise: Checkpoint) -> None:
    """Check that a journal still has what was signed at an earlier time; raises `NotWhole`."""
    _check_against(reader, promise, reader.signers())


class _Walk:
    """Goes from entry to entry, with the checkpoints beside them."""

    def __init__(self, checkpoints: Iterator[Checkpoint], before: Entry | None = None) -> None:
        self.count = 0 if before is None else before.number
        self.signed = 0
        self.keys: list[bytes] = []
        self.lines: dict[int, GameLine] = {}
        self._head = BEFORE_THE_FIRST if before is None else before.hash
        self._checkpoints = checkpoints
        self._due = next(checkpoints, None)

    def take(self, entry: Entry) -> None:
        """Check an entry with everything that hangs on it."""
        self.follow(entry)
        try:
            if entry.kind is Kind.KEY:
                self.keys.append(bytes.fromhex(entry.body["key"]))
            if entry.game is not None:
                self.lines[entry.game] = line_after(self.lines.get(entry.game), entry)
        except (ValueError, LookupError, TypeError) as error:
            raise NotWhole(entry.number, f"its body cannot be read: {error}") from error
        self._seal(entry)

    def follow(self, entry: Entry) -> None:
        """Check that an entry follows the one before."""
        self.count += 1
        if entry.number != self.count:
            raise NotWhole(self.count, "it is missing")
        if not entry.follows(self._head):
            raise NotWhole(entry.number, "what stands there is not what was written (its hash is another)")
        self._head = entry.hash

    def _seal(self, entry: Entry) -> None:
        due = self._due
        if due is not None and due.count == entry.number:
            if due.head != entry.hash or not self.keys or not due.signed_by(self.keys[-1]):
                raise NotWhole(entry.number, "its checkpoint is not what was signed")
            self.signed += 1
            self._due = next(self._checkpoints, None)
        elif entry.sealed or (due is not None and due.count < entry.number):
            raise NotWhole(entry.number, "its checkpoint is missing, or stands elsewhere")

    def end(self) -> None:
        """Check that nothing was signed beyond the last entry."""
        if self._due is not None:
            raise NotWhole(self.count + 1, _ENDS_EARLY.format(self._due.count))


def _read(reader: JournalReader) -> Iterator[Entry]:
    number = 0
    try:
        for entry in reader.entries():
            yield entry
            number = entry.number
    except NotWhole:
        raise
    except JournalError as error:
        raise NotWhole(number + 1, f"it, or one soon after it, cannot be read: {error}") from error


def _check_against(reader: JournalReader, signed: Checkpoint, keys: list[bytes]) -> None:
    entry = reader.entry(signed.count)
    if entry is None:
        last = reader.last()
        missing = 1 if last is None else last.number + 1
        raise NotWhole(missing, _ENDS_EARLY.format(signed.count))
    if not any(signed.signed_by(key) for key in keys):
        raise NotWhole(signed.count, "its checkpoint is not what was signed")
    if entry.hash != signed.head:
        raise NotWhole(signed.count, "what stands there is not what was signed")


def _check_seal(reader: JournalReader, file: Path, keys: list[bytes]) -> None:
    seal = read_seal(file)
    if seal is not None:
        _check_against(reader, seal, keys)


def _check_games(reader: JournalReader, lines: dict[int, GameLine]) -> None:
    listed = {line.number: line for line in reader.games()}
    for number in sorted(lines.keys() | listed.keys()):
        if lines.get(number) != listed.get(number):
            raise Damaged(f"the list of games is not what the entries say of game {number}")
        story_of(reader.entries_of(number))


def _knows_key(file: Path, keys: list[bytes]) -> bool:
    if not keys or not key_file(file).exists():
        return False
    try:
        beside = read_key(key_file(file)).public_key().public_bytes_raw()
    except BadKey:
        return False
    if beside != keys[-1]:
        raise Damaged(f"it was signed by another key than {key_file(file)}")
    return True
