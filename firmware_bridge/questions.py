"""What a host has asked its board, and the answers put together."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from firmware_bridge.errors import LocalProtocolError
from firmware_bridge.events import (
    Change,
    HealthTold,
    JournalTold,
    LinkEvent,
    MemoryTold,
    Parameters,
    ParametersTold,
)
from firmware_bridge.journal import CLOSED, ENTRY_BYTES, LENGTH
from firmware_bridge.parameters import fault_in
from firmware_bridge.wire.messages import ASKABLE, CODE_OF, LAYOUT
from firmware_bridge.wire.post import Post


class Questions:
    """Asks until answered, and gives each answer out once."""

    def __init__(self, post: Post) -> None:
        self._post = post
        self._wanted: Parameters | None = None
        self._journal: dict[int, bytes] = {}
        self._journal_total = 0

    def ask(self, what: str, at_ms: int) -> None:
        """Ask for one of ASKABLE; LocalProtocolError for anything else."""
        if what not in ASKABLE:
            raise LocalProtocolError(f"{what!r} cannot be asked for; one of these can: {', '.join(ASKABLE)}")
        self._post.keep(at_ms, what, "ask", {"code": CODE_OF[what]})

    def configure(self, parameters: Parameters, at_ms: int) -> None:
        """Have the board keep these; LocalProtocolError when it would refuse them."""
        fields = {"layout": LAYOUT, **asdict(parameters)}
        fault = fault_in(fields)
        if fault is not None:
            raise LocalProtocolError(fault)
        self._wanted = parameters
        self._post.keep(at_ms, "set", "set", fields)

    def forget(self) -> None:
        """Drop all questions, since the link was lost."""
        self._wanted = None
        self._journal = {}

    def answer(self, name: str, fields: dict[str, Any], at_ms: int) -> list[LinkEvent]:
        """Return what an answer completes."""
        event: LinkEvent | None = None
        if name == "parameters":
            event = self._parameters(fields, at_ms)
        elif name == "journal":
            event = self._journal_part(fields, at_ms)
        elif self._post.done(name):
            event = _told(name, fields, at_ms)
        return [] if event is None else [event]

    def _parameters(self, fields: dict[str, Any], at_ms: int) -> LinkEvent | None:
        revision = fields.pop("revision")
        del fields["layout"]
        parameters = Parameters(**fields)
        asked = self._post.done("parameters")
        if parameters == self._wanted:
            asked = self._post.done("set") or asked
            self._wanted = None
        return ParametersTold(at_ms=at_ms, revision=revision, parameters=parameters) if asked else None

    def _journal_part(self, fields: dict[str, Any], at_ms: int) -> LinkEvent | None:
        """Put a part where it belongs; the whole is told when no entry is missing."""
        total = fields["total"]
        if total != self._journal_total:
            self._journal = {}
            self._journal_total = total
        raw = fields["entries"]
        for place in range(len(raw) // ENTRY_BYTES):
            entry = raw[place * ENTRY_BYTES : (place + 1) * ENTRY_BYTES]
            self._journal[fields["first"] + place] = entry
        wanted = range(max(total - LENGTH, 0), total)
        if not all(number in self._journal for number in wanted) or not self._post.done("journal"):
            return None
        entries = tuple(_change(self._journal[number]) for number in wanted)
        return JournalTold(at_ms=at_ms, total=total, entries=entries)


def _change(entry: bytes) -> Change:
    board_ms = int.from_bytes(entry[:4], "little")
    return Change(board_ms=board_ms, cell=entry[4] & ~CLOSED, closed=bool(entry[4] & CLOSED))


def _told(name: str, fields: dict[str, Any], at_ms: int) -> LinkEvent | None:
    if name == "health":
        del fields["at_ms"]
        return HealthTold(at_ms=at_ms, **fields)
    return MemoryTold(at_ms=at_ms, **fields) if name == "memory" else None
