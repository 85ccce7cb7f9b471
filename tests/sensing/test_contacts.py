"""Simulated contacts: bounce, blips, flickering, stuck contacts, and the same history for the same seed."""

from collections.abc import Callable, Iterable
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hardware.debounce import Debounce
from hardware.errors import HandError, SettingError
from hardware.protocols import Scan
from hardware.simulator import SimulatedTable
from hardware.simulator.faults import Faults
from tests.drivers.clock import HandClock

D4, G1 = 24, 6

Readings = list[tuple[float, bool]]


@pytest.fixture
def clock() -> HandClock:
    return HandClock()


@pytest.fixture
def table(clock: HandClock) -> SimulatedTable:
    return SimulatedTable(clock)


def watch(clock: HandClock, table: SimulatedTable, until_ms: float, cell: int = D4) -> Readings:
    """Jump from change to change until an instant and return when a contact closed and opened."""
    seen = [(clock.at_ms, bool(table.sensors.scan().closed >> cell & 1))]
    while (next_ms := table.next_change_ms()) is not None and next_ms <= until_ms:
        clock.at_ms = next_ms
        is_closed = bool(table.sensors.scan().closed >> cell & 1)
        if is_closed != seen[-1][1]:
            seen.append((clock.at_ms, is_closed))
    clock.at_ms = until_ms
    return seen


@settings(deadline=None)
@given(st.integers(0, 1000), st.floats(0, 40), st.booleans())
def test_a_change_starts_and_ends_in_the_new_state_and_chatters_no_longer_than_told(
    seed: int, bounce_ms: float, lifting: bool
) -> None:
    clock = HandClock()
    table = SimulatedTable(clock, seed=seed, bounce_ms=bounce_ms)
    table.hands.place(D4, south=False)
    if lifting:
        clock.advance(100)
        table.hands.lift(D4)
    start_ms = clock.at_ms
    seen = watch(clock, table, start_ms + 1000)
    assert seen[0] == (start_ms, not lifting)
    assert seen[-1][1] is not lifting
    assert seen[-1][0] <= start_ms + bounce_ms
    lengths = [later[0] - earlier[0] for earlier, later in pairwise(seen)]
    assert all(length <= 1.5 + 1e-9 for length in lengths)
    assert all(length >= 0.2 - 1e-9 for length in lengths[:-1])


@settings(deadline=None)
@given(st.integers(0, 1000), st.floats(0.1, 39))
def test_a_change_in_the_midst_of_a_bounce_chatters_anew_and_by_itself(seed: int, after_ms: float) -> None:
    clock = HandClock()
    table = SimulatedTable(clock, seed=seed, bounce_ms=40)
    table.hands.place(D4, south=False)
    clock.advance(after_ms)
    table.hands.lift(D4)
    seen = watch(clock, table, 500)
    assert seen[0] == (after_ms, False)
    assert seen[-1][1] is False
    assert after_ms < seen[-1][0] <= after_ms + 40
    lengths = [later[0] - earlier[0] for earlier, later in pairwise(seen)]
    assert all(0.2 - 1e-9 <= length <= 1.5 + 1e-9 for length in lengths[:-1])


def test_a_contact_without_bounce_changes_once(clock: HandClock) -> None:
    table = SimulatedTable(clock, bounce_ms=0)
    table.hands.place(D4, south=False)
    assert watch(clock, table, 100) == [(0, True)]


def test_bounce_set_while_the_table_runs_holds_for_later_changes(
    clock: HandClock, table: SimulatedTable
) -> None:
    table.faults.bounce(0)
    table.hands.place(D4, south=False)
    assert len(watch(clock, table, 100)) == 1
    table.faults.bounce(50)
    table.hands.lift(D4)
    seen = watch(clock, table, 300)
    assert len(seen) > 20
    assert 148 < seen[-1][0] <= 150


def test_bounce_set_late_does_not_reach_back_to_changes_made_before(clock: HandClock) -> None:
    table = SimulatedTable(clock, bounce_ms=0)
    table.faults.blip(D4, 10)
    clock.advance(20)
    table.faults.bounce(500)
    assert watch(clock, table, 100) == [(20, False)]


def test_a_long_bounce_is_chatter_for_a_debounce_of_20_ms(clock: HandClock, table: SimulatedTable) -> None:
    table.faults.bounce(300)
    table.hands.place(D4, south=False)
    debounce = Debounce(20)
    changes = [at for at in range(500) if debounce.feed(at, scan_at(clock, table, at))]
    assert len(changes) == 1
    assert 300 <= changes[0] <= 321


def scan_at(clock: HandClock, table: SimulatedTable, at_ms: float) -> Scan:
    clock.at_ms = at_ms
    return table.sensors.scan()


def test_a_blip_closes_a_contact_with_no_marble_there(clock: HandClock, table: SimulatedTable) -> None:
    table.faults.bounce(0)
    clock.advance(10)
    table.faults.blip(D4, 15)
    assert watch(clock, table, 100) == [(10, True), (25, False)]
    assert table.hands.marbles() == ()


def test_overlapping_blips_are_one_long_one(clock: HandClock, table: SimulatedTable) -> None:
    table.faults.bounce(0)
    table.faults.blip(D4, 15)
    clock.advance(10)
    table.faults.blip(D4, 30)
    assert watch(clock, table, 100) == [(10, True), (40, False)]


def test_a_blip_under_a_marble_is_nothing(clock: HandClock, table: SimulatedTable) -> None:
    table.hands.place(D4, south=False)
    clock.advance(10)
    table.faults.blip(D4, 15)
    assert watch(clock, table, 100) == [(10, True)]


@pytest.mark.parametrize(("hz", "half_ms"), [(5, 100), (0.5, 1000), (50, 10)])
def test_a_flickering_contact_makes_so_many_full_cycles_a_second(
    clock: HandClock, table: SimulatedTable, hz: float, half_ms: float
) -> None:
    table.faults.bounce(0)
    table.faults.flicker(D4, hz)
    seen = watch(clock, table, 10 * half_ms)
    assert seen == [(number * half_ms, number % 2 == 0) for number in range(11)]


def test_a_flickering_contact_under_a_marble_opens_first(clock: HandClock, table: SimulatedTable) -> None:
    table.faults.bounce(0)
    table.hands.place(D4, south=False)
    table.faults.flicker(D4, 5)
    assert watch(clock, table, 150) == [(0, False), (100, True)]


@pytest.mark.parametrize("marble", [False, True])
def test_after_flickering_a_contact_follows_its_marble_again(
    clock: HandClock, table: SimulatedTable, marble: bool
) -> None:
    table.faults.flicker(D4, 5)
    clock.advance(330)
    if marble:
        table.hands.place(D4, south=False)
    table.faults.flicker(D4, None)
    clock.advance(5)
    assert watch(clock, table, 2000) == [(335, marble)]
    assert table.next_change_ms() is None


def test_a_new_flicker_replaces_the_old_one(clock: HandClock, table: SimulatedTable) -> None:
    table.faults.bounce(0)
    table.faults.flicker(D4, 50)
    table.faults.flicker(D4, 5)
    assert watch(clock, table, 250) == [(0, True), (100, False), (200, True)]


def test_ending_a_flicker_that_never_began_is_nothing(clock: HandClock, table: SimulatedTable) -> None:
    table.faults.flicker(D4, None)
    assert watch(clock, table, 100) == [(0, False)]


@pytest.mark.parametrize("closed", [False, True])
def test_a_stuck_contact_follows_nothing_until_it_is_free(
    clock: HandClock, table: SimulatedTable, closed: bool
) -> None:
    table.faults.stuck(D4, closed)
    clock.advance(5)
    table.hands.place(D4, south=False)
    table.faults.blip(D4, 10)
    table.faults.flicker(D4, 20)
    assert watch(clock, table, 200) == [(5, closed)]
    table.faults.flicker(D4, None)
    table.faults.stuck(D4, None)
    clock.advance(5)
    assert watch(clock, table, 300) == [(205, True)]


def test_a_contact_stuck_closed_on_an_empty_cell_shows_no_south_pole(clock: HandClock) -> None:
    table = SimulatedTable(clock, polarity=True)
    table.faults.stuck(D4, True)
    clock.advance(5)
    assert table.sensors.scan() == Scan(1 << D4, 0)
    table.hands.place(D4, south=True)
    clock.advance(5)
    assert table.sensors.scan() == Scan(1 << D4, 1 << D4)


def test_marbles_of_either_pole_are_one_and_the_same_to_presence_sensors(
    clock: HandClock, table: SimulatedTable
) -> None:
    table.hands.place(D4, south=True)
    clock.advance(5)
    assert table.sensors.scan() == Scan(1 << D4, 0)


def test_a_marble_exchanged_at_one_instant_is_a_change_of_pole(clock: HandClock) -> None:
    table = SimulatedTable(clock, polarity=True)
    debounce = Debounce(20)
    table.hands.place(D4, south=False)
    debounce.reset(scan_at(clock, table, 50))
    table.hands.lift(D4)
    table.hands.place(D4, south=True)
    changes = [at for at in range(51, 100) if debounce.feed(at, scan_at(clock, table, at))]
    assert len(changes) == 1
    assert (debounce.closed, debounce.south) == (1 << D4, 1 << D4)


@pytest.mark.parametrize(
    ("act", "sentence"),
    [
        (lambda faults: faults.bounce(-1), "bounce cannot last -1 ms; give 0 or more"),
        (lambda faults: faults.blip(D4, -0.5), "a blip cannot last -0.5 ms"),
        (
            lambda faults: faults.flicker(D4, 0),
            "cannot flicker 0 times a second; give more than 0, up to 1000",
        ),
        (lambda faults: faults.flicker(D4, -3), "cannot flicker -3 times a second"),
        (lambda faults: faults.flicker(D4, float("nan")), "cannot flicker nan times a second"),
        (lambda faults: faults.flicker(D4, 1001), "cannot flicker 1001 times a second"),
    ],
)
def test_an_impossible_fault_is_refused_and_changes_nothing(
    table: SimulatedTable, act: Callable[[Faults], None], sentence: str
) -> None:
    with pytest.raises(SettingError, match=sentence):
        act(table.faults)
    assert table.sensors.scan() == Scan(0)
    assert table.next_change_ms() is None


@pytest.mark.parametrize(
    "act",
    [
        lambda faults: faults.blip(49, 5),
        lambda faults: faults.flicker(49, 5),
        lambda faults: faults.flicker(-1, None),
        lambda faults: faults.stuck(49, True),
    ],
)
def test_a_fault_of_a_contact_that_does_not_exist_is_refused(
    table: SimulatedTable, act: Callable[[Faults], None]
) -> None:
    with pytest.raises(HandError, match="there is no cell number"):
        act(table.faults)
    assert table.next_change_ms() is None


def session(table: SimulatedTable, clock: HandClock, read_at: Iterable[float]) -> list[tuple[float, Scan]]:
    """Play the same acts at the same instants, and read at any others."""
    acts: list[tuple[float, Callable[[], None]]] = [
        (0, lambda: table.hands.place(0, south=False)),
        (3, lambda: table.hands.slide(0, D4, 130)),
        (3, lambda: table.faults.flicker(G1, 40)),
        (50, lambda: table.faults.blip(10, 7)),
        (90, lambda: table.hands.place(0, south=True)),
        (90, lambda: table.faults.bounce(6)),
        (200, lambda: table.hands.lift(D4)),
        (201, lambda: table.faults.flicker(G1, None)),
        (260, lambda: table.faults.stuck(0, False)),
    ]
    reads: list[tuple[float, Callable[[], None] | None]] = [(at_ms, None) for at_ms in read_at]
    seen = []
    for at_ms, act in sorted([*acts, *reads], key=lambda step: step[0]):
        clock.at_ms = at_ms
        if act:
            act()
        else:
            seen.append((at_ms, table.sensors.scan()))
    return seen


def sequence(seed: int, every_ms: float) -> dict[float, Scan]:
    clock = HandClock()
    table = SimulatedTable(clock, seed=seed, polarity=True)
    reads = [number * every_ms + 0.05 for number in range(int(300 / every_ms))]
    return dict(session(table, clock, reads))


def test_the_same_seed_and_acts_give_the_same_history() -> None:
    assert sequence(7, 0.1) == sequence(7, 0.1)


def test_another_seed_gives_another_history() -> None:
    assert sequence(7, 0.1) != sequence(8, 0.1)


def test_reading_more_or_less_often_does_not_change_the_history() -> None:
    fine, coarse = sequence(7, 0.1), sequence(7, 25)
    finely = {round(at_ms, 6): scan for at_ms, scan in fine.items()}
    assert all(finely[round(at_ms, 6)] == scan for at_ms, scan in coarse.items())


def test_a_contact_s_history_does_not_depend_on_what_other_contacts_do() -> None:
    histories = []
    for noise in (False, True):
        clock = HandClock()
        table = SimulatedTable(clock, bounce_ms=15)
        if noise:
            table.faults.flicker(G1, 30)
            table.faults.blip(3, 40)
        table.hands.place(D4, south=False)
        histories.append(watch(clock, table, 60))
    assert histories[0] == histories[1]


def test_a_table_at_rest_plans_nothing(clock: HandClock, table: SimulatedTable) -> None:
    assert table.next_change_ms() is None
    table.hands.place(D4, south=False)
    clock.advance(10)
    assert table.next_change_ms() is None


def test_the_next_change_lies_after_now_and_nothing_changes_before_it(
    clock: HandClock, table: SimulatedTable
) -> None:
    table.hands.place(0, south=False)
    table.hands.slide(0, 3, 300)
    table.buttons.press("new", 77)
    clock.advance(10)
    before = (table.sensors.scan(), table.buttons.down())
    next_ms = table.next_change_ms()
    assert next_ms == 40
    clock.at_ms = 39.999
    assert (table.sensors.scan(), table.buttons.down()) == before
    clock.at_ms = next_ms
    assert (table.sensors.scan(), table.buttons.down()) != before


def test_a_button_s_release_is_a_planned_change(table: SimulatedTable) -> None:
    table.buttons.press("undo", 77)
    assert table.next_change_ms() == 77


def test_a_table_left_alone_for_an_hour_catches_up(clock: HandClock, table: SimulatedTable) -> None:
    table.faults.flicker(G1, 2)
    clock.advance(3_600_000)
    table.hands.place(D4, south=False)
    clock.advance(5)
    assert table.sensors.scan().closed & ~(1 << G1) == 1 << D4
    next_ms = table.next_change_ms()
    assert next_ms is not None
    assert clock.at_ms < next_ms <= clock.at_ms + 250


def test_a_scan_with_nothing_due_reads_the_clock_once_and_builds_nothing() -> None:
    reads: list[float] = []

    def counting() -> float:
        reads.append(10.0 if reads else 0.0)
        return reads[-1]

    table = SimulatedTable(counting, bounce_ms=0)
    table.hands.place(D4, south=False)
    table.buttons.press("new", 1000)
    scan = table.sensors.scan()
    reads_before = len(reads)
    assert table.sensors.scan() is scan
    assert len(reads) == reads_before + 1
