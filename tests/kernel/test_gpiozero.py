"""gpiozero on the real kernel, through the one LGPIOFactory of this process: matrix, buttons and buzzer."""

import os
from collections.abc import Callable, Iterator
from functools import partial
from time import monotonic
from typing import Any

import pytest

from hardware.errors import DeviceLost, SettingError
from hardware.gpio import gpiozero_grid, libraries
from hardware.gpio.buttons import GpioButtons
from hardware.gpio.buzzer import GpioBuzzer
from hardware.gpio.chips import open_chip
from hardware.gpio.errors import PinBusyError
from hardware.gpio.factory import pin_factory
from tests.drivers.contract import ButtonsCableContract, ButtonsContract
from tests.kernel.board import BUTTONS, BUZZER, KernelBoard
from tests.kernel.contract import EIO, KernelMatrixContract, Opens


@pytest.fixture(scope="module")
def factory() -> Iterator[Any]:
    """Give the process's factory, and free its pins for the other modules afterwards."""
    factory = pin_factory()
    yield factory
    factory.close()


class TestMatrixByGpiozero(KernelMatrixContract):
    """All that is asked of a backend."""

    @pytest.fixture
    def opens(self, factory: Any) -> Opens:
        """Open on the factory."""
        return partial(gpiozero_grid.open_grid, factory=factory)


def within_a_second(is_so: Callable[[], bool]) -> bool:
    """Ask again and again until it is so, for a second at most."""
    deadline = monotonic() + 1
    while not is_so():
        if monotonic() > deadline:
            return False
    return True


class ButtonsRig:
    """The buttons, and fingers that wait until the edges have arrived."""

    names = frozenset(BUTTONS)

    def __init__(self, board: KernelBoard, factory: Any) -> None:
        self.board = board
        self.buttons = GpioButtons(BUTTONS, factory)

    def press(self, names: frozenset[str]) -> None:
        """Hold exactly these buttons."""
        self.board.press(names)
        assert within_a_second(lambda: self.buttons.down() == names)

    def unplug(self) -> None:
        """Make the chip fail."""
        self.board.trouble(EIO)

    def plug(self) -> None:
        """Make it well."""
        self.board.trouble(0)


@pytest.fixture
def rig(board: KernelBoard, factory: Any) -> Iterator[ButtonsRig]:
    """Buttons on the kernel's lines."""
    rig = ButtonsRig(board, factory)
    yield rig
    rig.plug()
    rig.buttons.close()


class TestButtons(ButtonsContract, ButtonsCableContract):
    """All that is asked of buttons."""


def test_an_edge_alone_tells_of_a_button(rig: ButtonsRig) -> None:
    rig.buttons.down()
    rig.board.press(frozenset({"arbiter"}))
    assert within_a_second(lambda: rig.buttons._held["arbiter"])
    rig.board.press(frozenset())
    assert within_a_second(lambda: not rig.buttons._held["arbiter"])


def test_buttons_opened_again_after_a_loss_notice_edges(board: KernelBoard, factory: Any) -> None:
    lost = GpioButtons(BUTTONS, factory)
    board.trouble(EIO)
    with pytest.raises(DeviceLost):
        lost.down()
    lost.close()
    board.trouble(0)
    rig = ButtonsRig(board, factory)
    rig.buttons.down()
    board.press(frozenset({"second"}))
    assert within_a_second(lambda: rig.buttons._held["second"])
    rig.buttons.close()


def test_a_tone_is_heard_ends_by_itself_and_leaves_the_pin_low(board: KernelBoard, factory: Any) -> None:
    buzzer = GpioBuzzer(BUZZER, factory)
    buzzer.sound(440, ms=100)
    assert within_a_second(lambda: board.level(BUZZER) == 1)
    assert within_a_second(lambda: board.level(BUZZER) == 0)
    assert within_a_second(lambda: buzzer._ending is None)
    buzzer.sound(440, ms=5000)
    buzzer.close()
    assert [board.level(BUZZER) for _ in range(50)] == [0] * 50


def test_an_active_buzzer_is_on_for_as_long_as_its_tone(board: KernelBoard, factory: Any) -> None:
    buzzer = GpioBuzzer(BUZZER, factory, passive=False)
    buzzer.sound(440, ms=100)
    assert board.level(BUZZER) == 1
    assert within_a_second(lambda: board.level(BUZZER) == 0)
    buzzer.close()


def test_a_pin_that_something_else_holds_cannot_be_a_button(factory: Any) -> None:
    lgpio = libraries.lgpio()
    handle = open_chip(lgpio, factory.chip)
    lgpio.gpio_claim_output(handle, 11)
    with pytest.raises(PinBusyError, match=rf"GPIO11 \(button new\): held by process {os.getpid()} "):
        GpioButtons({"new": 11}, factory)
    lgpio.gpiochip_close(handle)


def test_a_second_kind_of_factory_is_refused(factory: Any) -> None:
    assert pin_factory() is factory
    with pytest.raises(SettingError, match="drives its pins through lgpio"):
        pin_factory("rpigpio")
