"""A player's clock running down: through warnings and periods, until the instant asked for or the flag."""

from __future__ import annotations

from typing import NamedTuple

from momentum.clock.control import Control
from momentum.clock.news import LowTime, News, PeriodBegan
from momentum.clock.side import Side, due_ms, ran, used_up
from momentum.rules.players import Player


class Rundown(NamedTuple):
    """What running came to."""

    side: Side
    """The clock afterwards; as the flag fell, when it did."""
    news: tuple[News, ...]
    """Warnings and periods passed on the way."""
    fell_at_ms: int | None
    """The instant at which the flag fell; None when it did not."""


def run_down(
    player: Player, side: Side, control: Control, warnings_ms: tuple[int, ...], from_ms: int, to_ms: int
) -> Rundown:
    """Run a clock whose flag has not fallen from one instant to another."""
    ms = to_ms - from_ms
    if ms < side.time_ms - (warnings_ms[0] if warnings_ms else 0):
        return Rundown(ran(side, control.periods[side.period], ms), (), None)
    news: list[News] = []
    while True:
        period = control.periods[side.period]
        due = due_ms(side, period, warnings_ms)
        if due is None or due > to_ms - from_ms:
            return Rundown(ran(side, period, to_ms - from_ms), tuple(news), None)
        side = ran(side, period, due)
        from_ms += due
        if side.time_ms > 0:
            side = side._replace(armed_ms=side.time_ms)
            news.append(LowTime(player=player, at_ms=from_ms, left_ms=side.time_ms))
            continue
        following = used_up(side, control)
        if following is None:
            return Rundown(side, tuple(news), from_ms)
        side = following
        news.append(PeriodBegan(player=player, at_ms=from_ms, period=side.period, left=side.left))
