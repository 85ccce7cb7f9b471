"""Buttons and buzzer on gpiozero's mock pins."""

from collections.abc import Iterator
from threading import Event, Thread
from time import monotonic
from typing import Any

import pytest

from hardware.errors import DeviceClosed, DeviceLost, SettingError
from hardware.gpio.buttons import GpioButtons
from hardware.gpio.buzzer import GpioBuzzer
from hardware.gpio.errors import PinBusyError
from hardware.protocols import BUTTON_NAMES
from tests.drivers.contract import ButtonsCableContract, ButtonsContract
from tests.drivers.gpio_mock import MockBoard

PINS = dict(zip(sorted(BUTTON_NAMES), (7, 8, 9, 10, 11, 20, 21), strict=True))
BUZZER = 18


class ButtonsRig:
    """The driver, and fingers on mock pins."""

    names = frozenset(PINS)

    def __init__(self, *, active_low: bool) -> None:
        self.board = MockBoard()
        self.active_low = active_low
        self.buttons = GpioButtons(PINS, self.board.factory, active_low=active_low)

    def press(self, names: frozenset[str]) -> None:
        """Hold exactly these buttons."""
        for name, number in PINS.items():
            pin = self.board.pin(number)
            if (name in names) != self.active_low:
                pin.drive_high()
            else:
                pin.drive_low()

    def unplug(self) -> None:
        self.board.lost = True

    def plug(self) -> None:
        self.board.lost = False


@pytest.fixture(params=["to ground", "to 3.3 V"])
def rig(request: pytest.FixtureRequest) -> Iterator[ButtonsRig]:
    """Give the driver for buttons wired either way."""
    rig = ButtonsRig(active_low=request.param == "to ground")
    yield rig
    rig.plug()


class TestButtons(ButtonsContract, ButtonsCableContract):
    """All that is asked of buttons."""


def test_an_edge_that_was_missed_is_made_good_within_a_few_readings(rig: ButtonsRig) -> None:
    rig.buttons.down()
    rig.board.pin(PINS["swap"])._state = not rig.active_low
    for _ in PINS:
        held = rig.buttons.down()
    assert held == {"swap"}


def test_a_button_held_while_the_table_starts_is_held() -> None:
    board = MockBoard()
    buttons = GpioButtons({"pause": 9}, board.factory)
    board.pin(9)._state = False
    assert buttons.down() == {"pause"}


def test_a_table_may_have_no_buttons_at_all() -> None:
    assert GpioButtons({}, MockBoard().factory).down() == frozenset()


def test_a_button_no_table_has_is_refused() -> None:
    with pytest.raises(SettingError, match="no button resign; buttons are arbiter, first"):
        GpioButtons({"resign": 9}, MockBoard().factory)


def test_two_buttons_on_one_pin_are_refused() -> None:
    with pytest.raises(SettingError, match="GPIO9 is given to button new and to button undo"):
        GpioButtons({"new": 9, "undo": 9}, MockBoard().factory)


def test_a_pin_that_is_in_use_is_named_and_the_others_are_let_go() -> None:
    board = MockBoard()
    buzzer = GpioBuzzer(BUZZER, board.factory)
    with pytest.raises(PinBusyError, match=r"GPIO18 \(button undo\).*in use"):
        GpioButtons({"new": 9, "undo": BUZZER}, board.factory)
    buzzer.close()
    assert GpioButtons({"new": 9, "undo": BUZZER}, board.factory).down() == frozenset()


@pytest.fixture
def board() -> Iterator[MockBoard]:
    """Give a header of mock pins, within reach at the end."""
    board = MockBoard()
    yield board
    board.lost = False


def level(board: MockBoard) -> float:
    """Return the buzzer pin's level, or its share of high when it is played a frequency."""
    state: float = board.pin(BUZZER)._state
    return state


def silent_within_a_second(board: MockBoard) -> bool:
    deadline = monotonic() + 1
    while level(board) and monotonic() < deadline:
        pass
    return not level(board)


def test_a_passive_buzzer_is_played_a_frequency_until_the_tone_ends(board: MockBoard) -> None:
    buzzer = GpioBuzzer(BUZZER, board.factory)
    buzzer.sound(880, ms=30)
    assert (board.pin(BUZZER).frequency, level(board)) == (880, 0.5)
    assert silent_within_a_second(board)
    buzzer.close()


def test_an_active_buzzer_is_switched(board: MockBoard) -> None:
    buzzer = GpioBuzzer(BUZZER, board.factory, passive=False)
    buzzer.sound(880, ms=30)
    assert level(board) == 1
    assert silent_within_a_second(board)
    buzzer.close()


def test_a_tone_takes_the_place_of_the_one_before_and_is_not_cut_short_by_it(board: MockBoard) -> None:
    buzzer = GpioBuzzer(BUZZER, board.factory)
    buzzer.sound(440, ms=5000)
    first = buzzer._ending
    buzzer.sound(660, ms=5000)
    assert first is not None
    assert first.finished.is_set()
    assert board.pin(BUZZER).frequency == 660
    buzzer.close()


class Slow:
    """A gpiozero device that takes as long as it is let to go off, and notes what was done to it."""

    def __init__(self, device: Any) -> None:
        self.device = device
        self.going_off, self.may = Event(), Event()
        self.done: list[str] = []

    def off(self) -> None:
        """Go off, once it may."""
        self.going_off.set()
        assert self.may.wait(10)
        self.device.off()
        self.done.append("off")

    def close(self) -> None:
        """Let go of the pin."""
        self.device.close()
        self.done.append("closed")


def test_a_buzzer_that_is_closed_while_its_tone_ends_lets_it_end_first(board: MockBoard) -> None:
    buzzer = GpioBuzzer(BUZZER, board.factory)
    slow = buzzer._device = Slow(buzzer._device)
    buzzer.sound(440, ms=1)
    assert slow.going_off.wait(10)
    closer = Thread(target=buzzer.close)
    closer.start()
    closer.join(0.02)
    assert slow.done == []
    slow.may.set()
    closer.join()
    assert slow.done == ["off", "off", "closed"]


def test_a_tone_that_ends_late_does_not_end_the_next_one(board: MockBoard) -> None:
    buzzer = GpioBuzzer(BUZZER, board.factory)
    buzzer.sound(440, ms=5000)
    first = buzzer._ending
    buzzer.sound(660, ms=5000)
    assert first is not None
    first.function()
    assert level(board) == 0.5
    buzzer.close()


def test_a_muted_buzzer_is_silent_and_muting_ends_a_tone(board: MockBoard) -> None:
    buzzer = GpioBuzzer(BUZZER, board.factory)
    buzzer.sound(440, ms=5000)
    buzzer.muted = True
    assert level(board) == 0
    buzzer.sound(440, ms=5000)
    assert level(board) == 0
    buzzer.muted = False
    buzzer.sound(440, ms=5000)
    assert level(board) == 0.5
    buzzer.close()


def test_close_leaves_the_buzzer_off_also_when_closed_twice(board: MockBoard) -> None:
    buzzer = GpioBuzzer(BUZZER, board.factory)
    buzzer.sound(440, ms=5000)
    buzzer.close()
    buzzer.close()
    assert (board.pin(BUZZER).function, level(board)) == ("input", 0)
    with pytest.raises(DeviceClosed):
        buzzer.sound(440, ms=10)


def test_a_lost_buzzer_says_so_and_can_be_closed(board: MockBoard) -> None:
    buzzer = GpioBuzzer(BUZZER, board.factory)
    board.lost = True
    with pytest.raises(DeviceLost, match="chip does not answer"):
        buzzer.sound(440, ms=10)
    buzzer.silence()
    buzzer.close()


@pytest.mark.parametrize(("hertz", "ms"), [(19, 10), (10_001, 10), (440, 0), (440, 5001), (440, -1)])
def test_a_tone_that_cannot_be_played_is_refused(board: MockBoard, hertz: float, ms: float) -> None:
    buzzer = GpioBuzzer(BUZZER, board.factory)
    with pytest.raises(SettingError, match=rf"{hertz} Hz, {ms} ms"):
        buzzer.sound(hertz, ms)
    buzzer.close()


def test_a_buzzer_that_sounds_on_low_idles_high(board: MockBoard) -> None:
    buzzer = GpioBuzzer(BUZZER, board.factory, passive=False, active_low=True)
    assert level(board) == 1
    buzzer.sound(440, ms=5000)
    assert level(board) == 0
    buzzer.silence()
    assert level(board) == 1
    buzzer.close()
