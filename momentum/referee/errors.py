"""What a caller may do wrong with a referee; a player's mistake is a decision, never one of these."""

from __future__ import annotations

from momentum.errors import MomentumError


class RefereeError(MomentumError):
    """The referee cannot do what its caller asked."""


class SettingError(RefereeError, ValueError):
    """A table setting that does not exist, or a value it does not take."""


class BadAct(RefereeError, ValueError):
    """An arbiter's act that cannot be read, or not be done now; says why, and what can."""


class TransitionError(RefereeError, RuntimeError):
    """A finding that cannot happen in this phase: a fault in this program, never in a player."""
