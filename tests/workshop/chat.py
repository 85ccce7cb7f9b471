"""One side of a talk, held by a test: it types, puts marbles down, and reads what it is told."""

from __future__ import annotations

from typing import Generic, TypeVar

from momentum.workshop.dialogue import (
    Conversation,
    Decision,
    Dialogue,
    Event,
    Passed,
    Say,
    Settled,
    Talk,
    Typed,
)

T = TypeVar("T")


class Chat(Generic[T]):
    """A talk, and the keys of what it said last."""

    def __init__(self, dialogue: Dialogue, talk: Talk[T]) -> None:
        self.conversation = Conversation(dialogue, talk)
        self.at_ms = 0.0
        self.said: list[str] = []
        self._take(self.conversation.begin(0.0))

    def _take(self, decisions: tuple[Decision, ...]) -> None:
        self.said = [decision.key.partition(".")[2] for decision in decisions if isinstance(decision, Say)]

    def send(self, event: Event) -> None:
        """Let something happen."""
        self._take(self.conversation.receive(event))

    def type(self, line: str) -> None:
        """Type a line."""
        self.send(Typed(at_ms=self.at_ms, text=line))

    def wait(self, ms: float) -> None:
        """Let time pass."""
        self.at_ms += ms
        self.send(Passed(at_ms=self.at_ms))

    def settle(self, closed: int, south: int = 0) -> None:
        """Let the board come to rest like this."""
        self.at_ms += 300
        self.send(Settled(at_ms=self.at_ms, closed=closed, south=south))

    def put(self, closed: int, south: int = 0) -> None:
        """Lift the marble, and put it where these contacts close."""
        self.settle(0)
        self.settle(closed, south)
