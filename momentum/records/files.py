"""Files: records read from files of either form, and what a record promises about its journal."""

from __future__ import annotations

from pathlib import Path

from momentum.records.book import Record
from momentum.records.errors import RecordError
from momentum.records.exchange import CheckpointPart, parse_document, record_of
from momentum.records.store.reader import JournalReader
from momentum.records.store.seal import Checkpoint, key_file


def read_record(file: Path) -> tuple[Record, CheckpointPart | None]:
    """Return the record in a file, text or JSON, which replays, and the checkpoint that came with it.

    Raises `RecordError` naming the file and what is wrong with it: the line, or the move and why.
    """
    try:
        data = file.read_bytes()
    except OSError as error:
        raise RecordError(f"{file}: cannot be read: {error.strerror}") from error
    try:
        return _parsed(data)
    except UnicodeDecodeError:
        raise RecordError(f"{file}: this is not UTF-8 text; a record is a text file") from None
    except RecordError as error:
        raise RecordError(f"{file}: {error}") from error


def _parsed(data: bytes) -> tuple[Record, CheckpointPart | None]:
    if data.lstrip().startswith(b"{"):
        document = parse_document(data)
        return record_of(document), document.checkpoint
    record = Record.parse(data.decode("utf-8"))
    record.game()
    return record, None


def read_page(file: Path) -> str | None:
    """Return the text of a file that is a web page, or None when it is something else."""
    try:
        text = file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return None
    return text if text.lstrip().lower().startswith("<!doctype html") else None


def is_journal(file: Path) -> bool:
    """Whether a file is a journal, be it damaged: by its name, its key beside it, or how it begins."""
    if file.suffix == ".sqlite" or key_file(file).exists():
        return True
    try:
        with file.open("rb") as opened:
            return opened.read(16) == b"SQLite format 3\0"
    except OSError:
        return False


def checkpoint_of(reader: JournalReader) -> CheckpointPart | None:
    """Return a journal's newest checkpoint as records carry it; None when there is none that holds."""
    newest = reader.last_checkpoint()
    keys = [] if newest is None else [key for key in reader.signers() if newest.signed_by(key)]
    if newest is None or not keys:
        return None
    return CheckpointPart(
        count=newest.count, head=newest.head.hex(), signature=newest.signature.hex(), key=keys[-1].hex()
    )


def promised(part: CheckpointPart) -> Checkpoint:
    """Return the checkpoint that a record carries; raises `RecordError` when its key did not sign it."""
    checkpoint = Checkpoint(
        count=part.count, head=bytes.fromhex(part.head), signature=bytes.fromhex(part.signature)
    )
    if not checkpoint.signed_by(bytes.fromhex(part.key)):
        raise RecordError(f"its checkpoint is not what {part.key} signed")
    return checkpoint
