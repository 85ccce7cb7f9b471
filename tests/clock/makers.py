"""Arbitrary time controls and settings, for the laws that hold for all of them."""

from __future__ import annotations

from hypothesis import strategies as st

from momentum.clock import AfterFlag, ClockSettings, Control, Controls, FlagPolicy, Kind, Period, TurnEnds

_BONUSES = (Kind.FISCHER, Kind.BRONSTEIN, Kind.DELAY)


@st.composite
def main_periods(draw: st.DrawFn, *, most_ms: int, by_turns: bool) -> Period:
    """Draw a period of plain time, with a bonus or without."""
    kind = draw(st.sampled_from((Kind.PLAIN, *_BONUSES)))
    return Period(
        kind=kind,
        time_ms=draw(st.integers(0 if kind is Kind.DELAY else 1, most_ms)),
        bonus_ms=draw(st.integers(1, max(1, most_ms // 3))) if kind in _BONUSES else 0,
        count=draw(st.integers(1, 3)) if by_turns else 0,
    )


@st.composite
def controls_of_one(draw: st.DrawFn, *, most_ms: int) -> Control:
    """Draw a player's control: some periods of plain time and a last one, or one that counts up."""
    times = st.integers(1, most_ms)
    by_turns = draw(st.lists(st.booleans(), max_size=2))
    before = [draw(main_periods(most_ms=most_ms, by_turns=turns)) for turns in by_turns]
    kind = draw(st.sampled_from(("main", Kind.BYO, Kind.CANADIAN, Kind.UP)))
    if kind is Kind.UP:
        return Control(periods=(Period(kind=kind),))
    if kind == "main" or (before and before[-1].ends_by_turns):
        before.append(draw(main_periods(most_ms=most_ms, by_turns=False)))
    if kind != "main":
        before.append(Period(kind=Kind(kind), time_ms=draw(times), count=draw(st.integers(1, 3))))
    return Control(periods=tuple(before))


@st.composite
def controls(draw: st.DrawFn, *, most_ms: int) -> Controls:
    """Draw both players' controls: often the same, at times a handicap, at times hourglasses."""
    if draw(st.integers(0, 5)) == 0:
        glasses = [Period(kind=Kind.HOURGLASS, time_ms=draw(st.integers(1, most_ms))) for _ in range(2)]
        return Controls(first=Control(periods=(glasses[0],)), second=Control(periods=(glasses[1],)))
    first = draw(controls_of_one(most_ms=most_ms))
    second = first if draw(st.booleans()) else draw(controls_of_one(most_ms=most_ms))
    return Controls(first=first, second=second)


@st.composite
def clock_settings(draw: st.DrawFn, *, most_ms: int) -> ClockSettings:
    """Draw the settings of a game's clocks."""
    warnings = draw(st.sets(st.integers(1, most_ms), max_size=3))
    return ClockSettings(
        controls=draw(controls(most_ms=most_ms)),
        flag=draw(st.sampled_from(FlagPolicy)),
        after=draw(st.sampled_from(AfterFlag)),
        turn=draw(st.sampled_from(TurnEnds)),
        warnings_ms=tuple(sorted(warnings, reverse=True)),
    )
