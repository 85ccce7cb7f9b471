"""The board's end of the wire, without any I/O. Runs on CPython and MicroPython: the firmware is this."""

from firmware_bridge.journal import Journal
from firmware_bridge.parameters import defaults, fault_in, settings_of
from firmware_bridge.wire.line import BROKEN, STRANGER, Line
from firmware_bridge.wire.messages import (
    BOARD,
    CLOCK,
    CODE_OF,
    CONTACTS,
    LAYOUT,
    NAME_OF,
    REFUSAL,
    REPORT_MS,
    VERSION,
    newer,
    since,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, Protocol

    class Inputs(Protocol):
        """What the scanner knows at this moment."""

        def state(self) -> tuple[int, int, int, int]:
            """Return the masks closed (debounced), raw and south, and the buttons held down."""
            ...

        def restless(self) -> int:
            """Return the mask of contacts that have not been steady for half a second."""
            ...


HOSTED, WAITING, LIGHTS, TONE, SET, MEASURE = "hosted", "waiting", "lights", "tone", "set", "measure"
"""The events: a host is there; it is gone; show these pixels; sound (hertz, ms); keep these settings, then
call `kept` or `not_kept`; call `measured`."""

MOST_REPORTS = 64
"""So many reports wait for their acknowledgement; one more, and all are given up for it, which tells so."""


class Device:
    """Bytes and an instant in, events out: (name, value) pairs. Instants are milliseconds modulo 2**30.

    `identity` holds the fields of `welcome` from `firmware` on. Any method may leave bytes to write, which
    `take` gives.
    """

    def __init__(self, identity: "dict[str, Any]", inputs: "Inputs") -> None:
        self.settings = defaults()
        self.revision = 0
        self.journal = Journal()
        self.session: int | None = None
        self._identity = identity
        self._inputs = inputs
        self._line = Line(BOARD)
        self._line.hosted = False
        self._now = 0
        self._number = 0
        self._waiting: list[int] = []
        self._reported_ms = 0
        self._closed = inputs.state()[0]
        self._opened = ~self._closed
        self._changes = [0] * CONTACTS
        self._lights: int | None = None
        self._tone: int | None = None
        self._wanted: dict[str, Any] | None = None
        self._events: list[tuple[str, Any]] = []
        self._handlers: dict[str, Callable[..., None]] = {
            "hello": self._on_hello,
            "ack": self._on_ack,
            "ask": self._on_ask,
            "lights": self._on_lights,
            "tone": self._on_tone,
            "set": self._on_set,
            BROKEN: self._on_broken,
            STRANGER: self._on_stranger,
        }

    def receive(self, data: bytes, now: int) -> "tuple[tuple[str, Any], ...]":
        """Return what the firmware has to do about these bytes."""
        self._now = now
        for name, fields in self._line.receive(data, now):
            if self.session is None and name not in ("hello", STRANGER, BROKEN):
                self._refuse("hello_first", CODE_OF[name], 0, "say hello first: this board has no session")
            else:
                self._handlers[name](**fields)
        return self._told()

    def tick(self, now: int) -> "tuple[tuple[str, Any], ...]":
        """Say what is due and notice that the host is gone; return what the firmware has to do about it."""
        self._now = now
        if self.session is None:
            return self._told()
        if self._line.silent(now):
            self._end()
            self._events.append((WAITING, None))
            return self._told()
        self._line.tick(now)
        if since(now, self._reported_ms) >= REPORT_MS:
            self._report_again()
        return self._told()

    def take(self, now: int) -> bytes:
        """Return the bytes to write to the host."""
        return self._line.take(now)

    def next_due_ms(self, now: int) -> "int | None":
        """Return the instant at which `tick` has something to do; None while no host is there."""
        if self.session is None:
            return None
        due = min(self._line.due_ms(now), REPORT_MS - since(now, self._reported_ms))
        return (now + max(due, 0)) & CLOCK

    def changed(self, now: int) -> None:
        """Take note that the debounced contacts, their polarity or the buttons have just changed."""
        self._now = now
        state = self._inputs.state()
        self._note(state[0])
        self._number = (self._number + 1) & 0xFFFF
        if self.session is not None:
            self._report(state)

    def kept(self) -> None:
        """Take note that the settings of the last `set` event are in force and in the flash."""
        if self._wanted is not None:
            self.settings = self._wanted
            self.revision = (self.revision + 1) & 0xFFFF
            self._wanted = None
            self._tell_parameters()

    def not_kept(self, why: str) -> None:
        """Take note that the settings of the last `set` event could not be written; the old ones stay."""
        self._wanted = None
        self._refuse("not_kept", CODE_OF["set"], 0, why)

    def measured(self, free: int, used: int, longest_us: int) -> None:
        """Tell the host the bytes of memory free and used, and the longest round of the main loop."""
        self._line.post.send("memory", {"free": free, "used": used, "longest_us": longest_us})

    def _told(self) -> "tuple[tuple[str, Any], ...]":
        if not self._events:
            return ()
        events = tuple(self._events)
        self._events = []
        return events

    def _on_hello(self, version: int, session: int) -> None:
        begins = session != self.session
        if begins:
            self._begin(session)
        fields = dict(self._identity)
        fields.update({"version": version, "session": session})
        self._line.post.send("welcome", fields)
        if begins:
            self._report(self._inputs.state())

    def _on_stranger(self, version: int) -> None:
        why = f"this board speaks version {VERSION} of the protocol, not {version}"
        self._refuse("version", CODE_OF["hello"], VERSION, why)

    def _begin(self, session: int) -> None:
        self._end()
        self.session = session
        self._line.hosted = True
        self._events.append((HOSTED, None))

    def _end(self) -> None:
        self.session = None
        self._line.hosted = False
        self._line.post.forget()
        self._waiting = []
        self._lights = self._tone = None

    def _on_ack(self, code: int, number: int) -> None:
        if code != CODE_OF["report"]:
            return
        while self._waiting and not newer(self._waiting[0], number):
            self._line.post.done(_key(self._waiting.pop(0)))

    def _on_ask(self, code: int) -> None:
        name = NAME_OF.get(code, "")
        if name == "report":
            self._line.post.repeat_all(self._now)  # what waits for its acknowledgement is the answer
            self._report_again()
        elif name == "health":
            self._tell_health()
        elif name == "parameters":
            self._tell_parameters()
        elif name == "journal":
            self._tell_journal()
        elif name == "memory":
            self._events.append((MEASURE, None))
        else:
            self._refuse("unknown", code, 0, "this board has no answer of that code")

    def _on_lights(self, number: int, pixels: bytes) -> None:
        wanted = 3 * (self._identity["cells"] + self._identity["ring"])
        if wanted == 0:
            self._refuse("absent", CODE_OF["lights"], number, "this board has no lights")
        elif len(pixels) != wanted:
            self._refuse("malformed", CODE_OF["lights"], number, f"a frame here is {wanted} bytes")
        else:
            if self._lights is None or newer(number, self._lights):
                self._lights = number
                self._events = [event for event in self._events if event[0] != LIGHTS]
                self._events.append((LIGHTS, pixels))
            self._line.post.send("ack", {"code": CODE_OF["lights"], "number": self._lights})

    def _on_tone(self, number: int, hertz: int, ms: int) -> None:
        if not self._identity["buzzer"]:
            self._refuse("absent", CODE_OF["tone"], number, "this board has no buzzer")
            return
        if self._tone is None or newer(number, self._tone):
            self._tone = number
            self._events.append((TONE, (hertz, ms)))
        self._line.post.send("ack", {"code": CODE_OF["tone"], "number": self._tone})

    def _on_set(self, **fields: "Any") -> None:
        fault = fault_in(fields)
        if fault is not None:
            self._refuse("bad_value", CODE_OF["set"], 0, fault)
        elif settings_of(fields) == self.settings:
            self._tell_parameters()
        elif self._wanted is None:
            self._wanted = settings_of(fields)
            self._events.append((SET, self._wanted))

    def _on_broken(self, code: int, error: Exception) -> None:
        self._refuse("malformed" if code in NAME_OF else "unknown", code, 0, str(error)[:80])

    def _refuse(self, reason: str, code: int, detail: int, why: str) -> None:
        self._line.post.send(
            "refuse", {"reason": REFUSAL[reason], "code": code, "detail": detail, "why": why}
        )

    def _note(self, closed: int) -> None:
        """Write down each contact that differs from the last time."""
        differ = closed ^ self._closed
        self._closed = closed
        self._opened |= ~closed
        cell = 0
        while differ:
            if differ & 1:
                self._changes[cell] = min(self._changes[cell] + 1, 0xFFFF)
                self.journal.add(self._now, cell, closed=bool(closed >> cell & 1))
            differ >>= 1
            cell += 1

    def _report(self, state: tuple[int, int, int, int]) -> None:
        """Say the state, and again until it is acknowledged."""
        if len(self._waiting) >= MOST_REPORTS:
            for number in self._waiting:
                self._line.post.done(_key(number))
            self._waiting = []
        self._waiting.append(self._number)
        self._line.post.keep(self._now, _key(self._number), "report", self._fields(state))
        self._reported_ms = self._now

    def _report_again(self) -> None:
        """Say the state once more, under the number it has; unanswered reports come again by themselves."""
        self._reported_ms = self._now
        if not self._waiting:
            self._line.post.send("report", self._fields(self._inputs.state()))

    def _fields(self, state: tuple[int, int, int, int]) -> "dict[str, Any]":
        closed, raw, south, buttons = state
        oldest = self._waiting[0] if self._waiting else self._number
        return {
            "number": self._number,
            "oldest": oldest,
            "at_ms": self._now,
            "closed": closed,
            "raw": raw,
            "south": south,
            "buttons": buttons,
        }

    def _tell_parameters(self) -> None:
        fields = dict(self.settings)
        fields.update({"layout": LAYOUT, "revision": self.revision})
        self._line.post.send("parameters", fields)

    def _tell_health(self) -> None:
        fields = {
            "at_ms": self._now,
            "stuck": self._closed & ~self._opened,
            "restless": self._inputs.restless(),
            "changes": self._changes,
        }
        self._line.post.send("health", fields)

    def _tell_journal(self) -> None:
        for first, entries in self.journal.parts():
            fields = {"at_ms": self._now, "total": self.journal.total, "first": first, "entries": entries}
            self._line.post.send("journal", fields)


def _key(number: int) -> str:
    return f"report {number}"
