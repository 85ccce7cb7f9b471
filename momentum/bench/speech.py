"""How soon a voice is heard: from asking to the first sound, its own sound card's buffer apart."""

from __future__ import annotations

import os
import select
import statistics
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass

from hardware.protocols import Voice
from momentum.spoken import Sentence

SENTENCES = 20
"""Sentences that are timed in each language."""
QUIET_S = 0.05
"""So long without a further sound, and a sentence is over."""
GIVEN_UP_S = 5.0

SPOKEN = (Sentence("said.turn_first"), Sentence.of("do.lift", cell="d4", to="c3"))
"""What is said, over and over."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SpeechFigures:
    """What was measured, in milliseconds."""

    heard_ms_median: float
    heard_ms_slowest: float
    held_ms_slowest: float

    def rounded(self) -> dict[str, float]:
        """Return the figures under their names, to two decimals."""
        return {name: round(value, 2) for name, value in asdict(self).items()}


MEANINGS = {
    "heard_ms_median": "a sentence asked for to its first sound, median (ms; a sound card adds its buffer)",
    "heard_ms_slowest": "  the slowest of them",
    "held_ms_slowest": "the longest that asking held the table's loop (ms)",
}


def table(figures: Mapping[str, SpeechFigures]) -> str:
    """Return the figures of each language as lines of text."""
    return "\n".join(
        f"{value:>10,.2f}  {language}: {MEANINGS[name]}"
        for language, each in figures.items()
        for name, value in each.rounded().items()
    )


def measure(voice: Voice, sound: int, clock: Callable[[], float], language: str) -> SpeechFigures:
    """Let a voice speak whose sound comes out of the file `sound`. Raises `TimeoutError` at silence."""
    text = "\n".join(sentence.aloud(language) for sentence in SPOKEN)
    heard, held = [], []
    for _ in range(SENTENCES):
        asked_ms = clock()
        voice.speak(text)
        held.append(clock() - asked_ms)
        _next_sound(sound, voice)
        heard.append(clock() - asked_ms)
        _let_it_end(sound)
    return SpeechFigures(
        heard_ms_median=statistics.median(heard), heard_ms_slowest=max(heard), held_ms_slowest=max(held)
    )


def _next_sound(sound: int, voice: Voice) -> None:
    if not select.select([sound], [], [], GIVEN_UP_S)[0]:
        raise TimeoutError(voice.trouble or f"nothing was heard within {GIVEN_UP_S:.0f} s")
    os.read(sound, 65536)


def _let_it_end(sound: int) -> None:
    while select.select([sound], [], [], QUIET_S)[0]:
        os.read(sound, 65536)
