"""The root of every error the game and the program raise on purpose."""

from __future__ import annotations


class MomentumError(Exception):
    """Something asked for cannot be done; the message shows the input and says what to do."""

    def __init__(self, sentence: str = "", key: str = "", **values: str) -> None:
        super().__init__(sentence)
        self.key = key
        """The key of the same sentence among the words of all languages; empty when there is none."""
        self.values = values
        """What fills the places in those words."""
