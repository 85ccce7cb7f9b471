"""Contact health laws: what is a fault, what is only play, and the way back."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hardware.debounce import Debounce
from hardware.errors import SettingError
from hardware.health import ContactHealth
from hardware.protocols import CELLS
from hardware.simulator import SimulatedTable
from tests.drivers.clock import HandClock

G1 = 6
BIT = 1 << G1
REST: dict[int, float] = {}


def change(health: ContactHealth, *instants: float) -> list[float]:
    """Let g1 change at these instants and return those at which its health changed."""
    return [at_ms for at_ms in instants if health.feed(at_ms, BIT, REST)]


def chatter(health: ContactHealth, start_ms: float, until_ms: float, every_ms: float = 5) -> list[float]:
    """Let g1 be unsteady from start to end and return the instants at which its health changed."""
    steps = int((until_ms - start_ms) / every_ms) + 1
    instants = [start_ms + step * every_ms for step in range(steps)]
    return [at_ms for at_ms in instants if health.feed(at_ms, 0, {G1: start_ms})]


def test_the_eighth_change_within_two_seconds_is_a_fault() -> None:
    health = ContactHealth()
    assert change(health, *range(0, 1750, 250)) == []
    assert health.unhealthy == 0
    assert change(health, 2000) == [2000]
    assert health.unhealthy == BIT


def test_eight_changes_in_more_than_two_seconds_are_play() -> None:
    health = ContactHealth()
    assert change(health, *(number * 290.0 for number in range(100))) == []
    assert health.unhealthy == 0


def test_seven_quick_changes_are_play() -> None:
    health = ContactHealth()
    assert change(health, *range(0, 7 * 25, 25)) == []
    assert change(health, *range(2200, 2200 + 7 * 25, 25)) == []


def test_many_contacts_changing_at_once_are_no_fault() -> None:
    health = ContactHealth()
    board = (1 << CELLS) - 1
    assert [health.feed(at_ms, board, REST) for at_ms in range(0, 7 * 200, 200)] == [0] * 7


def test_half_a_second_without_rest_is_a_fault() -> None:
    health = ContactHealth()
    assert chatter(health, 1000, 2000) == [1500]
    assert health.unhealthy == BIT


def test_less_than_half_a_second_without_rest_is_play() -> None:
    health = ContactHealth()
    assert chatter(health, 1000, 1495) == []
    assert health.feed(1500, 0, REST) == 0
    assert chatter(health, 1520, 2015) == []


def test_a_fault_is_over_after_five_quiet_seconds() -> None:
    health = ContactHealth()
    change(health, *range(8))
    assert health.next_due_ms == 5007
    assert health.feed(5006, 0, REST) == 0
    assert health.feed(5007, 0, REST) == BIT
    assert health.unhealthy == 0
    assert health.next_due_ms is None


def test_one_change_keeps_a_fault_for_five_more_seconds() -> None:
    health = ContactHealth()
    change(health, *range(8))
    assert change(health, 4000) == []
    assert health.feed(5007, 0, REST) == 0
    assert health.next_due_ms == 9000
    assert health.feed(9000, 0, REST) == BIT


def test_unrest_too_short_to_be_a_change_keeps_a_fault() -> None:
    health = ContactHealth()
    change(health, *range(8))
    chatter(health, 4000, 4010)
    assert health.feed(5007, 0, REST) == 0
    assert health.next_due_ms == 9010
    assert health.feed(9010, 0, REST) == BIT


def test_a_contact_that_goes_on_chattering_never_recovers() -> None:
    health = ContactHealth()
    assert chatter(health, 0, 20_000, every_ms=50) == [500]
    assert health.next_due_ms == 25_000


def test_a_recovered_contact_starts_its_count_anew() -> None:
    health = ContactHealth(within_ms=60_000)
    change(health, *range(8))
    health.feed(6000, 0, REST)
    assert change(health, *range(6100, 6107)) == []


def test_the_next_look_is_due_when_chatter_would_become_a_fault() -> None:
    health = ContactHealth()
    health.feed(100, 0, {G1: 95})
    assert health.next_due_ms == 595
    assert health.feed(595, 0, REST) == 0
    assert health.next_due_ms is None


def test_a_contact_marked_good_is_believed_and_its_past_forgotten() -> None:
    health = ContactHealth()
    change(health, *range(8))
    health.mark_good(G1)
    assert health.unhealthy == 0
    assert change(health, *range(10, 17)) == []
    assert change(health, 17) == [17]


def test_a_chattering_contact_marked_good_gets_another_half_second() -> None:
    health = ContactHealth()
    chatter(health, 0, 700)
    health.mark_good(G1)
    assert [at_ms for at_ms in range(705, 1300, 5) if health.feed(at_ms, 0, {G1: 0})] == [1200]


def test_a_contact_marked_bad_stays_bad_however_quiet_until_marked_good() -> None:
    health = ContactHealth()
    health.mark_bad(G1)
    assert health.unhealthy == BIT
    assert health.feed(1_000_000, 0, REST) == 0
    change(health, 1_000_001)
    assert health.feed(2_000_000, 0, REST) == 0
    assert (health.unhealthy, health.next_due_ms) == (BIT, None)
    health.mark_good(G1)
    assert health.unhealthy == 0


def test_marking_one_contact_good_leaves_the_way_back_open_for_all() -> None:
    health = ContactHealth()
    health.mark_bad(G1)
    health.mark_good(G1)
    for at_ms in range(8):
        health.feed(at_ms, BIT | 1, REST)
    assert health.unhealthy == BIT | 1
    assert health.feed(5007, 0, REST) == BIT | 1


def test_faults_of_two_contacts_are_told_apart() -> None:
    health = ContactHealth()
    change(health, *range(8))
    for at_ms in range(1000, 1007):
        assert health.feed(at_ms, 1, REST) == 0
    assert health.feed(1007, 1, REST) == 1
    assert health.unhealthy == BIT | 1
    assert health.next_due_ms == 5007
    assert health.feed(5010, 0, REST) == BIT
    assert health.next_due_ms == 6007


@pytest.mark.parametrize("cell", [-1, 49])
def test_marking_a_contact_that_does_not_exist_is_refused(cell: int) -> None:
    health = ContactHealth()
    with pytest.raises(SettingError, match=f"no contact cell number {cell}"):
        health.mark_good(cell)
    with pytest.raises(SettingError, match=f"no contact cell number {cell}"):
        health.mark_bad(cell)


@pytest.mark.parametrize("name", ["changes", "within_ms", "quiet_ms", "chatter_ms"])
def test_settings_of_nothing_are_refused(name: str) -> None:
    with pytest.raises(SettingError, match=f"{name}=0"):
        ContactHealth(**{name: 0})


def test_a_strict_table_may_take_the_first_change_for_a_fault() -> None:
    assert change(ContactHealth(changes=1), 10) == [10]


class Watch:
    """A simulated table watched by debounce and health, as the program's loop does it."""

    def __init__(self, *, seed: int = 0, bounce_ms: float = 1, scan_ms: float = 5) -> None:
        self.clock = HandClock()
        self.table = SimulatedTable(self.clock, seed=seed, bounce_ms=bounce_ms)
        self.debounce = Debounce(20)
        self.health = ContactHealth()
        self.scan_ms = scan_ms
        self.changes: list[int] = []
        self.verdicts: list[tuple[float, int]] = []

    def watch(self, ms: float) -> None:
        """Scan for so long."""
        for _ in range(round(ms / self.scan_ms)):
            at_ms = self.clock.advance(self.scan_ms)
            changed = self.debounce.feed(at_ms, self.table.sensors.scan())
            if changed:
                self.changes.append(changed)
            judged = self.health.feed(at_ms, changed, self.debounce.unsteady)
            if judged:
                self.verdicts.append((at_ms, judged))


@settings(deadline=None)
@given(st.integers(0, 10_000), st.floats(0, 20), st.sampled_from([1, 2.5, 5, 10]))
def test_drops_and_lifts_with_up_to_20_ms_of_bounce_are_one_change_each(
    seed: int, bounce_ms: float, scan_ms: float
) -> None:
    watch = Watch(seed=seed, bounce_ms=bounce_ms, scan_ms=scan_ms)
    for _ in range(3):
        watch.table.hands.place(G1, south=False)
        watch.watch(90)
        watch.table.hands.lift(G1)
        watch.watch(90)
    assert watch.changes == [BIT] * 6
    assert watch.verdicts == []


@settings(deadline=None)
@given(st.integers(0, 10_000), st.floats(0, 20), st.floats(100, 3000))
def test_a_slide_over_contacts_is_no_fault(seed: int, bounce_ms: float, slide_ms: float) -> None:
    watch = Watch(seed=seed, bounce_ms=bounce_ms)
    watch.table.hands.place(0, south=False)
    watch.watch(100)
    watch.table.hands.slide(0, G1, slide_ms)
    watch.watch(slide_ms + 1000)
    assert watch.verdicts == []
    assert watch.debounce.closed == BIT


def test_a_flickering_contact_is_a_fault_within_two_seconds_and_recovers_after_five() -> None:
    watch = Watch()
    watch.table.faults.flicker(G1, 5)
    watch.watch(3000)
    [(at_ms, judged)] = watch.verdicts
    assert judged == BIT
    assert at_ms <= 1000
    watch.table.faults.flicker(G1, None)
    watch.watch(4900)
    assert watch.health.unhealthy == BIT
    watch.watch(200)
    assert watch.health.unhealthy == 0
    assert len(watch.verdicts) == 2


@pytest.mark.parametrize("hz", [40, 61, 100, 333])
def test_a_contact_too_fast_for_the_debounce_is_a_fault_by_its_unrest(hz: float) -> None:
    watch = Watch(scan_ms=1)
    watch.table.faults.flicker(G1, hz)
    watch.watch(600)
    assert watch.changes == []
    assert watch.health.unhealthy == BIT


def test_a_stuck_contact_is_steady_and_no_fault_of_this_kind() -> None:
    watch = Watch()
    watch.table.faults.stuck(G1, True)
    watch.watch(10_000)
    assert watch.verdicts == []
    assert watch.debounce.closed == BIT
