"""The slip: how a game ended, as one short signed text that fits a QR code and reads back.

    MOMENTUM RESULT 1/GAME 12/BEGAN 2026-11-30T14:05:09Z/RESULT FIRST EIGHT/TURNS 23/MARBLES 8-5
    /ENTRY 512/HEAD (64 digits)/KEY (64 digits)/SIG (128 digits)

It stands on one line, in capitals, for a QR code holds those densely. `ENTRY` is the journal's last entry of
that game, `HEAD` its hash, which holds everything before it; `KEY` is the journal's public key, and `SIG` its
Ed25519 signature over `momentum result slip`, a line end, and all that stands before `/SIG`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from momentum.records.book import parse_result, result_text
from momentum.records.entries import Entry, Kind
from momentum.records.errors import NoSuchGame, NotWhole, RecordError
from momentum.records.history import Story, story_of
from momentum.records.store.seal import Seal, signed_by
from momentum.rules import Player, Result

BEGINS = "MOMENTUM RESULT "
"""What every slip's text begins with."""
_TEXT = re.compile(
    r"MOMENTUM RESULT 1/GAME (?P<game>[1-9][0-9]{0,8})/BEGAN (?P<began>[0-9TZ:-]{1,32})"
    r"/RESULT (?P<result>[A-Z]+ [A-Z-]+)/TURNS (?P<turns>[0-9]{1,6})"
    r"/MARBLES (?P<first>[0-8])-(?P<second>[0-8])"
    r"/ENTRY (?P<entry>[1-9][0-9]{0,17})/HEAD (?P<head>[0-9A-F]{64})/KEY (?P<key>[0-9A-F]{64})"
    r"/SIG (?P<signature>[0-9A-F]{128})"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Slip:
    """The result of one game, as the key of its journal signed it; `str()` is what `parse` reads."""

    game: int
    """The game's number in its journal."""
    began: str
    """When it began by the clock on the wall, which may have been wrong."""
    result: Result
    """How it ended."""
    turns: int
    """Completed turns."""
    marbles: tuple[int, int]
    """The first and the second player's marbles on the board at the end."""
    entry: int
    """The journal's last entry of the game."""
    head: bytes
    """The hash of that entry, 32 bytes."""
    key: bytes
    """The public key that signed, 32 bytes."""
    signature: bytes = b""
    """The signature, 64 bytes."""

    @property
    def message(self) -> str:
        """What is signed."""
        result = result_text(self.result).upper().replace("_", "-")
        first, second = self.marbles
        return (
            f"{BEGINS}1/GAME {self.game}/BEGAN {self.began}/RESULT {result}/TURNS {self.turns}"
            f"/MARBLES {first}-{second}/ENTRY {self.entry}/HEAD {self.head.hex().upper()}"
            f"/KEY {self.key.hex().upper()}"
        )

    def __str__(self) -> str:
        return f"{self.message}/SIG {self.signature.hex().upper()}"

    @classmethod
    def parse(cls, text: str) -> Slip:
        """Read a slip and check its signature; raises `RecordError` saying what is not right."""
        slip = _read(text.strip())
        if not signed_by(slip.key, slip.signature, signed_message(slip.message)):
            raise RecordError(
                f"the signature is not the one of the key {slip.key.hex()} under this result: "
                "something in it was changed"
            )
        return slip


def _read(text: str) -> Slip:
    match = _TEXT.fullmatch(text)
    if match is None:
        raise RecordError(f"this is no result slip: it is one line, {BEGINS}1/GAME ... /SIG ...")
    slip = Slip(
        game=int(match["game"]),
        began=match["began"],
        result=_result(match["result"]),
        turns=int(match["turns"]),
        marbles=(int(match["first"]), int(match["second"])),
        entry=int(match["entry"]),
        head=bytes.fromhex(match["head"]),
        key=bytes.fromhex(match["key"]),
        signature=bytes.fromhex(match["signature"]),
    )
    if str(slip) != text:
        raise RecordError("this is no result slip: a number in it is not written as slips write it")
    return slip


def _result(words: str) -> Result:
    result = parse_result(words.lower().replace("-", "_"))
    if result is None:
        raise RecordError(f"this is no result slip: {words!r} is no result")
    return result


def signed_message(message: str) -> bytes:
    """Return the bytes that are signed; their first line keeps them apart from all else a key signs."""
    return f"momentum result slip\n{message}".encode("ascii")


def slip_of(entries: Sequence[Entry], seal: Seal) -> Slip:
    """Return the signed slip of the game that these entries tell; raises `NoSuchGame`, `NotWhole`."""
    story = story_of(entries)
    result = story.game.result
    if result is None:
        raise NoSuchGame(f"game {story.number} has not ended: a slip is for a result")
    if entries[0].kind is Kind.IMPORT:
        raise NoSuchGame(f"game {story.number} was played elsewhere: this journal cannot sign for its result")
    slip = _unsigned(story, result, entries[-1], seal.public)
    return replace(slip, signature=seal.sign_message(signed_message(slip.message)))


def _unsigned(story: Story, result: Result, last: Entry, key: bytes) -> Slip:
    position = story.game.position
    return Slip(
        game=story.number,
        began=story.noted,
        result=result,
        turns=story.game.ply,
        marbles=(position.count(Player.FIRST), position.count(Player.SECOND)),
        entry=last.number,
        head=last.hash,
        key=key,
    )


def check_slip(slip: Slip, entries: Sequence[Entry]) -> None:
    """Check a slip against the entries of its game in the journal; raises `NotWhole` or `RecordError`."""
    signed = [entry for entry in entries if entry.number <= slip.entry]
    if not signed or (signed[-1].number, signed[-1].hash) != (slip.entry, slip.head):
        raise NotWhole(slip.entry, f"what the journal has there of game {slip.game} is not what was signed")
    result = story_of(signed).game.result
    if result is None or _unsigned(story_of(signed), result, signed[-1], slip.key).message != slip.message:
        raise RecordError(f"game {slip.game} did not end so at entry {slip.entry} of the journal")
    now = story_of(entries).game.result
    if now != slip.result:
        raise RecordError(
            f"game {slip.game} has been decided anew since it was signed: it is {result_text(now)} now"
        )
