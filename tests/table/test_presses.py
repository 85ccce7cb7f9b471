"""Presses: buttons that bounce, are pressed, held, and held together."""

from collections.abc import Iterable

import pytest

from momentum.table.presses import DEBOUNCE_MS, HOLD_MS, LongPress, Press, Presses

STEP_MS = 5


class Fingers:
    """Fingers on the buttons of one table, read every five milliseconds."""

    def __init__(self) -> None:
        self.presses = Presses()
        self.at_ms = 0.0
        self.made: list[tuple[float, Press | LongPress]] = []

    def keep(self, down: Iterable[str], ms: float) -> None:
        """Hold these, and only these, for so long."""
        until_ms = self.at_ms + ms
        while self.at_ms < until_ms:
            self.made += [(self.at_ms, press) for press in self.presses.feed(self.at_ms, frozenset(down))]
            self.at_ms += STEP_MS

    @property
    def texts(self) -> list[str]:
        """What was made, each as text."""
        return [text_of(press) for _, press in self.made]


def text_of(press: Press | LongPress) -> str:
    if isinstance(press, Press):
        return press.name
    return "+".join(["held", press.name, *sorted(press.together_with)])


@pytest.fixture
def fingers() -> Fingers:
    return Fingers()


def test_a_press_counts_once_when_the_button_has_been_down_for_20_ms(fingers: Fingers) -> None:
    fingers.keep(["undo"], 1000)
    fingers.keep([], 100)
    assert fingers.made == [(DEBOUNCE_MS, Press(name="undo"))]


def test_a_touch_shorter_than_that_is_nothing(fingers: Fingers) -> None:
    fingers.keep(["undo"], 15)
    fingers.keep([], 100)
    assert fingers.made == []
    assert fingers.presses.resting


def test_a_bouncing_button_is_pressed_once(fingers: Fingers) -> None:
    for _ in range(3):
        fingers.keep(["new"], 10)
        fingers.keep([], 5)
    fingers.keep(["new"], 100)
    for _ in range(3):
        fingers.keep([], 10)
        fingers.keep(["new"], 5)
    fingers.keep([], 100)
    assert fingers.texts == ["new"]


def test_a_button_can_be_pressed_again(fingers: Fingers) -> None:
    for _ in range(2):
        fingers.keep(["pause"], 100)
        fingers.keep([], 100)
    assert fingers.texts == ["pause", "pause"]


def test_a_button_held_for_two_seconds_makes_one_long_press(fingers: Fingers) -> None:
    fingers.keep(["first"], 5000)
    fingers.keep([], 100)
    assert fingers.texts == ["first", "held+first"]
    assert fingers.made[1][0] == HOLD_MS


def test_a_button_held_a_little_less_makes_none(fingers: Fingers) -> None:
    fingers.keep(["first"], HOLD_MS - 50)
    fingers.keep([], 100)
    assert fingers.texts == ["first"]


def test_two_buttons_held_together_make_one_long_press_together(fingers: Fingers) -> None:
    fingers.keep(["second"], 700)
    fingers.keep(["first", "second"], 2500)
    fingers.keep(["first"], 2500)
    assert fingers.texts == ["second", "first", "held+first+second"]
    assert fingers.made[-1][0] >= 700 + HOLD_MS


def test_a_touch_of_the_other_button_makes_no_company(fingers: Fingers) -> None:
    fingers.keep(["first"], 1000)
    fingers.keep(["first", "second"], 200)
    fingers.keep(["first"], 1500)
    assert fingers.texts == ["first", "second", "held+first"]


def test_company_that_lets_go_too_soon_takes_the_long_press_with_it(fingers: Fingers) -> None:
    fingers.keep(["first"], 500)
    fingers.keep(["first", "second"], 1800)
    fingers.keep(["first"], 5000)
    assert fingers.texts == ["first", "second"]


def test_after_that_the_button_can_be_held_anew(fingers: Fingers) -> None:
    fingers.keep(["first"], 500)
    fingers.keep(["first", "second"], 1800)
    fingers.keep([], 100)
    fingers.keep(["first"], 2500)
    assert fingers.texts[-2:] == ["first", "held+first"]


def test_the_other_players_button_pressed_after_a_long_press_begins_its_own(fingers: Fingers) -> None:
    fingers.keep(["first"], 2500)
    fingers.keep(["first", "second"], 2500)
    assert fingers.texts == ["first", "held+first", "second", "held+second"]


def test_buttons_rest_when_nothing_is_down(fingers: Fingers) -> None:
    rests = [fingers.presses.resting]
    for down, ms in ((["new"], 100), ([], 10), ([], 100)):
        fingers.keep(down, ms)
        rests.append(fingers.presses.resting)
    assert rests == [True, False, False, True]


def test_the_arbiters_button_is_pressed_when_it_is_let_go_of(fingers: Fingers) -> None:
    fingers.keep(["arbiter"], 500)
    assert fingers.made == []
    fingers.keep([], 100)
    assert fingers.made == [(500 + DEBOUNCE_MS, Press(name="arbiter"))]


def test_the_arbiters_button_held_for_long_is_no_press(fingers: Fingers) -> None:
    fingers.keep(["arbiter"], HOLD_MS + 500)
    fingers.keep([], 100)
    assert fingers.texts == ["held+arbiter"]


def test_the_arbiters_button_that_waited_for_another_one_is_no_press_either(fingers: Fingers) -> None:
    fingers.keep(["arbiter"], HOLD_MS - 300)
    fingers.keep(["arbiter", "first"], 600)
    fingers.keep(["first"], 100)
    fingers.keep([], 100)
    assert fingers.texts == ["first"]
