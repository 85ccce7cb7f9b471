"""An arbiter's act in words, for pages and voices."""

from __future__ import annotations

from momentum.clock import time_text
from momentum.referee.acts import (
    Act,
    Declare,
    Forfeit,
    LetStand,
    MarkContact,
    SetClock,
    SetCounts,
    SetIrregular,
    SetPosition,
    SetTurn,
    TakeBack,
    TimePenalty,
    Undo,
    Warn,
)
from momentum.rules import cell_text, cells_in
from momentum.spoken.sentence import Sentence, cells_spoken


def ruling(act: Act) -> tuple[Sentence, ...]:
    """Return what an act says to the players, in one sentence or more."""
    if isinstance(act, SetClock):
        return tuple(
            Sentence.of(f"act.clock_{player}", time=time_text(ms)) for player, ms in act.times.items()
        )
    if isinstance(act, TimePenalty):
        kind = "opponent" if act.to_opponent else "time"
        return (Sentence.of(f"act.{kind}_{act.player}", time=time_text(act.ms)),)
    return (_of_player(act) or _of_game(act),)


def _of_player(act: Act) -> Sentence | None:
    match act:
        case SetTurn(player=player):
            return Sentence(f"act.turn_{player}")
        case Warn(player=player):
            return Sentence(f"act.warning_{player}")
        case Forfeit(player=player):
            return Sentence(f"act.loss_{player or 'both'}")
        case Declare(outcome=outcome):
            return Sentence(f"act.result_{outcome}")
        case SetIrregular(player=player, count=count):
            return Sentence.of(f"act.irregular_{player}", count=str(count))
    return None


def _of_game(act: Act) -> Sentence:
    match act:
        case SetPosition(position=position):
            return Sentence.of("act.position", first=_cells(position.first), second=_cells(position.second))
        case SetCounts(ply=ply):
            return Sentence.of("act.counts", ply=str(ply))
        case TakeBack(turns=turns):
            return Sentence.of("act.take_back", turns=str(turns))
        case MarkContact(cell=cell, good=good):
            return Sentence.of(f"act.contact_{'good' if good else 'bad'}", cell=cell_text(cell))
        case Undo(number=number):
            return Sentence.of("act.undo", number=str(number))
    return Sentence("act.stand" if isinstance(act, LetStand) else f"act.{act}")


def _cells(mask: int) -> str:
    return cells_spoken(cells_in(mask)) or "-"
