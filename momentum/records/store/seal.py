"""The seal: the key that signs the journal's checkpoints, and the last checkpoint kept in a file beside it.

Ed25519 (RFC 8032). The key is made on the first start, in `games.sqlite.key`, for its owner's eyes only (mode
0600, PKCS #8 in PEM). `games.sqlite.seal` holds the newest checkpoint once more, so that a journal whose end
went missing together with its own checkpoints is found out, too; after a power cut it may lag behind, it
never runs ahead.
"""

from __future__ import annotations

import os
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    load_pem_private_key,
)

from momentum.records.entries import checkpoint_message
from momentum.records.errors import BadKey, NotWritable

_TITLE = "momentum journal seal"


@dataclass(frozen=True, slots=True, kw_only=True)
class Checkpoint:
    """What was signed: that the journal had so many entries, and which was the last."""

    count: int
    """How many entries."""
    head: bytes
    """The hash of the last one."""
    signature: bytes
    """The signature over both, 64 bytes."""

    def signed_by(self, public: bytes) -> bool:
        """Whether this public key (32 bytes) signed it."""
        return signed_by(public, self.signature, checkpoint_message(self.count, self.head))


def signed_by(public: bytes, signature: bytes, message: bytes) -> bool:
    """Whether this public key (32 bytes) signed this message."""
    try:
        Ed25519PublicKey.from_public_bytes(public).verify(signature, message)
    except (InvalidSignature, ValueError):
        return False
    return True


class Seal:
    """A private key, and where its newest checkpoint is kept."""

    def __init__(self, key: Ed25519PrivateKey, file: Path | None) -> None:
        self._key = key
        self._file = file

    @property
    def public(self) -> bytes:
        """The public key, 32 bytes."""
        return self._key.public_key().public_bytes_raw()

    def sign(self, count: int, head: bytes) -> Checkpoint:
        """Return a signed checkpoint."""
        signature = self.sign_message(checkpoint_message(count, head))
        return Checkpoint(count=count, head=head, signature=signature)

    def sign_message(self, message: bytes) -> bytes:
        """Return the signature of a message, 64 bytes; its first line tells what kind of message it is."""
        return self._key.sign(message)

    def keep(self, checkpoint: Checkpoint) -> None:
        """Keep a checkpoint beside the journal, in place of the one before; a failure only lets it lag."""
        if self._file is None:
            return
        words = f"{checkpoint.count} {checkpoint.head.hex()} {checkpoint.signature.hex()}"
        new = self._file.with_name(self._file.name + ".new")
        with suppress(OSError):
            new.write_text(f"{_TITLE}\n{words}\n", encoding="ascii")
            new.replace(self._file)


def key_file(journal: Path) -> Path:
    """Return where the key of a journal stands."""
    return journal.with_name(journal.name + ".key")


def seal_file(journal: Path) -> Path:
    """Return where the newest checkpoint of a journal stands."""
    return journal.with_name(journal.name + ".seal")


def passing_seal() -> Seal:
    """Return a seal for a journal in memory: its key goes with it."""
    return Seal(Ed25519PrivateKey.generate(), None)


def open_seal(journal: Path) -> Seal:
    """Return the seal of a journal; its key is made when there is none. Raises `BadKey`, `NotWritable`."""
    file = key_file(journal)
    if not file.exists():
        _make_key(file)
    return Seal(read_key(file), seal_file(journal))


def seal_of(journal: Path, signers: list[bytes]) -> Seal:
    """Return the seal with which a journal of these signers is signed now, to sign what is taken from it.

    Raises `BadKey` when the key beside the journal is not the last of them.
    """
    seal = Seal(read_key(key_file(journal)), None)
    if signers[-1:] != [seal.public]:
        raise BadKey(f"{key_file(journal)} is not the key that signs {journal}; put it back from a copy")
    return seal


def read_key(file: Path) -> Ed25519PrivateKey:
    """Return the key in a file; raises `BadKey` when it cannot be read or is none."""
    try:
        key = load_pem_private_key(file.read_bytes(), password=None)
    except OSError as error:
        raise BadKey(f"the journal's key {file} cannot be read: {error.strerror}; mend its rights") from error
    except (ValueError, TypeError) as error:
        raise BadKey(
            f"{file} is no key; put it back from a copy, or move it away and a new one is made"
        ) from error
    if not isinstance(key, Ed25519PrivateKey):
        raise BadKey(f"{file} is a key of another kind; move it away and a new one is made")
    return key


def read_seal(journal: Path) -> Checkpoint | None:
    """Return the checkpoint kept beside a journal; None when there is none that can be read."""
    try:
        title, words = seal_file(journal).read_text(encoding="ascii").splitlines()
        count, head, signature = words.split()
        checkpoint = Checkpoint(
            count=int(count), head=bytes.fromhex(head), signature=bytes.fromhex(signature)
        )
    except (OSError, ValueError):
        return None
    return checkpoint if title == _TITLE else None


def _make_key(file: Path) -> None:
    pem = Ed25519PrivateKey.generate().private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    new = file.with_name(file.name + ".new")
    try:
        new.unlink(missing_ok=True)
        descriptor = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "wb") as out:
            out.write(pem)
            out.flush()
            os.fsync(out.fileno())
        new.replace(file)
        sync_folder(file.parent)
    except OSError as error:
        raise NotWritable(
            f"the journal's key {file} cannot be made: {error.strerror}; mend the folder"
        ) from error


def sync_folder(folder: Path) -> None:
    """Make the names in a folder outlast a power cut."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
