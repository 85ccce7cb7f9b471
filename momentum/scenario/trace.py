"""Traces: what a table noticed, as one JSON object a line."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import fields
from enum import Enum
from typing import Any

from momentum.clock import Clock, Run
from momentum.referee import ClockChanged, Decision, IrregularAct, Said, Seen
from momentum.rules import Correction, Drop, Push, Result, Swap, Turn, cell_text, cells_text
from momentum.table.notices import BoardSettled, ContactsChanged, Decided, DeviceChanged, FrameShown, Notice


def trace_line(notice: Notice) -> str | None:
    """Return the line of one notice, or None for a notice that traces leave out."""
    body = _body(notice)
    if body is None:
        return None
    at_ms = round(notice.at_ms, 3)
    line = {"at_ms": int(at_ms) if at_ms == int(at_ms) else at_ms, **body}
    return json.dumps(line, ensure_ascii=False, separators=(", ", ": "))


def _body(notice: Notice) -> dict[str, Any] | None:
    match notice:
        case ContactsChanged(changed=changed, seen=seen):
            return {"kind": "contact", "changed": cells_text(changed), **_seen(seen)}
        case BoardSettled(seen=seen):
            return {"kind": "settled", **_seen(seen)}
        case Decided(decision=decision):
            return _decided(decision)
        case FrameShown(frame=frame):
            return {"kind": "lights", "frame": frame.hex()}
        case DeviceChanged(why=why):
            name = "device_back" if why is None else "device_lost"
            return {"kind": "decision", "decision": name, "why": why}
    return None


def _decided(decision: Decision) -> dict[str, Any]:
    if isinstance(decision, Said):
        return {"kind": "said", "what": decision.what.value}
    if isinstance(decision, ClockChanged):
        return {"kind": "clock", "what": decision.what.value, **_clock(decision.clock)}
    return {"kind": "decision", **_decision(decision)}


def _clock(clock: Clock) -> dict[str, Any]:
    running = clock.to_move.value if clock.run is Run.RUNNING else None
    return {
        "running": running,
        "first_ms": clock.first.time_ms,
        "second_ms": clock.second.time_ms,
        "flags": [flag.player.value for flag in clock.flags],
    }


def _seen(seen: Seen) -> dict[str, str]:
    occupied = {"occupied": cells_text(seen.occupied)}
    return occupied if seen.second is None else {**occupied, "second": cells_text(seen.second)}


def _decision(decision: Decision) -> dict[str, Any]:
    values = {each.name: getattr(decision, each.name) for each in fields(decision) if each.name != "at_ms"}
    name = type(decision).__name__
    words = "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in name).lstrip("_")
    if "cell" in values:
        values["cell"] = cell_text(values["cell"])
    return {"decision": words, **{key: _plain(value) for key, value in values.items()}}


_TEXTS: dict[type[Any], Callable[[Any], Any]] = {
    Push: lambda push: {
        "from": cell_text(push.origin),
        "to": None if push.destination is None else cell_text(push.destination),
        "owner": push.owner.value,
    },
    Turn: lambda turn: {
        "player": turn.player.value,
        "move": str(turn.move),
        "pushes": _plain(turn.pushes),
        "announced": turn.announced,
        "after": str(turn.after),
    },
    Result: lambda result: {
        "winner": None if result.winner is None else result.winner.value,
        "reason": result.reason.value,
        **({"both_lose": True} if result.both_lose else {}),
    },
    Correction: lambda correction: {
        "position": str(correction.position),
        "turn": correction.to_move.value,
        "ply": correction.ply,
    },
    IrregularAct: lambda act: {
        "player": act.player.value,
        "kind": act.kind.value,
        "number": act.number,
        "cells": cells_text(act.cells),
    },
    Drop: str,
    Swap: str,
}


def _plain(value: Any) -> Any:
    if type(value) in _TEXTS:
        return _TEXTS[type(value)](value)
    if isinstance(value, Enum):
        return value.value
    return [_plain(each) for each in value] if isinstance(value, tuple) else value
