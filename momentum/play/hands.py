"""Hands in real time: what a page or a virtual player does to a simulated table's marbles."""

from __future__ import annotations

from hardware.errors import HandError
from hardware.protocols import Hands
from momentum.rules import Player, cell_text
from momentum.spoken import Sentence
from momentum.web.commands import Command, LiftMarble, PlaceMarble, SlideMarble


def refusal(error: HandError) -> Sentence | None:
    """Return what a page is told of what no hand can do; None when only a program could have asked for it."""
    if error.kind == "empty_tray":
        return Sentence("hand.empty_tray")
    if error.cell is None or error.kind not in _KINDS:
        return None
    return Sentence.of(_KINDS[error.kind], cell=cell_text(error.cell))


_KINDS = {"occupied": "hand.occupied", "nothing": "hand.nothing", "rolling": "hand.rolling"}


def move_marble(hands: Hands, command: Command) -> bool:
    """Carry out a command that moves a marble; False when it is of another kind. Raises `HandError`."""
    match command:
        case PlaceMarble(cell=cell, owner=owner):
            hands.place(cell, south=owner is Player.SECOND)
        case LiftMarble(cell=cell):
            hands.lift(cell)
        case SlideMarble(cell=cell, to=to, ms=ms):
            hands.slide(cell, to, ms)
        case _:
            return False
    return True
