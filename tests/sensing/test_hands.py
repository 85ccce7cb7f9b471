"""Hands and marbles: what a hand can do, what it cannot, and that no marble is ever made or lost."""

from collections.abc import Callable

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from hardware.cells import cells_in
from hardware.errors import HandError, HardwareError, SettingError
from hardware.protocols import CELLS, Scan
from hardware.simulator import Marble, SimulatedHands, SimulatedTable
from tests.drivers.clock import HandClock

A1, B1, C1, D1, D4, D5 = 0, 1, 2, 3, 24, 31


@pytest.fixture
def clock() -> HandClock:
    return HandClock()


@pytest.fixture
def table(clock: HandClock) -> SimulatedTable:
    return SimulatedTable(clock, bounce_ms=0)


def closed(table: SimulatedTable) -> list[int]:
    return list(cells_in(table.sensors.scan().closed))


def test_a_placed_marble_lies_on_its_cell_and_is_gone_from_its_tray(table: SimulatedTable) -> None:
    table.hands.place(D4, south=False)
    assert table.hands.marbles() == (Marble(id=0, south=False, x=3, y=3, cell=D4),)
    assert (table.hands.tray(False), table.hands.tray(True)) == (7, 8)
    assert closed(table) == [D4]


def test_a_lifted_marble_is_back_in_its_own_tray(table: SimulatedTable) -> None:
    table.hands.place(D4, south=True)
    table.hands.lift(D4)
    assert table.hands.marbles() == ()
    assert (table.hands.tray(False), table.hands.tray(True)) == (8, 8)
    assert closed(table) == []


def test_every_marble_has_a_number_of_its_own(table: SimulatedTable) -> None:
    for cell in range(16):
        table.hands.place(cell, south=cell >= 8)
    assert [(marble.id, marble.south) for marble in table.hands.marbles()] == [(n, n >= 8) for n in range(16)]


def test_a_marble_lifted_and_placed_elsewhere_is_the_same_marble(table: SimulatedTable) -> None:
    for cell in (A1, B1, C1):
        table.hands.place(cell, south=True)
    before = {marble.cell: marble.id for marble in table.hands.marbles()}
    table.hands.lift(B1)
    table.hands.place(D4, south=True)
    assert {marble.cell: marble.id for marble in table.hands.marbles()}[D4] == before[B1]


def test_a_marble_rolls_in_a_straight_line_at_constant_speed(clock: HandClock, table: SimulatedTable) -> None:
    table.hands.place(A1, south=False)
    clock.advance(1000)
    table.hands.slide(A1, D5, 300)
    clock.advance(100)
    [marble] = table.hands.marbles()
    assert (marble.x, marble.y) == pytest.approx((1, 4 / 3))
    assert marble.cell is None
    clock.advance(200)
    assert table.hands.marbles() == (Marble(id=0, south=False, x=3, y=4, cell=D5),)


def history(clock: HandClock, table: SimulatedTable) -> list[tuple[float, Scan]]:
    """Read the sensors at every planned change until none is left."""
    seen = [(clock.at_ms, table.sensors.scan())]
    while clock.jump(table):
        scan = table.sensors.scan()
        if scan != seen[-1][1]:
            seen.append((clock.at_ms, scan))
    return seen


def test_a_slide_closes_exactly_the_contacts_on_its_way_at_exact_instants(
    clock: HandClock, table: SimulatedTable
) -> None:
    table.hands.place(A1, south=False)
    table.hands.slide(A1, D1, 300)
    assert history(clock, table) == [
        (0, Scan(1 << A1)),
        (40, Scan(0)),
        (60, Scan(1 << B1)),
        (140, Scan(0)),
        (160, Scan(1 << C1)),
        (240, Scan(0)),
        (260, Scan(1 << D1)),
    ]


def test_a_slide_over_an_occupied_cell_leaves_its_contact_closed(
    clock: HandClock, table: SimulatedTable
) -> None:
    table.hands.place(A1, south=False)
    table.hands.place(B1, south=True)
    table.hands.slide(A1, C1, 200)
    assert all(scan.closed >> B1 & 1 for _, scan in history(clock, table))
    assert closed(table) == [B1, C1]


def test_a_contact_tells_the_pole_of_the_marble_that_came_last(clock: HandClock) -> None:
    table = SimulatedTable(clock, polarity=True, bounce_ms=0)
    table.hands.place(A1, south=True)
    table.hands.place(B1, south=False)
    table.hands.slide(A1, C1, 200)
    souths = [(at_ms, scan.south >> B1 & 1) for at_ms, scan in history(clock, table)]
    assert [south for at_ms, south in souths if 60 <= at_ms < 140] == [1]
    assert table.sensors.scan() == Scan(1 << B1 | 1 << C1, 1 << C1)


def test_marbles_roll_at_the_same_time(clock: HandClock, table: SimulatedTable) -> None:
    table.hands.place(A1, south=False)
    table.hands.place(D1, south=False)
    table.hands.slide(A1, D4, 100)
    table.hands.slide(D1, A1, 50)
    clock.advance(50)
    assert [marble.cell for marble in table.hands.marbles()] == [None, A1]
    clock.advance(50)
    assert closed(table) == [A1, D4]


def test_a_slide_in_no_time_is_there_at_once(table: SimulatedTable) -> None:
    table.hands.place(A1, south=False)
    table.hands.slide(A1, D1, 0)
    assert closed(table) == [D1]
    assert [marble.cell for marble in table.hands.marbles()] == [D1]


@pytest.mark.parametrize("after_ms", [0, 10, 45, 70, 99, 100])
def test_a_rolling_marble_is_lifted_by_the_cell_it_rolls_to(
    clock: HandClock, table: SimulatedTable, after_ms: float
) -> None:
    table.hands.place(A1, south=False)
    table.hands.slide(A1, B1, 100)
    clock.advance(after_ms)
    table.hands.lift(B1)
    assert closed(table) == []
    assert table.next_change_ms() is None
    assert (table.hands.tray(False), table.hands.marbles()) == (8, ())


def test_a_marble_lifted_on_its_way_can_be_placed_and_slid_again(
    clock: HandClock, table: SimulatedTable
) -> None:
    table.hands.place(A1, south=False)
    table.hands.slide(A1, D1, 300)
    clock.advance(100)
    table.hands.lift(D1)
    table.hands.place(A1, south=False)
    table.hands.slide(A1, B1, 100)
    clock.advance(250)
    assert closed(table) == [B1]


@pytest.mark.parametrize(
    ("act", "sentence"),
    [
        (lambda h: h.place(D4, south=True), "cannot place a marble on d4: it already holds a marble"),
        (lambda h: h.place(D1, south=True), "cannot place a marble on d1: a marble is rolling there"),
        (
            lambda h: h.place(A1, south=False),
            "cannot place a marble on a1: none with north up is left in hand",
        ),
        (lambda h: h.place(49, south=True), r"there is no cell number 49; cells are 0 \(a1\) to 48 \(g7\)"),
        (lambda h: h.lift(-1), "there is no cell number -1"),
        (lambda h: h.lift(A1), "cannot lift a marble from a1: there is none"),
        (lambda h: h.lift(C1), "cannot lift a marble from c1: there is none"),
        (lambda h: h.slide(A1, B1, 10), "cannot slide a marble from a1: there is none"),
        (lambda h: h.slide(D4, D1, 10), "cannot slide the marble of d4 to d1: a marble is rolling there"),
        (lambda h: h.slide(D4, D4, 10), "cannot slide the marble of d4 to d4: it already holds a marble"),
        (lambda h: h.slide(D4, 77, 10), "there is no cell number 77"),
        (lambda h: h.slide(D1, A1, 10), "cannot slide the marble of d1: it is still rolling there"),
    ],
)
def test_what_no_hand_can_do_is_refused_in_a_sentence_and_changes_nothing(
    clock: HandClock, act: Callable[[SimulatedHands], None], sentence: str
) -> None:
    table = SimulatedTable(clock, marbles_each=2)
    table.hands.place(D4, south=False)
    table.hands.place(C1, south=False)
    table.hands.slide(C1, D1, 100)
    clock.advance(50)
    before = (table.hands.marbles(), table.sensors.scan(), table.hands.tray(False), table.hands.tray(True))
    with pytest.raises(HandError, match=sentence):
        act(table.hands)
    assert before == (
        table.hands.marbles(),
        table.sensors.scan(),
        table.hands.tray(False),
        table.hands.tray(True),
    )


@pytest.mark.parametrize("ms", [-1, float("inf"), float("nan")])
def test_a_slide_of_impossible_length_is_refused(table: SimulatedTable, ms: float) -> None:
    table.hands.place(A1, south=False)
    with pytest.raises(SettingError, match="a slide cannot last"):
        table.hands.slide(A1, B1, ms)
    assert table.hands.marbles()[0].cell == A1


class AnyHands(RuleBasedStateMachine):
    """Hands that do anything, possible or not, at any moment."""

    def __init__(self) -> None:
        super().__init__()
        self.clock = HandClock()
        self.table = SimulatedTable(self.clock, polarity=True, bounce_ms=2, marbles_each=3)

    def attempt(self, act: Callable[[], None]) -> None:
        """Let a hand try; an impossible act must leave every marble where it is."""
        before = self.table.hands.marbles()
        try:
            act()
        except HardwareError:
            assert self.table.hands.marbles() == before

    cells = st.sampled_from([0, 1, 2, 7, 8, 24])

    @rule(cell=cells, south=st.booleans())
    def place(self, cell: int, south: bool) -> None:
        self.attempt(lambda: self.table.hands.place(cell, south=south))

    @rule(cell=cells)
    def lift(self, cell: int) -> None:
        self.attempt(lambda: self.table.hands.lift(cell))

    @rule(cell=cells, to=cells, ms=st.sampled_from([0, 1, 30, 200]))
    def slide(self, cell: int, to: int, ms: float) -> None:
        self.attempt(lambda: self.table.hands.slide(cell, to, ms))

    @rule(ms=st.sampled_from([1, 10, 33.3, 500]))
    def wait(self, ms: float) -> None:
        self.clock.advance(ms)

    @invariant()
    def marbles_are_conserved(self) -> None:
        marbles = self.table.hands.marbles()
        for south in (False, True):
            on_board = sum(marble.south == south for marble in marbles)
            assert on_board + self.table.hands.tray(south) == 3
        assert len({marble.id for marble in marbles}) == len(marbles)

    @invariant()
    def no_two_marbles_rest_on_one_cell(self) -> None:
        resting = [marble.cell for marble in self.table.hands.marbles() if marble.cell is not None]
        assert len(set(resting)) == len(resting)

    @invariant()
    def poles_are_closed_contacts(self) -> None:
        scan = self.table.sensors.scan()
        assert scan.south & ~scan.closed == 0
        assert scan.closed < 1 << CELLS

    def teardown(self) -> None:
        """When all is at rest, the contacts read the marbles and nothing else."""
        self.clock.advance(1000)
        marbles = self.table.hands.marbles()
        assert all(marble.cell is not None for marble in marbles)
        scan = self.table.sensors.scan()
        assert set(cells_in(scan.closed)) == {marble.cell for marble in marbles}
        assert set(cells_in(scan.south)) == {marble.cell for marble in marbles if marble.south}


TestAnyHands = AnyHands.TestCase
TestAnyHands.settings = settings(max_examples=60, stateful_step_count=30, deadline=None)
