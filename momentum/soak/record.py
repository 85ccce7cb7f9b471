"""Record: what went wrong by hand in one game, what the lights said to it, and how long it took to mend."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field


@dataclass(slots=True, kw_only=True)
class Record:
    """Mistakes and troubles of one game, as its players met them."""

    made: Counter[str] = field(default_factory=Counter)
    """Mistakes by kind."""
    caught: Counter[str] = field(default_factory=Counter)
    """Those that the lights showed before play went on, by kind."""
    harmless: Counter[str] = field(default_factory=Counter)
    """Those that ended right without a word, by kind."""
    troubles: Counter[str] = field(default_factory=Counter)
    """What is no mistake but happens at tables, by kind: rolls, undone turns, blips, lost cables, crashes."""
    longest_ms: float = 0.0
    """The longest from a mistake that the lights showed until they had nothing to complain of."""
    open: list[tuple[str, float]] = field(default_factory=list)
    """Mistakes that nobody has spoken of yet: their kinds and instants."""
    shown: list[tuple[str, float]] = field(default_factory=list)
    """Mistakes that the lights have shown and that are not mended yet."""

    def slip(self, kind: str, at_ms: float) -> None:
        """Note a mistake that a hand made."""
        self.made[kind] += 1
        self.open.append((kind, at_ms))

    def looked(self, *, complains: bool, in_step_ms: float) -> None:
        """Note a look at the lights, which complain, or have been content since `in_step_ms`."""
        if complains:
            self.caught.update(kind for kind, _ in self.open)
            self.shown += self.open
        else:
            self.harmless.update(kind for kind, _ in self.open)
            self.longest_ms = max([self.longest_ms, *(in_step_ms - at_ms for _, at_ms in self.shown)])
            self.shown.clear()
        self.open.clear()
