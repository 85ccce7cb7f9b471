"""Sensing: when a board counts as settled, and what an unhealthy contact may no longer hold up."""

import math
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hardware.protocols import Scan
from momentum.referee import Seen
from momentum.table.errors import TableError
from momentum.table.sensing import FAST_SCAN_MS, REST_AFTER_MS, Reading, Sensing, SensingSettings

D4 = 1 << 24
G1 = 1 << 6


class Bench:
    """One board scanned every five milliseconds."""

    def __init__(self, *, closed: int = 0, polarity: bool = False, rest_scan_hz: float | None = None) -> None:
        self.at_ms = 0.0
        how = SensingSettings(rest_scan_hz=rest_scan_hz)
        self.sensing = Sensing(how, Scan(closed), 0.0, polarity=polarity)
        self.readings: list[tuple[float, Reading]] = []

    def keep(self, closed: int, ms: float, *, south: int = 0) -> None:
        """Let these contacts be closed for so long."""
        for _ in range(round(ms / 5)):
            self.at_ms += 5
            reading = self.sensing.feed(self.at_ms, Scan(closed, south))
            if reading != Reading():
                self.readings.append((self.at_ms, reading))

    def chatter(self, contact: int, ms: float, *, every_ms: float, closed: int = 0) -> None:
        """Let one contact open and close."""
        for turn in range(round(ms / every_ms)):
            self.keep(closed | contact * (turn % 2 == 0), every_ms)

    @property
    def settled(self) -> list[float]:
        """When the board settled."""
        return [at_ms for at_ms, reading in self.readings if reading.settled]

    @property
    def changed(self) -> list[tuple[float, int]]:
        """Which contacts changed, and when."""
        return [(at_ms, reading.changed) for at_ms, reading in self.readings if reading.changed]


def test_a_board_that_lies_there_at_the_start_settles_once() -> None:
    bench = Bench(closed=D4)
    bench.keep(D4, 2000)
    assert bench.settled == [250]
    assert bench.sensing.seen == Seen(occupied=D4)


def test_a_change_is_sensed_after_the_debounce_and_settles_250_ms_later() -> None:
    bench = Bench()
    bench.keep(0, 1000)
    bench.keep(D4, 1000)
    assert bench.changed == [(1025, D4)]
    assert bench.settled == [250, 1025 + 250]


def test_every_further_change_makes_the_board_settle_anew() -> None:
    bench = Bench()
    for closed in (D4, D4 | G1, G1, 0):
        bench.keep(closed, 200)
    bench.keep(0, 1000)
    assert bench.settled == [625 + 250]


def test_a_blip_shorter_than_the_debounce_disturbs_nothing() -> None:
    bench = Bench()
    bench.keep(0, 500)
    bench.keep(D4, 15)
    bench.keep(0, 1000)
    assert (bench.settled, bench.changed) == ([250], [])


def test_colours_are_seen_only_when_the_game_wants_them() -> None:
    for polarity, second in ((True, D4), (False, None)):
        bench = Bench(polarity=polarity)
        bench.keep(D4 | G1, 500, south=D4)
        assert bench.sensing.seen == Seen(occupied=D4 | G1, second=second)


@pytest.mark.parametrize("every_ms", [100, 50, 25, 15, 10, 5])
def test_a_contact_that_never_rests_holds_nothing_up_for_long(every_ms: float) -> None:
    bench = Bench()
    bench.chatter(G1, 3000, every_ms=every_ms)
    assert bench.sensing.unhealthy == G1
    assert bench.settled != []
    assert bench.settled[0] <= 1500


def test_a_contact_that_chatters_at_the_pace_of_the_debounce_never_settles_closed() -> None:
    bench = Bench()
    bench.keep(0, 1000)
    for _ in range(40):
        for closed, ms in ((G1, 25), (0, 15), (G1, 15), (0, 15)):
            bench.keep(closed, ms)
    unhealthy_ms = next(at_ms for at_ms, reading in bench.readings if reading.health)
    assert unhealthy_ms <= 1000 + 600
    assert all(at_ms >= unhealthy_ms for at_ms in bench.settled[1:])


def test_a_marble_dropped_beside_a_chattering_contact_settles_in_its_own_time() -> None:
    bench = Bench()
    bench.chatter(G1, 3000, every_ms=25)
    bench.chatter(G1, 1000, every_ms=25, closed=D4)
    assert bench.settled[-1] == 3025 + 250


def test_two_chattering_contacts_hold_nothing_up_either() -> None:
    bench = Bench()
    bench.chatter(G1 | 1, 3000, every_ms=25)
    bench.chatter(G1 | 1, 1000, every_ms=25, closed=D4)
    assert bench.sensing.unhealthy == G1 | 1
    assert bench.settled[-1] == 3025 + 250


def test_a_contact_that_has_been_quiet_for_five_seconds_is_believed_and_judged_again() -> None:
    bench = Bench()
    bench.chatter(G1, 3000, every_ms=50)
    quiet_ms = bench.at_ms
    bench.keep(0, 6000)
    assert bench.sensing.unhealthy == 0
    health = [at_ms for at_ms, reading in bench.readings if reading.health]
    assert quiet_ms + 4900 <= health[-1] <= quiet_ms + 5100
    assert bench.settled[-1] == health[-1] + 250


def test_a_contact_that_is_marked_good_is_believed_at_once() -> None:
    bench = Bench()
    bench.chatter(G1, 3000, every_ms=50)
    bench.sensing.mark(6, bench.at_ms, good=True)
    assert bench.sensing.unhealthy == 0
    bench.keep(0, 500)
    assert bench.settled[-1] > 3000


def test_a_board_begun_anew_is_taken_as_it_is_and_settles_again() -> None:
    bench = Bench()
    bench.keep(0, 1000)
    bench.sensing.restart(Scan(D4), bench.at_ms)
    assert bench.sensing.seen == Seen(occupied=D4)
    bench.keep(D4, 1000)
    assert (bench.settled, bench.changed) == ([250, 1250], [])


def test_scans_come_faster_while_a_contact_changes() -> None:
    bench = Bench()
    assert bench.sensing.pause_ms == 5
    bench.keep(D4, 5)
    assert bench.sensing.pause_ms == FAST_SCAN_MS
    bench.keep(D4, 100)
    assert bench.sensing.pause_ms == 5


def test_a_resting_board_is_due_only_when_a_contact_may_recover() -> None:
    bench = Bench()
    bench.keep(0, 500)
    assert (bench.sensing.resting, bench.sensing.due_ms) == (True, math.inf)
    bench.chatter(G1, 2000, every_ms=50)
    bench.keep(0, 1000)
    assert bench.sensing.resting
    assert 2500 + 4900 <= bench.sensing.due_ms <= 2500 + 5100


def test_a_board_at_rest_for_a_minute_is_scanned_less_often_until_something_moves() -> None:
    bench = Bench(rest_scan_hz=50)
    bench.keep(0, 59_990)
    assert (bench.sensing.pause_ms, bench.sensing.due_ms) == (5, REST_AFTER_MS)
    bench.keep(0, 10)
    assert (bench.sensing.pause_ms, bench.sensing.due_ms) == (20, math.inf)
    bench.keep(D4, 5)
    assert bench.sensing.pause_ms == FAST_SCAN_MS
    bench.keep(D4, 300)
    assert bench.sensing.pause_ms == 5
    assert bench.settled == [250, 60_025 + 250]


def test_a_table_may_be_scanned_as_often_at_rest_as_in_play() -> None:
    bench = Bench()
    bench.keep(0, 70_000)
    assert (bench.sensing.pause_ms, bench.sensing.due_ms) == (5, math.inf)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 3), st.sampled_from([5, 15, 30, 100, 240, 300])), max_size=20))
def test_a_settled_board_has_shown_no_change_for_250_ms(turns: list[tuple[int, float]]) -> None:
    bench = Bench()
    for closed, ms in turns:
        bench.keep(closed, ms)
    bench.keep(0, 1000)
    healthy = not any(reading.health for _, reading in bench.readings)
    for at_ms in bench.settled:
        assert not any(at_ms - 250 < then <= at_ms for then, _ in bench.changed) or not healthy
    last_change = bench.changed[-1][0] if bench.changed else 0
    assert bench.settled[-1] >= last_change + 250 or not healthy
    assert bench.sensing.seen.occupied == 0


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("scan_hz", 9.9),
        ("scan_hz", 1001),
        ("scan_hz", math.nan),
        ("debounce_ms", 0),
        ("debounce_ms", 201),
        ("settle_ms", 20),
        ("settle_ms", 5001),
        ("settle_ms", math.inf),
        ("rest_scan_hz", 5),
        ("rest_scan_hz", 201),
    ],
)
def test_settings_that_cannot_work_are_refused(key: str, value: float) -> None:
    given: dict[str, Any] = {key: value}
    with pytest.raises(TableError, match=key):
        SensingSettings(**given)


@pytest.mark.parametrize(("scan_hz", "scan_ms"), [(200, 5), (100, 10), (1000, 1), (300, 3413 / 1024)])
def test_the_beat_of_scans_adds_up_exactly(scan_hz: float, scan_ms: float) -> None:
    beat_ms = SensingSettings(scan_hz=scan_hz).scan_ms
    assert beat_ms == scan_ms
    assert sum([beat_ms] * 1000) == 1000 * beat_ms
