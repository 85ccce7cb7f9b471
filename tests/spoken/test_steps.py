"""What is to be done now: the same steps for the page and for the voice."""

from __future__ import annotations

import pytest

from momentum.rules import Player
from momentum.spoken import Detail, steps_now
from tests.spoken.aloud import Aloud


def steps(aloud: Aloud) -> list[str]:
    """Return the steps in English."""
    scene = aloud.scene()
    seen = aloud.stage.loop.seen.occupied
    return [step.in_words("en") for step in steps_now(scene.now, scene.lights, seen)]


def table(settings: str = "", *drops: str) -> Aloud:
    """Return a table after some drops."""
    aloud = Aloud(Detail.OFF, settings)
    aloud.drop(*drops)
    return aloud


def test_a_drop_is_awaited() -> None:
    assert steps(table("pie=off")) == ["Drop a marble on any empty cell"]


def test_a_swap_is_offered_and_opened_by_lifting_the_marble() -> None:
    aloud = table("", "d4")
    assert steps(aloud)[1:] == ["Or take over d4: press Swap, or put your own marble there instead"]
    aloud.lift("d4")
    aloud.wait()
    assert steps(aloud) == [
        "To swap, put your own marble on d4",
        "Or put the first player's marble back there",
    ]


def test_pushes_are_led_one_at_a_time_and_a_mistake_stands_behind_them() -> None:
    aloud = table("pie=off", "d4", "g4", "f4")
    assert steps(aloud) == ["Take g4 off the board"]
    aloud.place("a1", Player.SECOND)
    aloud.wait()
    assert steps(aloud) == ["Take g4 off the board", "One marble too many on a1 – take it away"]
    lifted = table("pie=off", "d4", "e5")
    lifted.lift("d4")
    lifted.wait()
    assert steps(lifted) == ["First player: pushed marble goes on c3"]


def test_a_moved_marble_is_one_step_and_a_missing_one_names_its_owner() -> None:
    aloud = table("pie=off", "d4", "a1")
    aloud.lift("d4")
    aloud.wait()
    assert steps(aloud) == ["First player: d4 is missing – put it back"]
    aloud.place("e6", Player.FIRST)
    aloud.wait()
    assert steps(aloud) == ["Move the marble from e6 to d4"]


def test_setup_and_restore_say_what_for() -> None:
    aloud = table("pie=off", "d4")
    aloud.press("undo")
    assert steps(aloud) == ["Set the position up again", "One marble too many on d4 – take it away"]
    aloud.new_game()
    assert steps(aloud)[0] == "Clear the board, then the first player begins"


def test_a_pause_the_end_and_a_lost_device_have_steps_of_their_own() -> None:
    aloud = table("", "d4")
    aloud.press("pause")
    assert steps(aloud)[0] == "Press Resume to go on"
    aloud.stage.table.cable.unplug()
    aloud.wait()
    assert steps(aloud) == ["Play goes on by itself as soon as this is put right"]
    aloud.stage.table.cable.plug()
    aloud.wait(1000)
    aloud.resign(Player.FIRST)
    assert steps(aloud) == ["Press New game to play again"]


@pytest.mark.parametrize(
    ("settings", "hint"),
    [("pie=off", "Knock one off: drop on a marked cell"), ("pie=off guidance=off", None)],
)
def test_an_announced_last_marble_asks_for_a_knock(settings: str, hint: str | None) -> None:
    drops = ("a1", "c1", "e1", "g1", "a3", "c3", "e3", "g3", "a5", "c5", "e5", "g5", "a7")
    found = steps(table(settings, *drops))
    assert found[0] == (hint or "Drop a marble on any empty cell")
    assert found[1] == "The other player has only one marble left"
