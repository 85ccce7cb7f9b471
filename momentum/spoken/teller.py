"""The teller: gathers what happens at one instant into one thing to say, and repeats what is still to do."""

from __future__ import annotations

import math

from momentum.referee import Decision
from momentum.spoken.sentence import Sentence
from momentum.spoken.telling import Detail, Scene, remaining, told

FIRST_REMINDER_MS = 15_000.0
"""How long hands may do nothing before those who play by ear are told again what is still to do."""
NEXT_REMINDER_MS = 30_000.0
"""How long until they are told once more."""


class Teller:
    """Decides what one table says and when; pure, time is an argument."""

    def __init__(self, detail: Detail) -> None:
        self._detail = detail
        self._decisions: list[Decision] = []
        self._others: list[Sentence] = []
        self._settled = False
        self._told: tuple[Sentence, ...] = ()
        self._remind_ms = math.inf

    def hear(self, decision: Decision) -> None:
        """Take something that was decided."""
        self._decisions.append(decision)

    def board_settled(self) -> None:
        """Take that the board lies still again after a change."""
        self._settled = True

    def also(self, sentence: Sentence) -> None:
        """Take a sentence about something that no referee decides."""
        self._others.append(sentence)

    def due(self, at_ms: float) -> bool:
        """Tell whether `turn` could have anything to say."""
        return bool(self._decisions or self._others or self._settled or at_ms >= self._remind_ms)

    def turn(self, at_ms: float, scene: Scene) -> tuple[Sentence, ...]:
        """Return what is to be said now, in place of anything still being said; empty for nothing."""
        sentences = self._gathered(scene)
        settled, self._settled = self._settled, False
        if self._detail is not Detail.FULL:
            return sentences
        left = remaining(scene)
        pause_ms = FIRST_REMINDER_MS
        if not sentences and settled and left != self._told:
            sentences = left
        elif not sentences and at_ms >= self._remind_ms:
            sentences, pause_ms = left, NEXT_REMINDER_MS
        if sentences or not left:
            self._told, self._remind_ms = left, at_ms + pause_ms if left else math.inf
        return sentences

    def _gathered(self, scene: Scene) -> tuple[Sentence, ...]:
        decisions, others = self._decisions, self._others
        self._decisions, self._others = [], []
        if self._detail is Detail.OFF:
            return ()
        return (*told(decisions, scene, self._detail), *others)
