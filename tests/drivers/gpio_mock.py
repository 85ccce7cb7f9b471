"""gpiozero's mock pins as a table's: a contact matrix, buttons and a buzzer, and all of it can be lost."""

import errno
from typing import Any

import pytest

from hardware.gpio.wiring import GridWiring
from tests.drivers.gpio_matrix import Matrix

mock = pytest.importorskip("gpiozero.pins.mock", reason="gpiozero is not installed")

ROWS = (5, 6, 13, 19, 26, 16, 20)
NORTH = (17, 27, 22, 23, 24, 25, 12)
SOUTH = (18, 21, 0, 1, 4, 14, 15)


class WiredPin(mock.MockPWMPin):  # type: ignore[misc, name-defined]
    """A pin that the board can make fail, and whose being driven the board notices."""

    def __init__(self, factory: Any, info: Any, board: "MockBoard") -> None:
        self.board = board
        super().__init__(factory, info)

    def _set_function(self, value: str) -> None:
        self.board.check()
        super()._set_function(value)
        self.board.settle()

    def _set_state(self, value: float) -> None:
        self.board.check()
        super()._set_state(value)
        self.board.settle()

    def _get_state(self) -> float:
        self.board.check()
        state: float = super()._get_state()
        return state

    def _change_state(self, value: float) -> bool:
        changed: bool = super()._change_state(value)
        self.states.clear()  # gpiozero keeps them for ever
        return changed


class MockBoard:
    """A header of mock pins, some of them wired to a matrix."""

    def __init__(self, wiring: GridWiring | None = None) -> None:
        self.lost = False
        self.factory = mock.MockFactory(pin_class=WiredPin)
        self.wiring = wiring
        diodes, polarity = (wiring.diodes, wiring.polarity) if wiring else (True, False)
        self.matrix = Matrix(diodes=diodes, polarity=polarity)
        self._pins: dict[int, WiredPin] = {}
        for number in range(28):
            self._pins[number] = self.factory.pin(number, board=self)

    def pin(self, number: int) -> WiredPin:
        """Return a pin of the header."""
        return self._pins[number]

    def check(self) -> None:
        """Fail as a driver's library does when the chip no longer answers."""
        if self.lost:
            raise OSError(errno.EIO, "the chip does not answer")

    def hold(self, closed: int, south: int) -> None:
        """Close exactly these contacts."""
        self.matrix.hold(closed, south)
        self.settle()

    def settle(self) -> None:
        """Give each column the level that rows and contacts make of it."""
        wiring = self.wiring
        if wiring is None or len(self._pins) < 28:
            return
        driven = {
            row: self._pins[pin]._state != wiring.active_low
            for row, pin in enumerate(wiring.rows)
            if self._pins[pin]._function == "output"
        }
        selecting = {row for row, selects in driven.items() if selects}
        columns = self.matrix.selected_columns(selecting, driven.keys() - selecting)
        for bit, number in enumerate(wiring.read_columns):
            pin = self._pins[number]
            if pin._function == "input":
                pin._change_state((columns >> bit & 1) != wiring.active_low)
