"""The devices of a board on a USB cable, each closed on its own, and the table they make up together."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable

from firmware_bridge.errors import BridgeError, ProtocolError
from firmware_bridge.link import MOST_SESSIONS
from firmware_bridge.serial_port import NoBoard, PortForbidden, SerialMissing, SeveralBoards
from hardware.errors import DeviceClosed, DeviceLost
from hardware.pico.board import BoardSettings, PicoBoard
from hardware.pico.connection import NoAnswer, Port, WrongBoard
from hardware.pico.errors import CannotOpenBoard, MissingSerialLibrary, NeedsProgram
from hardware.protocols import DARK, Scan

PATIENCE_MS = 6000
"""A board that is not there after so long at a start is not there: a restart of its program takes 2 s."""
STEP_MS = 2.0
"""How long to wait before looking again whether something has come."""
FAREWELL_MS = 500
"""How long lights that are closed wait for the board to be dark."""

Wait = Callable[[float], None]

_HOPELESS = (NoBoard, SeveralBoards, PortForbidden, SerialMissing, WrongBoard, ProtocolError)
"""What waiting does not mend."""


def sleep_ms(ms: float) -> None:
    """Let this thread sleep for so many milliseconds."""
    time.sleep(ms / 1000)


class _Device:
    """A device of a board, open until it is closed."""

    _name = "device"

    def __init__(self, board: PicoBoard) -> None:
        self._board = board
        self._open = True

    def close(self) -> None:
        """Let go of the device; a second time does nothing. The board stays open for the others."""
        self._open = False

    def _opened(self) -> PicoBoard:
        if not self._open:
            raise DeviceClosed(f"the {self._name} were closed; open the table again to use them")
        return self._board


class PicoSensors(_Device):
    """The contacts, debounced by the board."""

    _name = "sensors"

    def __init__(self, board: PicoBoard, *, poles_swapped: bool = False) -> None:
        """Take an open board, and whether its two sets of columns stand for each other."""
        super().__init__(board)
        self._polarity = board.board.polarity
        self._poles_swapped = poles_swapped

    @property
    def polarity(self) -> bool:
        """True when the contacts tell north from south."""
        return self._polarity

    def scan(self) -> Scan:
        """Return the contacts as the board has told. Raises DeviceLost, DeviceClosed."""
        closed, south = self._opened().contacts()
        return Scan(closed, closed ^ south if self._poles_swapped and self._polarity else south)


class PicoLights(_Device):
    """The lights; whether the board has all of them, `PicoTable.board` tells."""

    _name = "lights"

    def __init__(self, board: PicoBoard, wait: Wait) -> None:
        super().__init__(board)
        self._wait = wait

    def show(self, frame: bytes) -> None:
        """Show 231 bytes, as soon as the board takes them. Raises FrameError, DeviceLost, DeviceClosed."""
        self._opened().show(frame)

    def close(self) -> None:
        """Leave the lights dark, as far as the board can be reached, and let go of them."""
        if not self._open:
            return
        super().close()
        try:
            self._darken()
        except (DeviceLost, DeviceClosed):  # then the board itself puts them out
            return

    def _darken(self) -> None:
        if not self._board.board.cells + self._board.board.ring:
            return
        before = self._board.shown
        self._board.show(DARK)
        until_ms = self._board.pump() + FAREWELL_MS
        while self._board.shown is before and self._board.pump() < until_ms:
            self._wait(STEP_MS)


class PicoButtons(_Device):
    """The buttons at the edge, debounced by the board."""

    _name = "buttons"

    def down(self) -> frozenset[str]:
        """Return the names of the buttons held. Raises DeviceLost, DeviceClosed."""
        return self._opened().state().buttons


class PicoBuzzer(_Device):
    """The buzzer."""

    _name = "buzzer"

    def sound(self, hertz: float, ms: float) -> None:
        """Begin a tone, which ends by itself. Raises DeviceLost, DeviceClosed."""
        self._opened().sound(hertz, ms)

    def close(self) -> None:
        """Fall silent, as far as the board can be reached; a second time does nothing."""
        if not self._open:
            return
        super().close()
        try:
            self._board.sound(0, 0)
        except (DeviceLost, DeviceClosed):  # then the board itself silences it
            return


class PicoTable:
    """All devices of one board."""

    def __init__(self, board: PicoBoard, wait: Wait, *, poles_swapped: bool = False) -> None:
        """Take a board that is open: see `open_table`."""
        self.board = board
        """The board itself."""
        self.sensors = PicoSensors(board, poles_swapped=poles_swapped)
        """The contacts."""
        self.lights = PicoLights(board, wait)
        """The lights."""
        self.buttons = PicoButtons(board)
        """The buttons."""
        self.buzzer = PicoBuzzer(board) if board.board.buzzer else None
        """The buzzer, if the board has one."""

    def close(self) -> None:
        """Close every device, leave the lights dark, and give the port free; a second time does nothing."""
        self.buttons.close()
        self.sensors.close()
        if self.buzzer is not None:
            self.buzzer.close()
        self.lights.close()
        self.board.close()


def open_table(
    opener: Callable[[], Port],
    settings: BoardSettings,
    *,
    clock: Callable[[], float],
    wait: Wait = sleep_ms,
    session: int | None = None,
    poles_swapped: bool = False,
    patience_ms: float = PATIENCE_MS,
) -> PicoTable:
    """Open a board and wait until it is ready to be played at, with the parameters it shall have.

    `session` is drawn unless it is given; a board takes the host of the same session for the one it knows.
    Raises CannotOpenBoard with the reason, NeedsProgram when that is its program, MissingSerialLibrary.
    """
    session = secrets.randbelow(MOST_SESSIONS) if session is None else session
    board = PicoBoard(opener, clock, settings, session=session)
    try:
        _await_board(board, wait, patience_ms)
    except BaseException:
        board.close()
        raise
    return PicoTable(board, wait, poles_swapped=poles_swapped)


def _await_board(board: PicoBoard, wait: Wait, patience_ms: float) -> None:
    """Wait until the board is live and has its parameters. Raises CannotOpenBoard, MissingSerialLibrary."""
    until_ms = board.pump() + patience_ms
    while not _ready(board):
        if isinstance(board.why, _HOPELESS):
            raise _cannot(board.why)
        if board.pump() > until_ms:
            raise _cannot(board.why)
        wait(STEP_MS)


def _ready(board: PicoBoard) -> bool:
    """Say whether the board is live and has its parameters. Raises CannotOpenBoard when it refuses them."""
    refused = board.refused
    if refused is not None and refused.message == "set":
        raise CannotOpenBoard(f"the board does not take its parameters: {refused.why}")
    told = board.parameters
    return board.live and told is not None and board.settings.parameters(told.parameters) == told.parameters


def _cannot(why: BridgeError | None) -> CannotOpenBoard | MissingSerialLibrary:
    if isinstance(why, SerialMissing):
        return MissingSerialLibrary(str(why))
    if isinstance(why, NoAnswer | ProtocolError):
        return NeedsProgram(str(why))
    return CannotOpenBoard(str(why or "the board answers, but does not get ready; unplug it and plug it in"))
