"""A sentence before it is put into a language: a key of the words, and what fills their places."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from momentum.rules import Player, cell_text
from momentum.words import say

Value = str | Player
"""What fills a place: a text as it is, or a player, who is named in each language."""


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence in any language."""

    key: str
    """The key of its words."""
    values: tuple[tuple[str, Value], ...] = ()
    """What fills the places in them, by name."""

    @classmethod
    def of(cls, key: str, **values: Value) -> Sentence:
        """Return a sentence with its places filled."""
        return cls(key, tuple(values.items()))

    def in_words(self, language: str) -> str:
        """Return its words in a language, as they are shown."""
        return say(language, self.key, **{name: _named(language, value) for name, value in self.values})

    def aloud(self, language: str) -> str:
        """Return its words as they are spoken: a voice must hear where a sentence ends."""
        words = self.in_words(language)
        return words if words.endswith((".", "!", "?")) else f"{words}."

    def as_json(self) -> dict[str, str]:
        """Return what a page needs to put it into its own language."""
        return {"key": self.key, **{name: str(value) for name, value in self.values}}


def _named(language: str, value: Value) -> str:
    return say(language, f"player.{value}") if isinstance(value, Player) else value


def cells_spoken(cells: Iterable[int]) -> str:
    """Return the names of cells as they are listed: a1, b2."""
    return ", ".join(cell_text(cell) for cell in cells)
