"""What a clock has to tell once: a low time, a new period, a fallen flag."""

from __future__ import annotations

from dataclasses import dataclass

from momentum.rules.players import Player


@dataclass(frozen=True, slots=True, kw_only=True)
class LowTime:
    """A player's time has run down to one of the warnings."""

    player: Player
    """Whose time it is."""
    at_ms: int
    """The instant at which exactly that much was left."""
    left_ms: int
    """The time left then."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PeriodBegan:
    """A player's next period, or next period of byo-yomi, has begun."""

    player: Player
    """Whose period it is."""
    at_ms: int
    """The instant at which it began."""
    period: int
    """Its place in the player's control, 0 for the first."""
    left: int
    """Periods of byo-yomi left, this one included, or turns to make in it; 0 when it counts neither."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Flag:
    """A player's flag has fallen: the time was exactly used up."""

    player: Player
    """Whose flag it is."""
    at_ms: int
    """The instant at which it fell."""
    played_ms: int
    """How long both clocks together had run by then; unlike an instant, it holds over a restart."""


News = LowTime | PeriodBegan | Flag
"""Anything a clock tells."""
