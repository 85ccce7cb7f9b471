"""The host's end of the wire, without any I/O: bytes and an instant in, events out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from firmware_bridge.board_clock import BoardClock
from firmware_bridge.errors import LocalProtocolError, RemoteProtocolError
from firmware_bridge.events import (
    Board,
    Broken,
    Buttons,
    Contacts,
    Failed,
    LightsShown,
    LinkEvent,
    Live,
    Lost,
    Missed,
    Parameters,
    Refused,
    Reported,
    Snapshot,
    Welcomed,
)
from firmware_bridge.link_state import Happening, State, follow
from firmware_bridge.questions import Questions
from firmware_bridge.welcome import board_of, buttons_in, mismatch
from firmware_bridge.wire.line import BROKEN, STRANGER, Line
from firmware_bridge.wire.messages import (
    CELL_LIGHTS,
    CODE_OF,
    HELLO_MS,
    HOST,
    NAME_OF,
    REFUSALS,
    RING_LIGHTS,
    VERSION,
    newer,
)

FRAME_BYTES = 3 * (CELL_LIGHTS + RING_LIGHTS)
MOST_SESSIONS = 0xFFFF


class Link:
    """One host's link to one board, over any number of losses.

    `session` is any whole number that differs from run to run; the board tells a new host by it. All instants
    are milliseconds of one monotonic clock. After any call `take` gives the bytes to write, and `next_due_ms`
    the instant by which `tick` must be called.
    """

    def __init__(self, *, session: int) -> None:
        self.board: Board | None = None
        self.latest: Snapshot | None = None
        self._state = State.CLOSED
        self._line = Line(HOST)
        self._session = session
        self._clock = BoardClock()
        self._now = 0
        self._events: list[LinkEvent] = []
        self._before: Snapshot | None = None
        self._number: int | None = None
        self._wanted: bytes | None = None
        self._lights = 0
        self._lights_sent_ms = 0
        self._tone = 0
        self._questions = Questions(self._line.post)
        self._handlers: dict[str, Callable[..., None]] = {
            "welcome": self._on_welcome,
            "refuse": self._on_refuse,
            "ack": self._on_ack,
            "report": self._on_report,
            BROKEN: self._on_broken,
            STRANGER: self._on_stranger,
        }

    @property
    def state(self) -> State:
        """How far the link has come."""
        return self._state

    @property
    def next_due_ms(self) -> int | None:
        """The instant by which `tick` must be called; None while the link is closed or failed."""
        if self._state in {State.CLOSED, State.FAILED}:
            return None
        return self._now + self._line.due_ms(self._now)

    @property
    def damaged(self) -> int:
        """How many damaged pieces have been read."""
        return self._line.damaged

    @property
    def round_trip_ms(self) -> int | None:
        """The milliseconds the last answered ping took."""
        return self._line.round_trip_ms

    def opened(self, at_ms: int) -> None:
        """Say hello, since the port is open. LocalProtocolError when the link is open already."""
        self._now = at_ms
        self._follow(Happening.OPENED)
        self._line.open(at_ms)
        self._greet()

    def shut(self, at_ms: int, why: str = "the port was closed") -> tuple[LinkEvent, ...]:
        """Stop, since the port is gone or about to be closed; tell Lost unless it was told already."""
        self._now = at_ms
        if self._state in {State.SNAPSHOT, State.REDRAW, State.LIVE}:
            self._tell_lost(why)
        self._follow(Happening.SHUT)
        self._line.post.forget()
        return self._told()

    def receive(self, data: bytes, at_ms: int) -> tuple[LinkEvent, ...]:
        """Take bytes in any pieces; noise never raises."""
        self._now = at_ms
        for name, fields in self._line.receive(data, at_ms):
            if self._state not in {State.CLOSED, State.FAILED}:
                self._handle(name, fields)
        return self._told()

    def tick(self, at_ms: int) -> tuple[LinkEvent, ...]:
        """Say what is due; notice a silent board."""
        self._now = at_ms
        if self._state not in {State.CLOSED, State.FAILED}:
            if self._state is not State.GREETING and self._line.silent(at_ms):
                self._lose(f"the board has said nothing for {self._line.silence_ms(at_ms)} ms")
            self._line.tick(at_ms)
        return self._told()

    def take(self) -> bytes:
        """Return the bytes to write to the port now."""
        return self._line.take(self._now)

    def show(self, frame: bytes, at_ms: int) -> None:
        """Show this frame: 77 RGB pixels, cells first. It is kept and drawn again after every reconnect.

        A board without some of the lights is sent the others. LocalProtocolError when it is not 231 bytes.
        """
        if len(frame) != FRAME_BYTES:
            raise LocalProtocolError(f"a frame is {FRAME_BYTES} bytes, this one has {len(frame)}")
        self._now = at_ms
        self._wanted = bytes(frame)
        if self._state in {State.REDRAW, State.LIVE}:
            self._draw()

    def tone(self, hertz: int, ms: int, at_ms: int) -> None:
        """Sound a tone; a newer one takes its place. LocalProtocolError when not live or without a buzzer."""
        board = self._live_board("tone")
        if not board.buzzer:
            raise LocalProtocolError(f"board {board.serial} has no buzzer; ask `board.buzzer` before a tone")
        self._now = at_ms
        self._tone = (self._tone + 1) & 0xFFFF
        self._line.post.keep(at_ms, "tone", "tone", {"number": self._tone, "hertz": hertz, "ms": ms})

    def ask(self, what: str, at_ms: int) -> None:
        """Ask for a `report`, `health`, `parameters`, `journal` or `memory`; the answer comes as an event."""
        self._live_board(f"ask for {what}")
        self._now = at_ms
        if what == "report":
            self._acknowledge()  # a board answers when no report waits; the last acknowledgement may be lost
        self._questions.ask(what, at_ms)

    def configure(self, parameters: Parameters, at_ms: int) -> None:
        """Have the board keep these parameters; ParametersTold follows when it does, else Refused."""
        self._live_board("set")
        self._now = at_ms
        self._questions.configure(parameters, at_ms)

    def _live_board(self, what: str) -> Board:
        if self._state is not State.LIVE or self.board is None:
            raise LocalProtocolError(f"{what} in state {self._state}: wait for Live first")
        return self.board

    def _handle(self, name: str, fields: dict[str, Any]) -> None:
        handler = self._handlers.get(name)
        if handler is not None:
            handler(**fields)
        elif self._state is not State.GREETING:
            self._events.extend(self._questions.answer(name, fields, self._now))

    def _told(self) -> tuple[LinkEvent, ...]:
        events, self._events = tuple(self._events), []
        return events

    def _follow(self, happening: Happening) -> None:
        self._state = follow(self._state, happening)

    def _greet(self) -> None:
        self._session = self._session % MOST_SESSIONS + 1
        self._clock = BoardClock()
        self._number = None
        self._questions.forget()
        hello = {"version": VERSION, "session": self._session}
        self._line.post.keep(self._now, "hello", "hello", hello, every_ms=HELLO_MS)

    def _lose(self, why: str) -> None:
        """Start over with a handshake, since the board is gone or has forgotten this host."""
        self._tell_lost(why)
        self._follow(Happening.LOST)
        self._line.post.forget()
        self._greet()

    def _tell_lost(self, why: str) -> None:
        self._events.append(Lost(at_ms=self._now, why=why))
        if self._state is State.LIVE:  # what came before that was never told
            self._before = self.latest

    def _fail(self, error: RemoteProtocolError) -> None:
        self._follow(Happening.FAILED)
        self._line.post.forget()
        self._events.append(Failed(at_ms=self._now, error=error))

    def _on_welcome(self, **fields: Any) -> None:
        if self._state is State.GREETING and fields["session"] == self._session:
            self._meet(fields)

    def _on_stranger(self, version: int) -> None:
        self._fail(mismatch(version))

    def _meet(self, fields: dict[str, Any]) -> None:
        try:
            board = board_of(fields)
        except RemoteProtocolError as error:
            self._fail(error)
            return
        self.board = board
        self._line.post.done("hello")
        self._follow(Happening.WELCOMED)
        self._events.append(Welcomed(at_ms=self._now, board=board))

    def _on_refuse(self, reason: int, code: int, detail: int, why: str) -> None:
        name = REFUSALS[reason][0] if reason < len(REFUSALS) else str(reason)
        if name == "version":
            self._fail(mismatch(detail))
        elif name == "hello_first":
            if self._state is not State.GREETING:
                self._lose("the board was restarted, or had not heard this host for 2 s")
        else:
            self._line.post.done_code(code)
            message = NAME_OF.get(code, chr(code))
            self._events.append(Refused(at_ms=self._now, message=message, reason=name, why=why))
            if message == "lights":
                self._redrawn()

    def _on_broken(self, code: int, error: RemoteProtocolError) -> None:  # noqa: ARG002
        self._events.append(Broken(at_ms=self._now, error=error))

    def _on_ack(self, code: int, number: int) -> None:
        if code == CODE_OF["tone"] and number == self._tone:
            self._line.post.done("tone")
        elif code == CODE_OF["lights"] and number == self._lights and self._line.post.done("lights"):
            took = self._now - self._lights_sent_ms
            self._events.append(LightsShown(at_ms=self._now, round_trip_ms=took))
            self._redrawn()

    def _draw(self) -> None:
        """Send the wanted frame, as far as the board has lights for it."""
        pixels = self._pixels()
        if pixels:
            self._lights = (self._lights + 1) & 0xFFFF
            self._lights_sent_ms = self._now
            self._line.post.keep(self._now, "lights", "lights", {"number": self._lights, "pixels": pixels})
        else:
            self._redrawn()

    def _pixels(self) -> bytes:
        if self._wanted is None or self.board is None:
            return b""
        cells = self._wanted[: 3 * self.board.cells]
        return cells + self._wanted[3 * CELL_LIGHTS : 3 * (CELL_LIGHTS + self.board.ring)]

    def _redrawn(self) -> None:
        """Let changes count from now on, since the lights are right again."""
        if self._state is State.REDRAW and self.latest is not None:
            self._follow(Happening.REDRAWN)
            self._events.append(Live(at_ms=self._now, now=self.latest, before=self._before))

    def _on_report(self, number: int, oldest: int, at_ms: int, **masks: int) -> None:
        """Take a report in its turn; the others are acknowledged as what is known already."""
        if self._state is State.GREETING:
            return
        snapshot = self._snapshot(at_ms, **masks)
        if self._number is None:
            self._take_first(number, snapshot)
        elif number == self._number:
            self._take_again(snapshot)
        elif newer(number, self._number):
            self._take_next(number, oldest, snapshot)
        self._acknowledge()
        if self._line.post.done("report") and self.latest is not None:
            self._events.append(Reported(at_ms=self._now, now=self.latest))

    def _acknowledge(self) -> None:
        if self._number is not None:
            self._line.post.send("ack", {"code": CODE_OF["report"], "number": self._number})

    def _snapshot(self, board_ms: int, *, closed: int, raw: int, south: int, buttons: int) -> Snapshot:
        down = buttons_in(buttons)
        at_ms = min(self._clock.host_ms(board_ms, self._now), self._now)
        return Snapshot(at_ms=at_ms, board_ms=board_ms, closed=closed, raw=raw, south=south, buttons=down)

    def _take_first(self, number: int, snapshot: Snapshot) -> None:
        """Take the state after a handshake: redraw next, and only then go on."""
        self._number = number
        self.latest = snapshot
        self._follow(Happening.REPORTED)
        self._draw()

    def _take_again(self, snapshot: Snapshot) -> None:
        """Take the same state once more; another one under the same number is a bug of the board."""
        if self.latest is not None and _differ(self.latest, snapshot):
            error = RemoteProtocolError(f"report {self._number} was {self.latest}, and now is {snapshot}")
            self._events.append(Broken(at_ms=self._now, error=error))
            self._lose("the board contradicts itself")
        self.latest = snapshot

    def _take_next(self, number: int, oldest: int, snapshot: Snapshot) -> None:
        expected = ((self._number or 0) + 1) & 0xFFFF
        if newer(oldest, expected):
            self._events.append(Missed(at_ms=self._now, count=(oldest - expected) & 0xFFFF))
            expected = oldest
        if number == expected:
            self._number = number
            self._tell_change(snapshot)
            self.latest = snapshot

    def _tell_change(self, snapshot: Snapshot) -> None:
        before = self.latest
        if self._state is not State.LIVE or before is None:
            return
        at_ms = max(snapshot.at_ms, before.at_ms)
        changed = (snapshot.closed ^ before.closed) | (snapshot.south ^ before.south)
        if changed:
            self._events.append(Contacts(at_ms=at_ms, now=snapshot, changed=changed))
        if snapshot.buttons != before.buttons:
            self._events.append(Buttons(at_ms=at_ms, down=snapshot.buttons))


def _differ(one: Snapshot, other: Snapshot) -> bool:
    return (one.closed, one.south, one.buttons) != (other.closed, other.south, other.buttons)
