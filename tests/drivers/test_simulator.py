"""The simulated table fulfils the drivers' contract, and its own words about devices."""

import pytest

from hardware.cells import cells_in
from hardware.errors import DeviceClosed, DeviceLost, SettingError
from hardware.protocols import BUTTON_NAMES, CELLS, DARK, FRAME_BYTES, Buttons, Hands, Lights, Scan, Sensors
from hardware.simulator import Sent, SimulatedTable
from tests.drivers.clock import HandClock
from tests.drivers.contract import Rig, TableContract

LIT = bytes([40]) * FRAME_BYTES


class SimulatedRig:
    """A simulated table with enough marbles to fill it, and the hands and fingers to do so."""

    def __init__(self, *, polarity: bool) -> None:
        self.clock = HandClock()
        self.table = SimulatedTable(self.clock, polarity=polarity, marbles_each=CELLS)

    @property
    def sensors(self) -> Sensors:
        return self.table.sensors

    @property
    def lights(self) -> Lights:
        return self.table.lights

    @property
    def buttons(self) -> Buttons:
        return self.table.buttons

    @property
    def names(self) -> frozenset[str]:
        return BUTTON_NAMES

    def hold(self, closed: int, south: int) -> None:
        for marble in self.table.hands.marbles():
            assert marble.cell is not None
            self.table.hands.lift(marble.cell)
        for cell in cells_in(closed):
            self.table.hands.place(cell, south=bool(south >> cell & 1))
        self.clock.advance(2)

    def shown(self) -> bytes:
        return self.table.lights.shown

    def press(self, names: frozenset[str]) -> None:
        self.clock.advance(1000)
        for name in names:
            self.table.buttons.press(name, 1000)

    def unplug(self) -> None:
        self.table.cable.unplug()

    def plug(self) -> None:
        self.table.cable.plug()


class TestPresenceTable(TableContract):
    """Contacts that only know that a marble is there."""

    @pytest.fixture
    def rig(self) -> Rig:
        return SimulatedRig(polarity=False)


class TestPolarityTable(TableContract):
    """Contacts that know whose marble is there."""

    @pytest.fixture
    def rig(self) -> Rig:
        return SimulatedRig(polarity=True)


@pytest.fixture
def clock() -> HandClock:
    return HandClock()


@pytest.fixture
def table(clock: HandClock) -> SimulatedTable:
    return SimulatedTable(clock)


def test_the_table_s_hands_are_hands(table: SimulatedTable) -> None:
    assert isinstance(table.hands, Hands)


def test_the_strip_remembers_what_it_was_sent_and_when(clock: HandClock, table: SimulatedTable) -> None:
    table.lights.show(LIT)
    clock.advance(30)
    table.lights.show(DARK)
    assert table.lights.sent == (Sent(0, LIT), Sent(30, DARK))


def test_only_so_many_sent_frames_are_kept_when_asked(clock: HandClock) -> None:
    table = SimulatedTable(clock, frames_kept=2)
    for level in range(5):
        table.lights.show(bytes([level]) * FRAME_BYTES)
    assert [sent.frame[0] for sent in table.lights.sent] == [3, 4]


def test_a_strip_without_power_is_dark_and_was_sent_nothing(table: SimulatedTable) -> None:
    table.lights.show(LIT)
    table.cable.unplug()
    assert table.lights.shown == DARK
    assert table.lights.sent == (Sent(0, LIT),)


def test_closing_sends_one_dark_frame_and_no_more(table: SimulatedTable) -> None:
    table.lights.show(LIT)
    table.lights.close()
    table.lights.close()
    assert table.lights.sent == (Sent(0, LIT), Sent(0, DARK))


def test_a_press_lasts_as_long_as_it_is_held(clock: HandClock, table: SimulatedTable) -> None:
    table.buttons.press("undo", 80)
    clock.advance(79.9)
    assert table.buttons.down() == {"undo"}
    clock.advance(0.1)
    assert table.buttons.down() == frozenset()


def test_presses_of_two_buttons_overlap(clock: HandClock, table: SimulatedTable) -> None:
    table.buttons.press("first", 100)
    clock.advance(50)
    table.buttons.press("arbiter", 100)
    assert table.buttons.down() == {"first", "arbiter"}
    clock.advance(50)
    assert table.buttons.down() == {"arbiter"}


def test_a_button_pressed_twice_at_once_is_free_after_the_longer_press(
    clock: HandClock, table: SimulatedTable
) -> None:
    table.buttons.press("new", 100)
    clock.advance(10)
    table.buttons.press("new", 20)
    clock.advance(20)
    assert table.buttons.down() == {"new"}
    clock.advance(70)
    assert table.buttons.down() == frozenset()


def test_a_press_is_held_and_let_go_while_the_cable_is_out(clock: HandClock, table: SimulatedTable) -> None:
    table.cable.unplug()
    table.buttons.press("pause", 100)
    clock.advance(60)
    table.cable.plug()
    assert table.buttons.down() == {"pause"}
    clock.advance(40)
    assert table.buttons.down() == frozenset()


def test_an_unknown_button_is_refused_with_the_buttons_there_are(table: SimulatedTable) -> None:
    with pytest.raises(SettingError, match=r"no button 'reset'; buttons are arbiter, first, new"):
        table.buttons.press("reset")


@pytest.mark.parametrize("ms", [-1.0, float("nan"), float("inf")])
def test_a_press_of_impossible_length_is_refused(table: SimulatedTable, ms: float) -> None:
    with pytest.raises(SettingError, match="a press cannot last"):
        table.buttons.press("new", ms)
    assert table.buttons.down() == frozenset()


def test_a_lost_device_names_itself_and_what_to_do(table: SimulatedTable) -> None:
    table.cable.unplug()
    with pytest.raises(DeviceLost, match=r"the buttons cannot be reached.*plug it in"):
        table.buttons.down()


def test_unplugging_twice_and_plugging_twice_is_harmless(table: SimulatedTable) -> None:
    table.cable.unplug()
    table.cable.unplug()
    table.cable.plug()
    table.cable.plug()
    assert table.sensors.scan() == Scan(0)


def test_a_closed_device_is_not_taken_for_a_lost_one(table: SimulatedTable) -> None:
    table.sensors.close()
    table.cable.unplug()
    with pytest.raises(DeviceClosed, match="sensors were closed"):
        table.sensors.scan()


def test_a_reopened_table_is_as_it_was_left(clock: HandClock, table: SimulatedTable) -> None:
    table.hands.place(24, south=False)
    clock.advance(5)
    for device in (table.sensors, table.lights, table.buttons):
        device.close()
    table.reopen()
    assert table.sensors.scan() == Scan(1 << 24)
    table.lights.show(LIT)
    assert table.lights.shown == LIT
    assert table.buttons.down() == frozenset()


@pytest.mark.parametrize("setting", [{"marbles_each": -1}, {"frames_kept": -1}])
def test_a_table_of_less_than_nothing_is_refused(clock: HandClock, setting: dict[str, int]) -> None:
    with pytest.raises(SettingError, match="must be 0 or more"):
        SimulatedTable(clock, **setting)  # type: ignore[arg-type]


def test_a_bounce_of_less_than_nothing_is_refused(clock: HandClock) -> None:
    with pytest.raises(SettingError, match="bounce cannot last -1"):
        SimulatedTable(clock, bounce_ms=-1)
