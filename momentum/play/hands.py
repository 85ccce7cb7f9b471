"""Hands in real time: what a page or a virtual player does to a simulated table's marbles."""

from __future__ import annotations

from hardware.protocols import Hands
from momentum.rules import Player
from momentum.web.commands import Command, LiftMarble, PlaceMarble, SlideMarble


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
