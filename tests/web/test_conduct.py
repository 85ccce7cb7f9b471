"""What a page is told at an event: who has confirmed, whose announcement is due, what was irregular."""

from __future__ import annotations

from momentum.web.conduct import conduct_view
from momentum.web.views import can_start, can_undo
from tests.referee.sitting import Sitting


def test_a_game_at_home_asks_for_nothing() -> None:
    assert conduct_view(Sitting().now) == {"confirm": None, "announcing": None, "irregular": []}


def test_who_has_confirmed_is_told_before_the_start_and_after_the_end() -> None:
    sitting = Sitting("pie=off rounds=1 confirm=on")
    sitting.press("second")
    asked = conduct_view(sitting.now)["confirm"]
    assert asked == {"what": "settings", "first": False, "second": True}
    sitting.press("first")
    assert conduct_view(sitting.now)["confirm"] is None
    sitting.play("a1", "g7")
    assert conduct_view(sitting.now)["confirm"] == {"what": "result", "first": False, "second": False}
    assert (can_start(sitting.now), can_undo(sitting.now)) == (False, True)
    sitting.press("first")
    sitting.press("second")
    assert (can_start(sitting.now), can_undo(sitting.now)) == (True, False)


def test_irregular_acts_are_told_with_their_cells() -> None:
    sitting = Sitting("pie=off irregular=warning")
    sitting.settle_each("d4", "c4")
    (act,) = conduct_view(sitting.now)["irregular"]
    assert act == {"player": "second", "kind": "touched", "number": 1, "ply": 1, "cells": ["d4"]}


def test_whose_announcement_is_due_is_told() -> None:
    sitting = Sitting("pie=off rounds=off announce=player")
    sitting.play("a1", "g7", "a3", "g5", "a5", "g3", "a7", "g1", "c1", "e7", "c7", "e1", "c4")
    assert conduct_view(sitting.now)["announcing"] == "first"
