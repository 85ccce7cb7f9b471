"""What a caller may do wrong with a referee; a player's mistake is a decision, never one of these."""

from __future__ import annotations

from momentum.errors import MomentumError


class RefereeError(MomentumError):
    """The referee cannot do what its caller asked."""


class SettingError(RefereeError, ValueError):
    """A table setting that does not exist, or a value it does not take."""


class BadAct(RefereeError, ValueError):
    """An arbiter's act that cannot be read, or not be done now; says why, and what can."""

    def __init__(self, sentence: str, key: str = "", **values: str) -> None:
        super().__init__(sentence)
        self.key = key
        """The key of the same sentence among the words of all languages; empty when there is none."""
        self.values = values
        """What fills the places in those words."""


class TransitionError(RefereeError, RuntimeError):
    """A finding that cannot happen in this phase: a fault in this program, never in a player."""
