"""No drift: whatever is switched, what both players used is what has passed, to the millisecond."""

from __future__ import annotations

from itertools import accumulate
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from momentum.clock import ClockSettings
from momentum.rules import Player
from tests.clock.makers import clock_settings
from tests.clock.tables import set_to

FIRST, SECOND = Player
SWITCHES = 1_000_000


def test_a_million_random_switches_sum_exactly() -> None:
    rng = Random(20)
    instants = list(accumulate(rng.choices(range(120), k=SWITCHES), initial=rng.random()))
    clock = set_to("40h+0.01s").start(instants[0])
    for at_ms in instants[1:]:
        clock = clock.turn_over(at_ms)
    whole = [int(at_ms) for at_ms in instants]
    used = [sum(b - a for a, b in zip(whole[turn::2], whole[turn + 1 :: 2], strict=False)) for turn in (0, 1)]
    assert [clock.first.used_ms, clock.second.used_ms] == used
    assert clock.played_ms == whole[-1] - whole[0]
    base_ms, given_ms = 40 * 3_600_000, 10 * SWITCHES // 2
    assert [clock.first.time_ms, clock.second.time_ms] == [base_ms + given_ms - ms for ms in used]


@given(clock_settings(most_ms=1000), st.lists(st.floats(0, 500), min_size=1, max_size=20))
def test_both_players_used_what_has_passed_while_a_clock_ran(
    settings: ClockSettings, gaps: list[float]
) -> None:
    instants = list(accumulate(gaps))
    clock = set_to(f"{settings.controls} after=play_on").start(instants[0])
    for at_ms in instants[1:]:
        clock = clock.turn_over(at_ms)
    assert clock.at(instants[-1]).played_ms == int(instants[-1]) - int(instants[0])


@given(
    st.tuples(st.integers(1, 5000), st.integers(1, 5000)),
    st.lists(st.integers(0, 3000), min_size=1, max_size=20),
)
def test_hourglasses_hold_the_same_sand_for_ever(glasses: tuple[int, int], gaps: list[int]) -> None:
    first, second = (f"hourglass {ms / 1000:.3f}s" for ms in glasses)
    clock = set_to(f"first {first} | second {second}").start(0)
    for at_ms in accumulate(gaps):
        clock = clock.turn_over(at_ms)
        assert clock.remaining(FIRST, at_ms) + clock.remaining(SECOND, at_ms) == sum(glasses)
