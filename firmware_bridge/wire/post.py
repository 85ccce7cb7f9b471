"""What one end has still to say: frames on their way out, and messages said again until they are answered."""

from firmware_bridge.wire.codec import encode
from firmware_bridge.wire.framing import framed
from firmware_bridge.wire.messages import CODE_OF, RESEND_MS, since

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

AT_ONCE = 8
"""At most so many unanswered messages are said again at a time, the oldest first."""
JUST_SAID_MS = 10
"""What was said less than this ago is not said again on a nak: it may be on its way."""


class _Kept:
    """A message that is said again until it is answered."""

    def __init__(self, key: str, code: int, payload: bytes, every_ms: int, now: int) -> None:
        self.key = key
        self.code = code
        self.payload = payload
        self.every_ms = every_ms
        self.said_ms = now


class Post:
    """Frames to send, numbered as they leave, and the messages that wait for their answer."""

    def __init__(self) -> None:
        self._sequence = 0
        self._out: list[bytes] = []
        self._kept: list[_Kept] = []

    @property
    def talking(self) -> bool:
        """Whether something is about to leave."""
        return bool(self._out)

    def send(self, name: str, fields: "dict[str, Any]") -> None:
        """Say a message once."""
        self._frame(CODE_OF[name], encode(name, fields))

    def keep(
        self, now: int, key: str, name: str, fields: "dict[str, Any]", *, every_ms: int = RESEND_MS
    ) -> None:
        """Say a message now and again until `done(key)`; it takes the place of an earlier one of that key."""
        kept = _Kept(key, CODE_OF[name], encode(name, fields), every_ms, now)
        self.done(key)
        self._kept.append(kept)
        self._frame(kept.code, kept.payload)

    def done(self, key: str) -> bool:
        """Forget the message of that key, since it was answered; say whether there was one."""
        before = len(self._kept)
        self._kept = [kept for kept in self._kept if kept.key != key]
        return len(self._kept) < before

    def done_code(self, code: int) -> None:
        """Forget every message with that code, since it was refused."""
        self._kept = [kept for kept in self._kept if kept.code != code]

    def forget(self) -> None:
        """Forget every unanswered message and all that has not left yet."""
        self._kept = []
        self._out = []

    def repeat(self, now: int) -> None:
        """Say again what has waited long enough for its answer."""
        if self._kept:  # usually nothing waits, and then nothing is allocated
            self._again([kept for kept in self._kept if since(now, kept.said_ms) >= kept.every_ms], now)

    def repeat_all(self, now: int) -> None:
        """Say again what is unanswered, since the other end heard something damaged or missed something."""
        self._again([kept for kept in self._kept if since(now, kept.said_ms) >= JUST_SAID_MS], now)

    def due_ms(self, now: int) -> "int | None":
        """Return in how many milliseconds something has to be said again, if anything waits."""
        return min([max(kept.every_ms - since(now, kept.said_ms), 0) for kept in self._kept], default=None)

    def take(self) -> bytes:
        """Return the bytes to write to the wire; they are not given twice."""
        out = b"".join(self._out)
        self._out = []
        return out

    def _again(self, due: list[_Kept], now: int) -> None:
        for kept in due[:AT_ONCE]:
            kept.said_ms = now
            self._frame(kept.code, kept.payload)

    def _frame(self, code: int, payload: bytes) -> None:
        self._out.append(framed(code, self._sequence, payload))
        self._sequence = (self._sequence + 1) & 0xFF
