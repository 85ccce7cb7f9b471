"""Debounce laws, against drawn examples and a slow twin that remembers every scan."""

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hardware.debounce import Debounce
from hardware.errors import SettingError
from hardware.protocols import CELLS, Scan

Feed = tuple[float, Scan]

FULL = (1 << CELLS) - 1


def feed_all(debounce: Debounce, feeds: Sequence[Feed]) -> list[tuple[float, int]]:
    """Feed scans and return the changes with their instants."""
    answers = [(at_ms, debounce.feed(at_ms, scan)) for at_ms, scan in feeds]
    return [(at_ms, changed) for at_ms, changed in answers if changed]


def readings(text: str, *, every_ms: float = 5, cell: int = 0) -> list[Feed]:
    """Write scans of one contact as text: `.` open, `n` north, `s` south."""
    bit = 1 << cell
    scans = {".": Scan(0, 0), "n": Scan(bit, 0), "s": Scan(bit, bit)}
    return [(number * every_ms, scans[letter]) for number, letter in enumerate(text)]


@pytest.mark.parametrize(
    ("text", "changes"),
    [
        ("......", []),
        (".nnnn", []),
        (".nnnnn", [25]),
        (".nnnnnn.....", [25, 55]),
        (".nnn.nnnn.nnnnn", [70]),
        (".nnnnn.n.nnnnnn", [25]),
        (".nnnn......nnnn...", []),
        (".nnnnnsssss", [25, 50]),
        (".nnnnnssssnnnn", [25]),
        (".nsnsnsnsnsnsns", []),
        (".nnnss.sssss", [55]),
    ],
)
def test_a_drawn_contact_changes_when_drawn(text: str, changes: list[float]) -> None:
    assert [at_ms for at_ms, _ in feed_all(Debounce(20), readings(text))] == changes


def test_a_change_of_pole_shows_in_the_south_mask_alone() -> None:
    debounce = Debounce(20)
    feed_all(debounce, readings("nnnnn"))
    assert (debounce.closed, debounce.south) == (1, 0)
    assert feed_all(debounce, [(100, Scan(1, 1)), (120, Scan(1, 1))]) == [(120, 1)]
    assert (debounce.closed, debounce.south) == (1, 1)


def test_pending_contacts_are_those_that_read_otherwise_now() -> None:
    debounce = Debounce(20)
    debounce.feed(0, Scan(0b110))
    assert debounce.pending == 0b110
    debounce.feed(5, Scan(0b010))
    assert debounce.pending == 0b010
    debounce.feed(20, Scan(0b010))
    assert (debounce.pending, debounce.closed) == (0, 0b010)


def test_a_contact_back_at_its_state_is_unsteady_but_not_pending() -> None:
    debounce = Debounce(20)
    feed_all(debounce, readings(".n."))
    assert debounce.pending == 0
    assert debounce.unsteady == {0: 5}
    feed_all(debounce, [(29, Scan(0))])
    assert debounce.unsteady == {0: 5}
    feed_all(debounce, [(30, Scan(0))])
    assert debounce.unsteady == {}


def test_a_contact_that_never_rests_is_unsteady_since_its_first_change() -> None:
    debounce = Debounce(20)
    assert feed_all(debounce, readings(".n.n.n.nn.nnn.n.n.n.n.n")) == []
    assert debounce.unsteady == {0: 5}


def test_a_contact_that_chatters_on_is_unsteady_through_a_rest_that_chance_made_long_enough() -> None:
    debounce = Debounce(20)
    assert feed_all(debounce, readings(".nn.nn..nnnnn.nn.nn..nn.nnnnn")) == [(60, 1)]
    assert debounce.unsteady == {0: 5}


def test_a_contact_that_has_chattered_is_steady_after_three_debounce_times() -> None:
    debounce = Debounce(20)
    assert feed_all(debounce, readings(".n.n.n.nnnnnnnnnnnn")) == [(55, 1)]
    assert debounce.unsteady == {0: 5}
    debounce.feed(95, Scan(1))
    assert debounce.unsteady == {}


def test_a_gap_between_scans_is_no_unrest() -> None:
    debounce = Debounce(20)
    feed_all(debounce, [(0, Scan(0)), (5, Scan(1)), (600, Scan(0))])
    assert debounce.unsteady == {0: 600}


def test_scans_just_a_debounce_time_apart_leave_no_gap() -> None:
    debounce = Debounce(20)
    feed_all(debounce, [(0, Scan(0)), (5, Scan(1)), (25, Scan(0))])
    assert debounce.unsteady == {0: 5}


def test_two_equal_scans_with_a_gap_between_them_are_enough() -> None:
    assert feed_all(Debounce(20), [(0, Scan(1)), (400, Scan(1))]) == [(400, 1)]


def test_one_scan_is_never_enough_however_late_it_comes() -> None:
    assert feed_all(Debounce(20), [(0, Scan(0)), (10_000, Scan(1))]) == []


def test_no_debounce_passes_every_scan_at_once() -> None:
    debounce = Debounce(0)
    assert feed_all(debounce, readings(".n.n")) == [(5, 1), (10, 1), (15, 1)]
    assert debounce.unsteady == {}


def test_reset_takes_a_board_as_it_lies() -> None:
    debounce = Debounce(20)
    debounce.feed(0, Scan(0b1000))
    debounce.reset(Scan(0b11, 0b10))
    assert (debounce.closed, debounce.south, debounce.pending) == (0b11, 0b10, 0)
    assert debounce.unsteady == {}
    assert feed_all(debounce, [(50, Scan(0b11, 0b10)), (90, Scan(0b11, 0b10))]) == []


def test_reset_forgets_what_was_unsteady() -> None:
    debounce = Debounce(20)
    debounce.feed(0, Scan(0b1000))
    debounce.reset(Scan(0))
    assert feed_all(debounce, [(5, Scan(0b1)), (20, Scan(0b1)), (25, Scan(0b1))]) == [(25, 0b1)]


@pytest.mark.parametrize("debounce_ms", [-1, float("nan")])
def test_an_impossible_debounce_time_is_refused(debounce_ms: float) -> None:
    with pytest.raises(SettingError, match="debounce_ms must be 0 or more"):
        Debounce(debounce_ms)


class SlowTwin:
    """The definition, word for word: every scan is kept, and each contact is looked at by itself."""

    def __init__(self, debounce_ms: float) -> None:
        self.debounce_ms = debounce_ms
        self.history: list[Feed] = [(-1, Scan(0))]
        self.states = [(False, False)] * CELLS

    def feed(self, at_ms: float, scan: Scan) -> int:
        """Keep the scan and return the changed contacts."""
        self.history.append((at_ms, scan))
        return sum(self._judge(cell) << cell for cell in range(CELLS))

    def _judge(self, cell: int) -> bool:
        values = [(at_ms, (s.closed >> cell & 1 == 1, s.south >> cell & 1 == 1)) for at_ms, s in self.history]
        last_ms, last = values[-1]
        same_since = last_ms
        for at_ms, value in reversed(values):
            if value != last:
                break
            same_since = at_ms
        if last == self.states[cell] or last_ms - same_since < self.debounce_ms:
            return False
        self.states[cell] = last
        return True


CROWD = (0, 6, 24, 48)


@st.composite
def scans(draw: st.DrawFn) -> Scan:
    """Draw a scan in which few contacts take part, so that they often repeat."""
    closed = sum(1 << cell for cell in CROWD if draw(st.booleans()))
    return Scan(closed, closed & sum(1 << cell for cell in CROWD if draw(st.booleans())))


@st.composite
def sessions(draw: st.DrawFn) -> list[Feed]:
    """Draw scans at uneven instants."""
    at_ms, feeds = 0.0, []
    for gap, repeats, scan in draw(
        st.lists(st.tuples(st.integers(1, 26), st.integers(1, 6), scans()), min_size=1, max_size=25)
    ):
        for _ in range(repeats):
            feeds.append((at_ms, scan))
            at_ms += gap
    return feeds


@settings(deadline=None)
@given(sessions(), st.sampled_from([0, 5, 20, 21]))
def test_debounce_agrees_with_its_definition(feeds: list[Feed], debounce_ms: int) -> None:
    twin = SlowTwin(debounce_ms)
    debounce = Debounce(debounce_ms)
    for at_ms, scan in feeds:
        assert debounce.feed(at_ms, scan) == twin.feed(at_ms, scan)
        assert debounce.closed == sum(closed << cell for cell, (closed, _) in enumerate(twin.states))
        assert debounce.south == sum(south << cell for cell, (_, south) in enumerate(twin.states))


@settings(deadline=None)
@given(sessions())
def test_masks_stay_consistent_whatever_is_fed(feeds: list[Feed]) -> None:
    debounce = Debounce(20)
    for at_ms, scan in feeds:
        before = Scan(debounce.closed, debounce.south)
        changed = debounce.feed(at_ms, scan)
        assert changed == (before.closed ^ debounce.closed) | (before.south ^ debounce.south)
        assert debounce.south & ~debounce.closed == 0
        assert debounce.pending & ~sum(1 << cell for cell in debounce.unsteady) == 0


@settings(deadline=None)
@given(sessions(), sessions())
def test_a_contact_s_changes_do_not_depend_on_other_contacts(feeds: list[Feed], noise: list[Feed]) -> None:
    alone = [(at_ms, Scan(scan.closed & 1, scan.south & 1)) for at_ms, scan in feeds]
    crowded = [
        (at_ms, Scan(scan.closed | other.closed & ~1, scan.south | other.south & ~1))
        for (at_ms, scan), (_, other) in zip(alone, noise * len(feeds), strict=False)
    ]
    seen = [(at_ms, changed & 1) for at_ms, changed in feed_all(Debounce(20), crowded)]
    assert [change for change in seen if change[1]] == feed_all(Debounce(20), alone)


@st.composite
def bounces(draw: st.DrawFn) -> list[float]:
    """Draw the lengths of closings and openings, together shorter than 20 ms."""
    parts = draw(st.lists(st.floats(0.05, 3), max_size=30))
    kept: list[float] = []
    for part in parts:
        if sum(kept) + part < 20:
            kept.append(part)
    return kept


def signal(flips: Sequence[float], at_ms: float) -> bool:
    """Tell whether a contact that starts open and flips at these instants is closed."""
    return sum(flip <= at_ms for flip in flips) % 2 == 1


def scanned(flips: Sequence[float], *, every_ms: float, until_ms: float) -> list[Feed]:
    count = int(until_ms / every_ms)
    return [(number * every_ms, Scan(int(signal(flips, number * every_ms)))) for number in range(count)]


@settings(deadline=None)
@given(bounces(), bounces(), st.floats(0, 5), st.sampled_from([0.5, 1, 2, 5, 7.3, 10]))
def test_any_bounce_between_steady_states_is_one_change_each(
    closing: list[float], opening: list[float], offset: float, every_ms: float
) -> None:
    flips = [30 + offset]
    for part in closing[: len(closing) // 2 * 2]:
        flips.append(flips[-1] + part)
    flips.append(flips[-1] + 100)
    for part in opening[: len(opening) // 2 * 2]:
        flips.append(flips[-1] + part)
    changes = feed_all(Debounce(20), scanned(flips, every_ms=every_ms, until_ms=300))
    assert len(changes) == 2
    first, second = (at_ms for at_ms, _ in changes)
    assert 50 <= first <= 75 + 2 * every_ms
    assert first < second


@settings(deadline=None)
@given(
    st.lists(st.tuples(st.floats(0.1, 19.9), st.floats(20, 60)), max_size=8),
    st.sampled_from([0.5, 1, 5, 7.3]),
)
def test_blips_shorter_than_the_debounce_time_are_never_a_change(
    blips: list[tuple[float, float]], every_ms: float
) -> None:
    at_ms, flips = 10.0, []
    for length, rest in blips:
        flips += [at_ms, at_ms + length]
        at_ms += length + rest
    assert feed_all(Debounce(20), scanned(flips, every_ms=every_ms, until_ms=at_ms + 50)) == []


def test_a_full_board_changes_all_at_once() -> None:
    assert feed_all(Debounce(20), [(0, Scan(FULL, FULL)), (20, Scan(FULL, FULL))]) == [(20, FULL)]
