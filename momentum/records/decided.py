"""Decided: what the referee decided, and what it keeps beside the game, as words that read back; pure."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from momentum.clock import clock_text
from momentum.records.book import result_text
from momentum.records.errors import RecordError
from momentum.referee import (
    ActDone,
    ActRefused,
    ActUndone,
    ClockChanged,
    Confirmed,
    ContactMarked,
    Corrected,
    Decision,
    DropAccepted,
    GameEnded,
    GameReverted,
    GameStarted,
    Irregular,
    IrregularAct,
    Irregularity,
    IrregularSet,
    PhaseEntered,
    Said,
    Saved,
    Seen,
    TurnEnded,
    TurnsTakenBack,
    Undone,
)
from momentum.rules import RulesError, cell_text, cells_text, parse_cell, parse_cells, parse_player

_FLAGS = ("started", "swap_lifted", "undoing", "paused", "held")
"""What `Saved` holds as yes or no, in the order in which it is written."""


def decision_words(decision: Decision) -> str:
    """Return one decision as words, such as `turn 2 second e5 c4/e5`."""
    return _WORDS[type(decision)](decision)


_WORDS: MappingProxyType[type[Decision], Callable[[Any], str]] = MappingProxyType(
    {
        Said: lambda said: f"said {said.what}",
        PhaseEntered: lambda entered: f"phase {entered.phase}",
        DropAccepted: lambda drop: f"drop {drop.player} {cell_text(drop.cell)}",
        TurnEnded: lambda ended: f"turn {ended.ply} {ended.turn.player} {ended.turn.move} {ended.turn.after}",
        Undone: lambda undone: f"undone {undone.ply} {'-' if undone.move is None else undone.move}",
        GameEnded: lambda ended: f"result {result_text(ended.result)}",
        GameStarted: lambda _: "started",
        ActDone: lambda done: (
            f"act {done.number}" if done.was is None else f"act {done.number} was {done.was}"
        ),
        ActRefused: lambda _: "act_refused",
        ActUndone: lambda undone: f"act_undone {undone.number}",
        Corrected: lambda corrected: f"corrected {corrected.correction}",
        TurnsTakenBack: lambda taken: f"took_back {taken.turns} {taken.ply}",
        GameReverted: lambda to: f"reverted {to.number} {to.ply} {result_text(to.result)}",
        ContactMarked: lambda mark: f"contact {cell_text(mark.cell)} {'good' if mark.good else 'bad'}",
        Confirmed: lambda done: f"confirmed {done.player} {'result' if done.result else 'settings'}",
        IrregularSet: lambda told: f"irregular_set {told.player} {told.count}",
        Irregular: lambda irregular: f"irregular {irregular_text(irregular.act)}",
        ClockChanged: lambda changed: f"clock {changed.what} {clock_text(changed.clock)}",
    }
)


def kept_words(saved: Saved) -> str:
    """Return what a referee keeps beside settings and game, such as `started drop=e5`; `kept` reads it."""
    words = [flag for flag in _FLAGS if getattr(saved, flag)]
    if saved.drop is not None:
        words.append(f"drop={cell_text(saved.drop)}")
    if saved.left_over:
        words.append(f"left_over={cells_text(saved.left_over)}")
    if saved.distrusted:
        words.append(f"distrusted={cells_text(saved.distrusted)}")
    if saved.confirmed:
        words.append(f"confirmed={','.join(saved.confirmed)}")
    if saved.announcing is not None:
        words.append(f"announcing={saved.announcing}")
    return " ".join(words)


def kept(bare: Saved, text: str) -> Saved:
    """Return `bare` with what these words say; raises `RecordError` for words that nobody keeps."""
    for word in text.split():
        key, _, value = word.partition("=")
        try:
            bare = _with(bare, key, value)
        except RulesError as error:
            raise RecordError(f"{word!r}: {error}") from error
    return bare


def _with(bare: Saved, key: str, value: str) -> Saved:
    if key == "drop":
        return replace(bare, drop=parse_cell(value))
    if key == "left_over":
        return replace(bare, left_over=parse_cells(value))
    if key == "distrusted":
        return replace(bare, distrusted=parse_cells(value))
    if key == "confirmed":
        return replace(bare, confirmed=tuple(parse_player(name) for name in value.split(",")))
    if key == "announcing":
        return replace(bare, announcing=parse_player(value))
    if key not in _FLAGS or value:
        known = f"{', '.join(_FLAGS)}, drop, left_over, distrusted, confirmed and announcing"
        raise RecordError(f"a referee keeps {known}; not {key!r} {value!r}")
    flags: dict[str, Any] = {key: True}
    return replace(bare, **flags)


def irregular_text(act: IrregularAct) -> str:
    """Return an irregular act as words: `first wrong_push 1 12 c3` (its number, turns by then, cells)."""
    return f"{act.player} {act.kind} {act.number} {act.ply} {cells_text(act.cells)}"


def parse_irregular(words: Sequence[str]) -> IrregularAct:
    """Return what `irregular_text` wrote, of its words; raises ValueError or `RulesError`."""
    player, kind, number, ply, cells = words
    return IrregularAct(
        player=parse_player(player),
        kind=Irregularity(kind),
        number=int(number),
        ply=int(ply),
        cells=parse_cells(cells),
    )


def board_text(seen: Seen) -> str:
    """Return a seen board: `d4,e5`, or `d4/e5` (first/second) when the sensors tell whose they are."""
    if seen.second is None:
        return cells_text(seen.occupied)
    return f"{cells_text(seen.occupied & ~seen.second)}/{cells_text(seen.second)}"
