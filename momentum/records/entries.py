"""Entries: what the journal writes down, one for each thing that happened; pure.

An entry is a number (1, 2, 3, ... without gaps), the game it belongs to, a kind, the instant in table
milliseconds, and a body: a JSON object whose keys stand under each kind below. Its hash is the SHA-256 of

    [number,"hash of the entry before",game,"kind",at_ms,body]

written as JSON in ASCII, keys sorted, no spaces; the hash before the first entry is 32 zero bytes, in
hexadecimal like all of them. Order is the number alone: instants start anew with every start of the program,
and wall time is noted where a person wants to read it, never relied on.

`then` in a body is the list of what the referee decided, as words (`drop second e5`, `phase push`,
`turn 2 second e5 c4/e5`, `said turn_first`, `undone 1 e5`, `result first eight`); of an arbiter's act also
`act 1` (its number; for a clock with what it showed, `act 1 was clock first=5m`), `corrected d4/e5 second 3`
(position, side to move, turns counted), `took_back 2 1` (turns taken back, turns left), `act_undone 1` and
`reverted 1 3 *` (the game is as before act 1, with so many turns and this result); and how the clocks stood
when they began to run otherwise (`clock start 5m+3s @ first time=300000 ...`), or how long they had run by
then (`clock turn ran 5200`). `kept` is what else it needs to go on (`started drop=e5`), and stands there only
when it changed.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

Body = Mapping[str, Any]
"""An entry's content: a JSON object of texts, whole numbers and lists of texts."""

BEFORE_THE_FIRST = bytes(32)
"""What stands for the hash before the first entry."""


class Kind(StrEnum):
    """What an entry tells of."""

    KEY = "key"
    """Another key signs from here on: `key` (public, in hexadecimal). The first entry is one."""
    START = "start"
    """The program started: `boot` (how many starts there were), `version`, `noted`."""
    STOP = "stop"
    """The program ended in good order: `boot`."""
    GAME = "game"
    """A game began: `settings`, `noted`, and when somebody asked for it, `then` and `kept`."""
    BOARD = "board"
    """A settled board that changed something: `board`, `then`, `kept`."""
    BUTTON = "button"
    """A button: `name`, `then`, `kept`."""
    RESIGNED = "resigned"
    """A player gave up: `player`, `then`, `kept`."""
    DRAW = "draw"
    """Both agreed on a draw: `then`, `kept`."""
    ARBITER = "arbiter"
    """The arbiter did something: `act`, `reason`, `noted`, `then`, `kept`."""
    FAULTS = "faults"
    """The contacts that are not relied on: `cells`, `then`."""
    LOST = "lost"
    """The device went away: `why`, `then`."""
    BACK = "back"
    """The device answers again."""
    CLOCK = "clock"
    """Time passed: `then` has a low time, a flag and what follows, or just how the running clocks stand."""
    TROUBLE = "trouble"
    """The journal could not be written for a while, for which play stops: `why`."""
    ASIDE = "aside"
    """The game was put aside, to go on another time."""
    RESUME = "resume"
    """A game that was put aside goes on."""
    IMPORT = "import"
    """A game that was played elsewhere: `record` (its text), `file`, `noted`."""


_SEALED = ("turn", "undone", "result", "act")
"""What a decision begins with that is signed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """Something to be written down."""

    kind: Kind
    """What it tells of."""
    at_ms: float = 0.0
    """The instant, in table milliseconds."""
    body: Body = field(default_factory=dict)
    """What happened."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """Something that is written down."""

    number: int
    """Its place, counted from 1."""
    game: int | None
    """The game it belongs to."""
    kind: Kind
    """What it tells of."""
    at_ms: int
    """The instant, in whole table milliseconds of its run of the program."""
    text: str
    """Its body as it is written."""
    hash: bytes
    """Its hash, which holds that of the entry before; 32 bytes."""

    @property
    def body(self) -> dict[str, Any]:
        """Its content."""
        content: dict[str, Any] = json.loads(self.text)
        return content

    @property
    def then(self) -> list[list[str]]:
        """What the referee decided, each decision split into its words."""
        return [words.split(" ") for words in self.body.get("then", ())]

    @property
    def sealed(self) -> bool:
        """Whether a signed checkpoint stands here: at turns, results, take-backs, acts, imports and stops."""
        if self.kind in (Kind.STOP, Kind.IMPORT):
            return True
        return any(words[0] in _SEALED for words in self.then)

    def follows(self, before: bytes) -> bool:
        """Whether its hash is right, when this is the hash of the entry before."""
        return self.hash == hash_of(before, self.number, self.game, self.kind, self.at_ms, self.text)


def canonical(value: Any) -> str:
    """Return a value as JSON in ASCII, keys sorted, no spaces."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), allow_nan=False)


def hash_of(before: bytes, number: int, game: int | None, kind: str, at_ms: int, text: str) -> bytes:
    """Return the hash of an entry; `before` is that of the one before, `text` the body in canonical form."""
    head = canonical([number, before.hex(), game, kind, at_ms])
    return hashlib.sha256(f"{head[:-1]},{text}]".encode("utf-8", "surrogateescape")).digest()


def entry_after(before: Entry | None, game: int | None, draft: Draft) -> Entry:
    """Return the entry that writes this draft down after that one."""
    number, last = (1, BEFORE_THE_FIRST) if before is None else (before.number + 1, before.hash)
    text, at_ms = canonical(dict(draft.body)), round(draft.at_ms)
    return Entry(
        number=number,
        game=game,
        kind=draft.kind,
        at_ms=at_ms,
        text=text,
        hash=hash_of(last, number, game, draft.kind, at_ms, text),
    )


def checkpoint_message(count: int, head: bytes) -> bytes:
    """Return what is signed at a checkpoint: how many entries there are, and the hash of the last one."""
    return f"momentum journal checkpoint\n{count}\n{head.hex()}\n".encode("ascii")
