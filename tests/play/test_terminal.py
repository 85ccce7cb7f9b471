"""The table drawn in a terminal: every light has a sign of its own, in both languages."""

from __future__ import annotations

import pytest

from momentum.guidance import Meaning, picture
from momentum.play.terminal import SIGNS, Scene, draw
from momentum.referee import Referee, Resigned, Seen, Settled, TableSettings
from momentum.rules import Player, parse_cell, parse_cells
from momentum.words import say


def scene() -> Scene:
    """Return a table on which d4 has just been pushed at from e5."""
    referee = Referee(TableSettings())
    for at_ms, cells in enumerate(("-", "d4", "d4,e5")):
        referee.receive(Settled(at_ms=float(at_ms), seen=Seen(occupied=parse_cells(cells))))
    marbles = {parse_cell("d4"): Player.FIRST, parse_cell("e5"): Player.SECOND}
    now = referee.snapshot()
    return Scene(snapshot=now, picture=picture(now), marbles=marbles, said="turn_second")


def test_a_push_is_drawn_with_its_marbles_and_signs() -> None:
    lines = draw(scene(), "en", colour=False).splitlines()
    assert lines[3].startswith("5")
    assert "○!" in lines[3]
    assert "●^" in lines[4]
    assert " +" in lines[5]
    assert "d4-c3" in "\n".join(lines)


def test_signs_are_told_apart_without_colour() -> None:
    assert set(SIGNS) == set(Meaning)
    assert len(set(SIGNS.values())) == len(SIGNS)


@pytest.mark.parametrize("colour", [False, True])
def test_korean_words_and_colours_change_nothing_else(colour: bool) -> None:
    korean, english = draw(scene(), "ko", colour=colour), draw(scene(), "en", colour=colour)
    assert korean != english
    assert korean.splitlines()[:9] == english.splitlines()[:9]
    assert ("\033[" in korean) is colour


def test_the_end_is_said_in_words() -> None:
    referee = Referee(TableSettings())
    referee.receive(Settled(at_ms=0.0, seen=Seen(occupied=0)))
    referee.receive(Resigned(at_ms=1.0, player=Player.FIRST))
    now = referee.snapshot()
    drawn = draw(Scene(snapshot=now, picture=picture(now), marbles={}, said=None), "ko", colour=False)
    assert say("ko", "result.second") in drawn
    assert say("ko", "reason.resign") in drawn
