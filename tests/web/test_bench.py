"""The bench: an arbiter is shown what lies there beside what the game has, with owners where known."""

from __future__ import annotations

from typing import Any

from momentum.web.bench import bench_view
from tests.referee.sitting import Sitting, board


def view(sitting: Sitting, lies: str) -> dict[str, Any]:
    """Return what is shown of this board, without what is empty."""
    shown = bench_view(sitting.now, board(lies))
    return {key: value for key, value in shown.items() if value}


def test_a_board_as_the_game_has_it_differs_in_nothing() -> None:
    sitting = Sitting()
    sitting.play("d4", "g7")
    assert view(sitting, "d4,g7") == {"seen": ["d4", "g7"], "first": ["d4"], "second": ["g7"]}


def test_marbles_too_many_and_missing_are_named_and_owners_are_those_of_the_game() -> None:
    sitting = Sitting()
    sitting.play("d4", "g7")
    shown = view(sitting, "d5,g7")
    assert (shown["extra"], shown["missing"], shown["first"], shown["seen"]) == (
        ["d5"],
        ["d4"],
        ["d4"],
        ["d5", "g7"],
    )


def test_a_drop_and_its_pushes_are_no_difference_and_their_owners_are_known() -> None:
    sitting = Sitting()
    sitting.settle_each("d4", "d4,e5")
    assert view(sitting, "d4,e5") == {"seen": ["d4", "e5"], "first": ["d4"], "second": ["e5"]}
    assert view(sitting, "c3,e5") == {"seen": ["c3", "e5"], "first": ["c3"], "second": ["e5"]}
    assert view(sitting, "c3,e5,a1")["extra"] == ["a1"]


def test_colours_that_contacts_know_are_shown() -> None:
    sitting = Sitting("pie=off sensors=polarity")
    sitting.settle_each("d4/-", "d4/g7")
    shown = view(sitting, "-/d4")
    assert (shown["second"], shown["extra"], shown["missing"]) == (["d4", "g7"], ["d4"], ["g7"])


def test_a_contact_that_is_not_relied_on_differs_in_nothing() -> None:
    sitting = Sitting()
    sitting.play("d4")
    sitting.fault("d4,g1")
    assert view(sitting, "g1") == {"seen": ["d4"], "first": ["d4"]}
