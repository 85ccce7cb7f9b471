"""One board at the end of a USB cable, as its devices use it: its state now, its lights, its buzzer.

Nothing here waits: each use moves what there is to move over the wire, and says `DeviceLost` while the board
is not there, or is not yet what it was. Time is whatever the clock given says.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from firmware_bridge.errors import BridgeError, LocalProtocolError
from firmware_bridge.events import (
    Board,
    Buttons,
    Contacts,
    HealthTold,
    LightsShown,
    LinkEvent,
    Live,
    MemoryTold,
    Parameters,
    ParametersTold,
    Refused,
    Snapshot,
)
from firmware_bridge.link import Link
from firmware_bridge.link_state import State
from hardware.errors import DeviceClosed, DeviceLost, FrameError
from hardware.pico.connection import Connection, Port
from hardware.pico.playout import Playout
from hardware.protocols import FRAME_BYTES

EARLY_MS = 8
"""So long before the contacts may count as settled, the board is asked whether nothing has changed since."""
ASK_MS = 20
"""How often it is asked until it answers."""
HEALTH_MS = 250
"""How often the board is asked which contacts never rest."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardSettings:
    """How a board is used."""

    parameters: Callable[[Parameters], Parameters] = lambda told: told
    """From the parameters a board has to those it shall have."""
    serial_number: str = ""
    """The only board that will do; empty: any, but the same ever after."""
    settle_ms: float = 250
    """How long no contact may change before the board is judged: then the board is asked whether it is so."""
    doubt_ms: int = 400
    """A board that does not answer that for so long is taken for lost, if not for gone: hands may move on."""


class PicoBoard:
    """The board, whatever becomes of its cable."""

    def __init__(
        self,
        opener: Callable[[], Port],
        clock: Callable[[], float],
        settings: BoardSettings,
        *,
        session: int,
    ) -> None:
        """Take what opens its port. `session` is any number that differs from run to run."""
        self.settings = settings
        self.parameters: ParametersTold | None = None
        """What the board was last told to have."""
        self.memory: MemoryTold | None = None
        """How its program fares, once it was asked."""
        self.shown: LightsShown | None = None
        """The last frame that it has taken over."""
        self.refused: Refused | None = None
        """What it refused last."""
        self._clock = clock
        self._link = Link(session=session)
        self._connection = Connection(opener, self._link, self._why_not)
        self._serial = settings.serial_number
        self._playout: Playout | None = None
        self._closed = False
        self._asked_ms = self._health_ms = 0
        self._pumped_ms: int | None = None
        self._asking_ms: int | None = None
        self._restless = 0
        self._turned = False

    @property
    def board(self) -> Board:
        """The board as it introduced itself. Raises DeviceLost before it has."""
        if self._link.board is None:
            raise DeviceLost(str(self.why))
        return self._link.board

    @property
    def why(self) -> BridgeError | None:
        """Why there is no board; None while there is one, or one is about to be."""
        return self._connection.why

    @property
    def path(self) -> str:
        """The port that is open; empty when none is."""
        return self._connection.path

    @property
    def live(self) -> bool:
        """Whether the handshake is done, the state known and the lights redrawn."""
        return self._link.state is State.LIVE

    def pump(self) -> int:
        """Move what there is to move and return the instant. Raises DeviceClosed."""
        if self._closed:
            raise DeviceClosed("the board was closed; open the table again to use it")
        now_ms = self._pumped_ms = int(self._clock())
        self._take(self._connection.pump(now_ms), now_ms)
        return now_ms

    def state(self) -> Snapshot:
        """Return the state to be seen now. Raises DeviceLost, DeviceClosed."""
        return self._state_at(self._seen_now())

    def contacts(self) -> tuple[int, int]:
        """Return the masks closed and south.

        A contact that never rests reads so: open, closed, open ... The contacts that changed last do the same
        from when they may count as settled until the board has said that nothing has changed since: on a
        bad wire, the news that they changed again may be late. Raises DeviceLost, DeviceClosed.
        """
        now_ms = self._seen_now()
        state = self._state_at(now_ms)
        self._watch_health(now_ms)
        doubtful = self._restless | self._unconfirmed(now_ms)
        if not doubtful:
            return state.closed, state.south
        self._turned = not self._turned
        closed = state.closed ^ doubtful if self._turned else state.closed
        return closed, state.south & closed

    def show(self, frame: bytes) -> None:
        """Show 231 bytes, RGB per pixel. Raises FrameError, DeviceLost, DeviceClosed."""
        if len(frame) != FRAME_BYTES:
            raise FrameError(f"a frame is {FRAME_BYTES} bytes, RGB for 77 pixels; this one is {len(frame)}")
        now_ms = self._live_now()
        self._link.show(frame, now_ms)
        self._flush(now_ms)

    def sound(self, hertz: float, ms: float) -> None:
        """Begin a tone; 0 hertz is silence. Raises DeviceLost, DeviceClosed."""
        now_ms = self._live_now()
        try:
            self._link.tone(min(round(hertz), 0xFFFF), min(round(ms), 0xFFFF), now_ms)
        except LocalProtocolError as error:
            raise DeviceLost(str(error)) from error
        self._flush(now_ms)

    def ask(self, what: str) -> None:
        """Ask the board for its `memory` or its `parameters`. Raises DeviceLost, DeviceClosed."""
        now_ms = self._live_now()
        self._link.ask(what, now_ms)
        self._flush(now_ms)

    def close(self) -> None:
        """Close the port for good; a second time does nothing."""
        if not self._closed:
            self._closed = True
            self._connection.close(int(self._clock()))

    def _state_at(self, now_ms: int) -> Snapshot:
        if self._playout is None:
            raise AssertionError("a link that is live has told a state")
        return self._playout.at(now_ms)

    def _seen_now(self) -> int:
        """Return the instant, having looked within this millisecond: contacts and buttons go together."""
        now_ms = int(self._clock())
        return now_ms if now_ms == self._pumped_ms and self.live and not self._closed else self._live_now()

    def _live_now(self) -> int:
        now_ms = self.pump()
        if not self.live:
            raise DeviceLost(str(self.why or "the board is being greeted; it will be there in a moment"))
        return now_ms

    def _flush(self, now_ms: int) -> None:
        self._take(self._connection.flush(now_ms), now_ms)
        if not self.live:
            raise DeviceLost(str(self.why))

    def _why_not(self, board: Board) -> str | None:
        """Say why this is not the board; the first one that is met is it, unless one was named."""
        if self._serial and board.serial.lower() != self._serial.lower():
            return f"board {board.serial} is plugged in, not {self._serial}: plug that one in"
        self._serial = board.serial
        return None

    # What the link tells

    def _take(self, told: tuple[LinkEvent, ...], now_ms: int) -> None:
        for event in told:
            match event:
                case Live(now=state):
                    self._begin(state, now_ms)
                case Contacts(now=state) if self._playout is not None:
                    self._playout.add(state, now_ms)
                case Buttons(down=down, at_ms=at_ms) if self._playout is not None:
                    self._playout.press(down, at_ms, now_ms)
                case HealthTold(restless=restless):
                    self._restless = restless
                case ParametersTold():
                    self._compare(event, now_ms)
                case MemoryTold():
                    self.memory = event
                case LightsShown():
                    self.shown = event
                case Refused():
                    self.refused = event

    def _begin(self, state: Snapshot, now_ms: int) -> None:
        self._playout = Playout(state, now_ms)
        self._restless, self._health_ms, self._asking_ms = 0, now_ms, None
        self._link.ask("parameters", now_ms)

    def _compare(self, told: ParametersTold, now_ms: int) -> None:
        """Have the board take the parameters it shall have."""
        self.parameters = told
        wanted = self.settings.parameters(told.parameters)
        if wanted != told.parameters and self.live:
            self._link.configure(wanted, now_ms)

    # What it is asked

    def _watch_health(self, now_ms: int) -> None:
        if now_ms - self._health_ms >= HEALTH_MS:
            self._health_ms = now_ms
            self._link.ask("health", now_ms)

    def _unconfirmed(self, now_ms: int) -> int:
        """Return the contacts that seem settled, and may not be. Raises DeviceLost when no answer comes."""
        playout, settle_ms = self._playout, self.settings.settle_ms
        if playout is None or now_ms < playout.moved_ms + settle_ms - EARLY_MS:
            return 0
        known_ms = 0 if self._link.latest is None else self._link.latest.at_ms
        if known_ms >= playout.moved_at_ms + settle_ms:
            self._asking_ms = None
            return 0
        self._ask_for_news(now_ms, known_ms)
        return playout.moved or 1

    def _ask_for_news(self, now_ms: int, known_ms: int) -> None:
        if self._asking_ms is None or known_ms >= self._asking_ms:
            self._asking_ms = self._asked_ms = now_ms
            self._link.ask("report", now_ms)
        elif now_ms - self._asking_ms > self.settings.doubt_ms:
            raise DeviceLost(f"no news of the board for {now_ms - known_ms} ms while marbles were moving")
        elif now_ms - self._asked_ms >= ASK_MS:
            self._asked_ms = now_ms
            self._link.ask("report", now_ms)


def parameters_of(
    *,
    scan_hz: float,
    debounce_ms: float,
    limit_ma: float,
    contacts: tuple[int, ...],
    lights: tuple[int, ...],
) -> Callable[[Parameters], Parameters]:
    """Return what gives a board these parameters, within what boards take, and leaves it the others."""

    def wanted(told: Parameters) -> Parameters:
        return replace(
            told,
            scan_hz=min(max(round(scan_hz), 50), 500),
            debounce_ms=min(max(round(debounce_ms), 1), 200),
            limit_ma=min(max(round(limit_ma), 100), 5000),
            contacts=contacts,
            lights=lights,
        )

    return wanted
