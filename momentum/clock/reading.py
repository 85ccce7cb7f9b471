"""What can be read off one player's clock at an instant."""

from __future__ import annotations

from dataclasses import dataclass

from momentum.clock.control import BYO, UP, Control
from momentum.clock.side import Side, delay_ms
from momentum.clock.times import face


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """One player's clock, for those who show it; `str` is its face, such as `4:59`."""

    time_ms: int
    """The time left in the present period, or used, when it counts up."""
    counts_up: bool
    """Whether it counts up."""
    delay_ms: int
    """What is left of the turn's delay, before the time runs down."""
    used_ms: int
    """How long this clock has run in all."""
    period: int
    """The present period's place, 0 for the first."""
    periods_left: int | None
    """Periods of byo-yomi left, the present one included; None when it is none."""
    turns_left: int | None
    """Turns still to be made in the present period; None when it asks for none."""
    running: bool
    """Whether it runs."""
    fallen: bool
    """Whether its flag has fallen."""

    @property
    def seconds(self) -> int:
        """The time in whole seconds, rounded down: 0 through the last second, the flag still standing."""
        return self.time_ms // 1000

    def __str__(self) -> str:
        return face(self.time_ms)


def read(side: Side, control: Control, *, running: bool, fallen: bool) -> Reading:
    """Return what one player's clock shows."""
    period = control.periods[side.period]
    byo = period.kind is BYO
    return Reading(
        time_ms=side.time_ms,
        counts_up=period.kind is UP,
        delay_ms=delay_ms(side, period),
        used_ms=side.used_ms,
        period=side.period,
        periods_left=side.left if byo else None,
        turns_left=side.left if period.count and not byo else None,
        running=running,
        fallen=fallen,
    )
