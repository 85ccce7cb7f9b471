"""A delay lets nothing out too early, nothing twice, nothing after what is newer, and loses no end."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from momentum.web.delay import STEP_MS, Delay

PAUSES = st.lists(st.floats(0, 500), max_size=60)


@given(delay_ms=st.sampled_from([0.0, 50.0, 1000.0]), pauses=PAUSES, looks=PAUSES)
def test_what_comes_out_is_old_enough_and_never_older_than_before(
    delay_ms: float, pauses: list[float], looks: list[float]
) -> None:
    puts = [sum(pauses[: n + 1]) for n in range(len(pauses))]
    acts = sorted([(at, True) for at in puts] + [(sum(looks[: n + 1]), False) for n in range(len(looks))])
    delay, last = Delay[float](delay_ms), -1.0
    for at, puts_in in acts:
        if puts_in:
            delay.put(at, at)
            continue
        view = delay.take(at)
        if view is not None:
            assert at - view >= delay_ms
            assert view >= last
            last = view
    end = sum(pauses) + delay_ms
    if puts and last < puts[-1]:
        assert delay.take(end + 1) == puts[-1]
    assert delay.take(end + 2) is None


def test_views_that_follow_faster_than_anybody_sees_are_not_all_kept() -> None:
    delay = Delay[int](60_000)
    for at in range(5000):
        delay.put(at, at)
    assert len(delay._held) <= 2 * 5000 / STEP_MS
    seen = [view for at in range(60_000, 65_000) if (view := delay.take(at)) is not None]
    assert seen[-1] == 4999
    assert len(seen) >= 5000 / STEP_MS / 2
