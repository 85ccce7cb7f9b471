"""A cable is pulled in the midst of a game, at the guest's real USB port, and plugged in again.

The board's real program runs outside, at the other end of a USB serial adapter of qemu's; `momentum play` is
in the guest, at /dev/ttyUSB0. Hands are outside, and eyes see what the board's own lights show.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from firmware_bridge.emulation.pico import EmulatedPico
from momentum.records.book import Record
from momentum.rules import CELLS, Drop, Game, RuleSet, parse_cell, parse_cells
from tests.kernel.outside.guest import PATIENCE_S, Guest, Monitor
from tests.kernel.player import is_white
from tests.wire.unix_port import needs_micropython

pytestmark = needs_micropython

MOVES = ("d4", "e4", "a1", "g7")
"""Two rounds: e4 pushes d4 to c4."""


class Board:
    """A board whose cable ends in the guest's USB port."""

    def __init__(self, job: Path) -> None:
        self.pico = EmulatedPico(job / "flash").power()
        self._monitor = Monitor(job)
        self._plugged = 0
        self.words = (
            *("-device", "qemu-xhci"),
            *("-chardev", f"serial,id=wire0,path={self.pico.path}"),
            *("-device", "usb-serial,chardev=wire0,id=board0"),
            *self._monitor.words,
        )
        """What wires it to the guest."""

    def pull(self) -> None:
        """Pull the cable: the port is gone, and so is the board's power."""
        assert "Error" not in self._monitor(f"device_del board{self._plugged}")
        self.pico.cut()

    def plug(self) -> None:
        """Plug it in."""
        self.pico.power()
        self._plugged += 1
        wire, board = f"wire{self._plugged}", f"board{self._plugged}"
        assert "Error" not in self._monitor(f"chardev-add serial,id={wire},path={self.pico.path}")
        assert "Error" not in self._monitor(f"device_add usb-serial,chardev={wire},id={board}")

    def hold(self, cells: str) -> None:
        """Let marbles lie on these cells, and no others."""
        self.pico.contacts(parse_cells(cells))

    def shows(self, so: Callable[[bytes], bool]) -> bool:
        """Look at the lights until they show it; tell whether they did in time."""
        until_s = time.monotonic() + PATIENCE_S
        while not so(self.pico.shown()):
            if time.monotonic() > until_s:
                return False
            time.sleep(0.002)
        return True


def lit(frame: bytes) -> int:
    """Return the mask of the cells that are lit."""
    return sum(1 << cell for cell in range(CELLS) if any(frame[3 * cell : 3 * cell + 3]))


def rounds(frame: bytes) -> int:
    """Return how many lights of the ring are lit."""
    return sum(any(frame[at : at + 3]) for at in range(3 * CELLS, len(frame), 3))


@pytest.fixture(name="board")
def a_board(job: Path) -> Iterator[Board]:
    board = Board(job)
    yield board
    board.pico.cut()


@pytest.fixture(name="guest")
def a_guest(job: Path, board: Board) -> Iterator[Guest]:
    guest = Guest(job, [sys.executable, "-m", "tests.kernel.at_a_cable"], board.words)
    yield guest
    guest.end()


def test_a_game_goes_on_when_its_cable_was_pulled_and_plugged_in_again(board: Board, guest: Guest) -> None:
    guest.hear("state drop 0 there")
    board.hold("d4")
    assert board.shows(lambda frame: is_white(frame, parse_cell("d4")))
    guest.hear("state drop 1 there")
    board.hold("d4,e4")
    guest.hear("state push 1 there")
    assert board.shows(lambda frame: lit(frame) == parse_cells("c4,d4,e4"))

    board.pull()  # while pushes are being made, and they are made meanwhile
    guest.hear("state paused 1 away")
    board.hold("c4,e4")
    board.plug()
    guest.hear("state drop 2 there")
    assert board.shows(lambda frame: lit(frame) == 0 and rounds(frame) == 1)

    board.pull()  # while a drop is awaited, and a marble is taken away meanwhile
    guest.hear("state paused 2 away")
    board.hold("e4")
    board.plug()
    guest.hear("state correct 2 there")
    assert board.shows(lambda frame: lit(frame) == parse_cells("c4"))
    board.hold("c4,e4")
    guest.hear("state drop 2 there")

    board.hold("c4,e4,a1")
    guest.hear("state drop 3 there")
    board.hold("c4,e4,a1,g7")
    guest.hear("state over 4 there")
    assert json.loads(guest.hear("record ").removeprefix("record ")) == str(Record.of(_played()))
    assert guest.hear("ended ") == 'ended ""'
    assert guest.verdict() == 0
    assert board.shows(lambda frame: not any(frame))
    assert board.pico.errors() == ""


def _played() -> Game:
    game = Game.new(RuleSet(pie=False, rounds=2))
    for cell in MOVES:
        game = game.play(Drop(parse_cell(cell)))
    return game
