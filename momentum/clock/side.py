"""One player's clock: what is left, and how running and ending turns change it; whole milliseconds."""

from __future__ import annotations

from typing import NamedTuple

from momentum.clock.control import BRONSTEIN, BYO, CANADIAN, DELAY, FISCHER, UP, Control, Period
from momentum.clock.errors import BadCorrection
from momentum.clock.times import MOST_MS


class Side(NamedTuple):
    """What stands on one player's clock; a tuple, since one is made at every switch."""

    period: int
    """The place of the period it is in, 0 for the first of its control."""
    time_ms: int
    """The time left in that period; under `up`, the time used."""
    left: int
    """Periods of byo-yomi left, the present one included, or turns still to make in the period; else 0."""
    turn_ms: int
    """What the present turn has used; 0 while the opponent is to move."""
    used_ms: int
    """What all turns have used: how long this clock has run."""
    armed_ms: int
    """Warnings below this are still to be told."""
    given_ms: int
    """The sum of what an arbiter has given (above 0) or taken off."""

    @classmethod
    def new(cls, control: Control) -> Side:
        """Return a clock before play."""
        period = control.periods[0]
        return cls(0, period.time_ms, period.count, 0, 0, period.time_ms, 0)


def due_ms(side: Side, period: Period, warnings_ms: tuple[int, ...]) -> int | None:
    """Return how long the clock must run for the next warning, or for nothing to be left; None for never."""
    if period.kind is UP:
        return None
    next_ms = 0
    for warning_ms in warnings_ms:
        if warning_ms < side.armed_ms:
            next_ms = warning_ms
            break
    return side.time_ms - next_ms + delay_ms(side, period)


def delay_ms(side: Side, period: Period) -> int:
    """Return what is left of the turn's delay, before its time runs down."""
    if period.kind is DELAY and side.turn_ms < period.bonus_ms:
        return period.bonus_ms - side.turn_ms
    return 0


def ran(side: Side, period: Period, ms: int) -> Side:
    """Return the clock after running for `ms`, which is no longer than what is left."""
    change_ms = ms if period.kind is UP else -max(0, ms - delay_ms(side, period))
    return Side(
        side.period,
        side.time_ms + change_ms,
        side.left,
        side.turn_ms + ms,
        side.used_ms + ms,
        side.armed_ms,
        side.given_ms,
    )


def used_up(side: Side, control: Control) -> Side | None:
    """Return the clock with the next period begun, its time being used up; None when none is left."""
    period = control.periods[side.period]
    if period.kind is BYO and side.left > 1:
        return side._replace(time_ms=period.time_ms, left=side.left - 1, armed_ms=period.time_ms)
    if period.count or side.period + 1 == len(control.periods):
        return None
    return _opened(side, control, side.period + 1)


def turn_ended(side: Side, control: Control) -> Side:
    """Return the clock after its player's turn: with what the turn gives, and counted."""
    period = control.periods[side.period]
    time_ms, left, armed_ms = side.time_ms, side.left, side.armed_ms
    if period.kind is FISCHER:
        time_ms += period.bonus_ms
    elif period.kind is BRONSTEIN:
        time_ms += min(side.turn_ms, period.bonus_ms)
    elif period.kind is BYO:
        time_ms = armed_ms = period.time_ms
    elif period.kind is CANADIAN and left == 1:
        time_ms = armed_ms = period.time_ms
        left = period.count + 1
    if period.count and period.kind is not BYO:
        left -= 1
    ended = Side(side.period, time_ms, left, 0, side.used_ms, armed_ms, side.given_ms)
    if period.ends_by_turns and not left:
        return _opened(ended, control, side.period + 1)
    return ended


def idled(side: Side, ms: int) -> Side:
    """Return the clock after a turn of a player whose flag has fallen went on for `ms`."""
    return side._replace(turn_ms=side.turn_ms + ms, used_ms=side.used_ms + ms)


def corrected(side: Side, control: Control, ms: int, period: int | None, left: int | None) -> Side:
    """Return the clock set to a time, a period and a count; None leaves those two. Raise BadCorrection."""
    number = side.period if period is None else period
    if left is None:
        changes = number != side.period and 0 <= number < len(control.periods)
        left = control.periods[number].count if changes else side.left
    return checked(side._replace(period=number, time_ms=_whole(ms), left=left, armed_ms=ms), control)


def given(side: Side, control: Control, ms: int) -> Side:
    """Return the clock with time added, or taken off while there is some; raise BadCorrection under `up`."""
    if control.periods[side.period].kind is UP:
        why = f"the clock counts up, {ms} ms cannot be given or taken: correct what it shows"
        raise BadCorrection(why, "ruling.counts_up")
    time_ms = max(0, side.time_ms + _whole(ms))
    given_ms = side.given_ms + time_ms - side.time_ms
    return side._replace(time_ms=time_ms, armed_ms=time_ms, given_ms=given_ms)


def checked(side: Side, control: Control) -> Side:
    """Return the clock if a player with this control can have it; raise BadCorrection."""
    if not 0 <= side.period < len(control.periods):
        raise BadCorrection(f"{control} has no period {side.period}: give 0 to {len(control.periods) - 1}")
    period = control.periods[side.period]
    least = min(period.count, 1)
    if not least <= side.left <= period.count:
        raise BadCorrection(f"{side.left} cannot be left in {period}: give {least} to {period.count}")
    lowest_ms = min(side.time_ms, side.turn_ms, side.used_ms, side.armed_ms)
    if lowest_ms < 0:
        raise BadCorrection(f"{lowest_ms} ms cannot stand on a clock: give times from 0 on")
    return side


def _whole(ms: int) -> int:
    if type(ms) is not int or abs(ms) > MOST_MS:
        raise BadCorrection(f"{ms!r} ms cannot be set on a clock: give whole milliseconds, at most {MOST_MS}")
    return ms


def _opened(side: Side, control: Control, number: int) -> Side:
    """Return the clock with a period begun; what was left of the one before is kept."""
    period = control.periods[number]
    time_ms = side.time_ms + period.time_ms
    return side._replace(period=number, time_ms=time_ms, left=period.count, armed_ms=time_ms)
