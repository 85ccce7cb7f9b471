"""One end of the wire as either side has it: reads frames, asks again, answers pings, notices silence."""

from firmware_bridge.errors import RemoteProtocolError
from firmware_bridge.wire.codec import decode
from firmware_bridge.wire.framing import Reader
from firmware_bridge.wire.messages import CODE_OF, GONE_MS, NAK_MS, PING_MS, SAID_BY, VERSION, since
from firmware_bridge.wire.post import Post

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

BROKEN = "broken"
"""The name under which `receive` hands over a whole frame that is against the protocol."""
STRANGER = "stranger"
"""The name under which `receive` hands over a `hello` or `welcome` of another version."""
MIGHT_BE_LOST = 0x80
"""A sequence ahead by less than this means lost frames; more means an old one that was delayed."""

_VERSIONED = (CODE_OF["hello"], CODE_OF["welcome"])


class Line:
    """Bytes and an instant in, messages out; what it must say by itself it says: nak, pong, ping, repeats.

    A board without a session clears `hosted`: a pong would let a host believe that all is as it was.
    """

    def __init__(self, side: str) -> None:
        self.post = Post()
        self.round_trip_ms: int | None = None
        self.hosted = True
        self._side = side
        self._reader = Reader()
        self._last_sequence: int | None = None
        self._heard_ms = 0
        self._said_ms = 0
        self._asked_again_ms: int | None = None
        self._token = 0
        self._pinged_ms: int | None = None

    @property
    def damaged(self) -> int:
        """How many damaged pieces have been read since the line was made."""
        return self._reader.damaged

    def open(self, now: int) -> None:
        """Begin anew: nothing half-read or unsaid is left, and the silence is counted from now."""
        damaged = self._reader.damaged
        self._reader = Reader()
        self._reader.damaged = damaged
        self._last_sequence = None
        self._heard_ms = self._said_ms = now
        self._pinged_ms = self._asked_again_ms = None
        self.post.forget()

    def receive(self, data: bytes, now: int) -> "list[tuple[str, dict[str, Any]]]":
        """Return the messages that the bytes complete, less those the line answers itself."""
        damaged = self._reader.damaged
        frames = self._reader.feed(data)
        missed = self._reader.damaged != damaged
        messages = []
        for code, sequence, payload in frames:
            missed = self._out_of_step(sequence) or missed
            self._heard_ms = now
            name, fields = self._decoded(code, payload)
            if not self._answered(name, fields, now):
                messages.append((name, fields))
        if missed:
            self._ask_again(now)
        return messages

    def tick(self, now: int) -> None:
        """Say what is due: repeats of the unanswered, and a ping after a while of saying nothing."""
        self.post.repeat(now)
        if not self.post.talking and since(now, self._said_ms) >= PING_MS:
            self._token = (self._token + 1) & 0xFFFF
            self._pinged_ms = now
            self._said_ms = now
            self.post.send("ping", {"token": self._token})

    def take(self, now: int) -> bytes:
        """Return the bytes to write to the wire now."""
        out = self.post.take()
        if out:
            self._said_ms = now
        return out

    def silent(self, now: int) -> bool:
        """Say whether the other end has not been heard for so long that it is taken for gone."""
        return self.silence_ms(now) >= GONE_MS

    def silence_ms(self, now: int) -> int:
        """Return for how long the other end has not been heard."""
        return since(now, self._heard_ms)

    def due_ms(self, now: int) -> int:
        """Return in how many milliseconds `tick` has something to do."""
        due = min(PING_MS - since(now, self._said_ms), GONE_MS - self.silence_ms(now))
        unanswered = self.post.due_ms(now)
        return max(due if unanswered is None else min(due, unanswered), 0)

    def _decoded(self, code: int, payload: bytes) -> "tuple[str, dict[str, Any]]":
        """Return the message, or `BROKEN` and the error, or `STRANGER` and the version."""
        if code in _VERSIONED and payload and payload[0] != VERSION:
            return STRANGER, {"version": payload[0]}
        try:
            name, fields = decode(code, payload)
        except RemoteProtocolError as error:
            return BROKEN, {"code": code, "error": error}
        if SAID_BY[name] == self._side:
            why = (
                f"{name} came back to the {self._side} that says it: does the other end echo what it is sent?"
            )
            return BROKEN, {"code": code, "error": RemoteProtocolError(why)}
        return name, fields

    def _answered(self, name: str, fields: "dict[str, Any]", now: int) -> bool:
        """Answer what every end answers alike; say whether it was such a message."""
        if name == "ping" and self.hosted:
            self.post.send("pong", fields)
        elif name == "pong":
            if fields["token"] == self._token and self._pinged_ms is not None:
                self.round_trip_ms = since(now, self._pinged_ms)
                self._pinged_ms = None
        elif name == "nak":
            self.post.repeat_all(now)
        else:
            return False
        return True

    def _out_of_step(self, sequence: int) -> bool:
        """Remember the sequence; say whether frames before it are missing."""
        last = self._last_sequence
        ahead = 1 if last is None else (sequence - last) & 0xFF
        if ahead < MIGHT_BE_LOST:
            self._last_sequence = sequence
        return 1 < ahead < MIGHT_BE_LOST

    def _ask_again(self, now: int) -> None:
        """Tell the other end that something was damaged or lost, but not more often than is of use."""
        if self._asked_again_ms is None or since(now, self._asked_again_ms) >= NAK_MS:
            self._asked_again_ms = now
            self.post.send("nak", {"sequence": self._last_sequence or 0})
