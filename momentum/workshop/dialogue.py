"""The talk between a program and a person at the table: events in, decisions out; no device, no clock.

A talk is a generator that yields decisions and is sent events, so that it reads like the talk it is.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from hardware.protocols import FRAME_BYTES
from momentum.workshop.errors import TalkStopped

T = TypeVar("T")

SILENCE = 6
"""So many questions in a row without any answer mean that nobody is at the table."""
DIM, BRIGHT = 60, 200
"""Levels of a light, 0 to 255: of a whole lit strip (well under 900 mA), and of a single one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Settled:
    """The board has come to rest with these contacts closed."""

    at_ms: float
    """When."""
    closed: int
    """Mask of the closed contacts that rest."""
    south: int = 0
    """Mask of those that a south pole closes."""
    restless: int = 0
    """Mask of the contacts that never come to rest."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Typed:
    """The person has typed a line."""

    at_ms: float
    """When."""
    text: str
    """The line, without blanks around it, in small letters."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pressed:
    """A button at the table's edge has gone down."""

    at_ms: float
    """When."""
    name: str
    """Which one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Passed:
    """Time has passed."""

    at_ms: float
    """It is now."""


Event = Settled | Typed | Pressed | Passed


@dataclass(frozen=True, slots=True, kw_only=True)
class Show:
    """Show this frame, each pixel the light of that number in the chain, or of the map in force."""

    frame: bytes
    """231 bytes, RGB per pixel."""


@dataclass(frozen=True, slots=True)
class Say:
    """Tell the person something."""

    key: str
    """The key of the words."""
    values: tuple[tuple[str, object], ...] = ()
    """What is put into them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Want:
    """Hands are wanted: the one marble goes to a cell, or off the board."""

    cell: int | None = None
    """The cell; None when it goes to, or beside, the cell that is lit."""
    south: bool = False
    """Whether it is a marble of the second player."""
    away: bool = False
    """No marble: the board must be empty."""
    press: str | None = None
    """No marble: this button is to be pressed."""
    look: bool = False
    """No marble: a question about what the lights have shown."""


Decision = Show | Say | Want
Talk = Generator[tuple[Decision, ...], Event, T]


@dataclass(frozen=True, slots=True, kw_only=True)
class Closed:
    """An answer by hand: contacts that were open have closed."""

    contacts: int
    """Mask of them."""
    south: int
    """Mask of those that a south pole closed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Nothing:
    """No contact has closed."""

    by_hand: bool = False
    """The person says so, who sees the marble lie there; else patience has run out."""


def say(key: str, **values: object) -> Say:
    """Return the decision to say these words."""
    return Say(key, tuple(values.items()))


def lit(pixels: Iterable[int], colour: tuple[int, int, int] = (BRIGHT, BRIGHT, BRIGHT)) -> Show:
    """Return the decision to light these pixels and no other."""
    frame = bytearray(FRAME_BYTES)
    for pixel in pixels:
        frame[3 * pixel : 3 * pixel + 3] = bytes(colour)
    return Show(frame=bytes(frame))


class Dialogue:
    """One talk's memory: the board as it last settled, the time, and what is about to be decided."""

    def __init__(self, patience_ms: float) -> None:
        self.patience_ms = patience_ms
        """How long to wait for an answer before asking again."""
        self.at_ms = 0.0
        """The time of the last event."""
        self.closed = 0
        """Mask of the contacts closed when the board last settled."""
        self.south = 0
        """Mask of those that a south pole closed."""
        self.restless = 0
        """Mask of the contacts that did not come to rest."""
        self.opened = 0
        """Mask of the contacts that were seen open."""
        self.settled = False
        """Whether the board has settled at all yet."""
        self._decided: list[Decision] = []
        self._silence = 0

    def tell(self, *decisions: Decision) -> None:
        """Decide this, when the talk next listens."""
        self._decided += decisions

    def last_words(self) -> tuple[Decision, ...]:
        """Return, and forget, what was decided and not handed out yet."""
        decided = tuple(self._decided)
        self._decided.clear()
        return decided

    def hear(self) -> Talk[Event]:
        """Hand out what was decided, and return the next event."""
        event = yield self.last_words()
        self.at_ms = event.at_ms
        if isinstance(event, Settled):
            self.closed, self.south, self.restless = event.closed, event.south, self.restless | event.restless
            self.opened |= ~event.closed
            self.settled = True
        return event

    def pause(self, ms: float) -> Talk[None]:
        """Let so much time pass, whatever happens meanwhile."""
        until_ms = self.at_ms + ms
        yield from self.hear()
        while self.at_ms < until_ms:
            yield from self.hear()

    def cleared(self) -> Talk[None]:
        """Have every marble taken off the board; the person may say that it is empty, or not be there."""
        self.tell(say("calibrate.clear"), lit(()), Want(away=True))
        until_ms = self.at_ms + self.patience_ms
        while self.closed and self.at_ms < until_ms:
            if isinstance((yield from self.hear()), Typed):
                return

    def answer(self) -> Talk[Closed | Typed | Pressed | Nothing]:
        """Listen until contacts close that were open, a line is typed, a button is pressed, or in vain.

        A contact that is closed already must open first. Patience starts anew whenever a contact opens.
        Raises `TalkStopped` when nobody seems to be at the table.
        """
        answer = yield from self._listen()
        self._silence = self._silence + 1 if isinstance(answer, Nothing) else 0
        if self._silence == SILENCE:
            raise TalkStopped("calibrate.nobody")
        return answer

    def _listen(self) -> Talk[Closed | Typed | Pressed | Nothing]:
        lying, since_ms = self.closed, self.at_ms
        while True:
            event = yield from self.hear()
            if isinstance(event, Typed | Pressed):
                return event
            if lying & ~self.closed:
                lying, since_ms = lying & self.closed, self.at_ms
            fresh = self.closed & ~lying
            if fresh:
                return Closed(contacts=fresh, south=self.south & fresh)
            if self.at_ms - since_ms >= self.patience_ms:
                return Nothing()


class Conversation(Generic[T]):
    """A talk as a machine: events in, decisions out, and its result at the end."""

    def __init__(self, dialogue: Dialogue, talk: Talk[T]) -> None:
        self._dialogue = dialogue
        self._talk = talk
        self._result: list[T] = []

    @property
    def over(self) -> bool:
        """Whether the talk has come to its end."""
        return bool(self._result)

    @property
    def result(self) -> T:
        """What it came to; only once it is over."""
        return self._result[0]

    def begin(self, at_ms: float) -> tuple[Decision, ...]:
        """Return the first decisions; it is now `at_ms`."""
        self._dialogue.at_ms = at_ms
        return self._step(lambda: next(self._talk))

    def receive(self, event: Event) -> tuple[Decision, ...]:
        """Take an event and return what is decided upon it; nothing more once the talk is over."""
        return () if self.over else self._step(lambda: self._talk.send(event))

    def _step(self, step: Callable[[], tuple[Decision, ...]]) -> tuple[Decision, ...]:
        try:
            return step()
        except StopIteration as end:
            self._result.append(end.value)
            return self._dialogue.last_words()


class Back(Exception):
    """The person wants the question before once more."""


def in_turn(
    cells: Sequence[int], ask: Callable[[int, str], Talk[None]], forget: Callable[[int], object]
) -> Talk[None]:
    """Ask about each of these, told its number; on `Back` forget the one before, and ask for it again."""
    at = 0
    while at < len(cells):
        try:
            yield from ask(cells[at], f"{at + 1}/{len(cells)}")
            at += 1
        except Back:
            at = max(at - 1, 0)
            forget(cells[at])
