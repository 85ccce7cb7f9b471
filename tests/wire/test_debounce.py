"""The firmware's debouncing, against a slow twin that keeps every reading."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.firmware.debounce import RESTLESS_MS, Debounce
from firmware_bridge.wire.messages import CLOCK

SCAN_MS = 5


def feed(debounce: Debounce, readings: list[int], *, begin: int = 0) -> list[int]:
    """Feed one row a reading every 5 ms; return its debounced state after each."""
    states = []
    for number, bits in enumerate(readings):
        before = debounce.closed[0]
        changed = debounce.row((begin + number * SCAN_MS) & CLOCK, 0, bits)
        assert changed == (debounce.closed[0] != before)
        states.append(debounce.closed[0])
    return states


def slowly(readings: list[int], debounce_ms: int) -> list[int]:
    """Return the same states by looking back over all readings for each switch and instant."""
    states, state = [], 0
    for at in range(len(readings)):
        for column in range(7):
            bit = 1 << column
            run = at
            while run > 0 and (readings[run - 1] ^ readings[at]) & bit == 0:
                run -= 1
            first = run == 0 and readings[at] & bit == 0  # it has read open ever since the start
            if not first and (at - run) * SCAN_MS >= debounce_ms:
                state = state & ~bit | readings[at] & bit
        states.append(state)
    return states


@given(st.lists(st.integers(0, 127), max_size=60), st.integers(1, 40), st.sampled_from([0, CLOCK - 90]))
def test_any_chatter_debounces_as_in_the_slow_twin(readings: list[int], debounce_ms: int, begin: int) -> None:
    debounce = Debounce(1)
    debounce.debounce_ms = debounce_ms
    assert feed(debounce, readings, begin=begin) == slowly(readings, debounce_ms)


def test_a_contact_counts_after_20_ms_of_equal_readings() -> None:
    assert feed(Debounce(1), [1, 1, 1, 1, 1, 1]) == [0, 0, 0, 0, 1, 1]


def test_a_bounce_begins_the_wait_anew() -> None:
    assert feed(Debounce(1), [1, 1, 1, 0, 1, 1, 1, 1, 1]) == [0] * 8 + [1]


def test_a_contact_that_never_holds_still_is_restless_until_it_does() -> None:
    debounce = Debounce(1)
    feed(debounce, [1, 1, 0, 0] * (RESTLESS_MS // SCAN_MS // 4 - 2))
    assert debounce.restless[0] == 0
    feed(debounce, [1, 1, 0, 0] * 3, begin=RESTLESS_MS - 40)
    assert debounce.restless[0] == 1
    feed(debounce, [0] * 8, begin=RESTLESS_MS + 100)
    assert debounce.restless[0] == 0
    assert debounce.closed[0] == 0


def test_what_is_closed_at_the_start_is_closed_at_once() -> None:
    debounce = Debounce(2)
    debounce.begin(1, 0b101)
    assert bytes(debounce.closed) == bytes((0, 0b101))
    assert debounce.row(0, 1, 0b101) is False
