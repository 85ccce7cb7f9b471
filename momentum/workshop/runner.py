"""Holding a talk at a real table, or a simulated one: devices read and lit, a person listened to."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Protocol, TypeVar

from hardware.protocols import PIXELS, Buttons, Lights, Sensors
from momentum.table.lighting import IDLE_MA, milliamps
from momentum.table.presses import Press, Presses
from momentum.table.sensing import Sensing, SensingSettings
from momentum.workshop.dialogue import (
    Conversation,
    Decision,
    Event,
    Passed,
    Pressed,
    Say,
    Settled,
    Show,
    Typed,
    Want,
)

T = TypeVar("T")

PAUSE_MS = 5.0
"""Between two looks at the buttons, where there are no contacts to be read."""
AGAIN_MS = 250.0
"""Where nothing is read, a frame is shown again so often: a board on a cable wants to hear from its host."""
_LATIN = str.maketrans("ㅁㅠㅊㅇㄷㄹㅎㄴㅜㅛㄱ", "abcdefgsnyr")
"""What the keys of these letters type on a Korean keyboard."""


class Desk(Protocol):
    """Where the person is: what is said goes there, and what is typed comes from there."""

    def now(self) -> float:
        """Return the time in milliseconds; it never goes back."""
        ...

    def hear(self, decision: Say | Want) -> None:
        """Be told something, or be asked for a hand."""
        ...

    def wait(self, ms: float) -> tuple[str, ...]:
        """Let so much time pass, or less, and return the lines typed meanwhile."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Workbench:
    """The devices that a talk is about."""

    sensors: Sensors | None = None
    """The contacts, if the talk is about them."""
    lights: Lights | None = None
    """The strip, if there is one."""
    buttons: Buttons | None = None
    """The buttons, if the talk is about them."""
    sensing: SensingSettings = field(default_factory=SensingSettings)
    """How the contacts are read."""
    max_milliamps: float = 900.0
    """The most that a frame may draw, by estimate."""


def converse(conversation: Conversation[T], bench: Workbench, desk: Desk) -> T:
    """Hold the talk to its end and return its result. Raises `DeviceLost` as soon as a device is gone."""
    begin_ms = desk.now()
    ears, strip = _Ears(bench, begin_ms), _Strip(bench)
    _act(conversation.begin(begin_ms), strip, desk)
    while True:
        typed = desk.wait(ears.pause_ms)
        now_ms = desk.now()
        lines = (line.strip().lower().translate(_LATIN) for line in typed)
        events = [*(Typed(at_ms=now_ms, text=line) for line in lines), *ears.listen(now_ms)]
        for event in events:
            _act(conversation.receive(event), strip, desk)
        strip.again(now_ms)
        if conversation.over:
            return conversation.result


def _act(decisions: tuple[Decision, ...], strip: _Strip, desk: Desk) -> None:
    for decision in decisions:
        if isinstance(decision, Show):
            strip.show(decision.frame, desk.now())
        else:
            desk.hear(decision)


class _Strip:
    """The lights, where there are any, and the frame that they show."""

    def __init__(self, bench: Workbench) -> None:
        self._lights = bench.lights
        self._most_ma = bench.max_milliamps
        self._alone = bench.sensors is None and bench.buttons is None
        self._frame: bytes | None = None
        self._due_ms = 0.0

    def show(self, frame: bytes, now_ms: float) -> None:
        """Show a frame, dimmed as far as it must be."""
        if self._lights is not None:
            self._frame, self._due_ms = within(frame, self._most_ma), now_ms + AGAIN_MS
            self._lights.show(self._frame)

    def again(self, now_ms: float) -> None:
        """Show it once more when it is time, and nothing else is used."""
        if self._alone and self._frame is not None and now_ms >= self._due_ms:
            self.show(self._frame, now_ms)


def within(frame: bytes, max_milliamps: float) -> bytes:
    """Return a frame dimmed as far as it must be to draw no more than this, by estimate."""
    idle = PIXELS * IDLE_MA
    wanted, allowed = milliamps(frame) - idle, max_milliamps - idle
    if wanted <= allowed:
        return frame
    return bytes(int(part * allowed / wanted) for part in frame)


class _Ears:
    """What the devices tell, as events."""

    def __init__(self, bench: Workbench, at_ms: float) -> None:
        self._scan = None if bench.sensors is None else bench.sensors.scan
        self._buttons = bench.buttons
        self._presses = Presses()
        self._sensing: Sensing | None = None
        if bench.sensors is not None:
            scan, polarity = bench.sensors.scan(), bench.sensors.polarity
            self._sensing = Sensing(bench.sensing, scan, at_ms, polarity=polarity)

    @property
    def pause_ms(self) -> float:
        """How long to wait before listening again."""
        return PAUSE_MS if self._sensing is None else self._sensing.pause_ms

    def listen(self, now_ms: float) -> Iterator[Event]:
        """Read the devices and yield what has happened."""
        if self._scan and self._sensing and self._sensing.feed(now_ms, self._scan()).settled:
            yield _settled(self._sensing, now_ms)
        if self._buttons is not None:
            for press in self._presses.feed(now_ms, self._buttons.down()):
                if isinstance(press, Press):
                    yield Pressed(at_ms=now_ms, name=press.name)
        yield Passed(at_ms=now_ms)


def _settled(sensing: Sensing, now_ms: float) -> Settled:
    seen, restless = sensing.seen, sensing.unhealthy
    return Settled(
        at_ms=now_ms,
        closed=seen.occupied & ~restless,
        south=(seen.second or 0) & ~restless,
        restless=restless,
    )
