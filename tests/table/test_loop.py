"""The loop of one table: answers in time, frames only when they change, and a device that comes and goes."""

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import pairwise

import pytest

from hardware.errors import DeviceLost
from hardware.protocols import DARK, FRAME_BYTES, Scan
from hardware.simulator import SimulatedTable
from momentum.guidance import Meaning
from momentum.referee import (
    DrawAgreed,
    NewGame,
    Phase,
    Referee,
    Resigned,
    Said,
    SensorKind,
    TableSettings,
    TurnEnded,
)
from momentum.rules import Player, Reason, Result
from momentum.table.errors import TableError
from momentum.table.loop import LIGHTS_RETRY_MS, RETRY_MS, Devices, LoopSettings, TableLoop
from momentum.table.notices import (
    BuzzerChanged,
    Decided,
    DeviceChanged,
    FrameShown,
    LightsChanged,
    Notice,
    PictureChanged,
)
from tests.drivers.clock import HandClock

D4, E4, G7 = 24, 25, 48
FIRST_LIGHT_MS = 20 + 5 + 2 + 1
"""Debounce, one scan at rest, one while a contact changes, and the contact's own bounce."""


class Sitting:
    """A simulated table and its loop, turned exactly when it wants to be."""

    def __init__(self, settings: str = "pie=off", *, polarity: bool = False, seed: int = 0) -> None:
        self.clock = HandClock()
        self.table = SimulatedTable(self.clock, polarity=polarity, seed=seed)
        self.notices: list[Notice] = []
        self.loop = self.start(Referee(TableSettings.parse(settings)))
        self.due_ms = 0.0

    def start(self, referee: Referee) -> TableLoop:
        devices = Devices(sensors=self.table.sensors, lights=self.table.lights, buttons=self.table.buttons)
        return TableLoop(devices, referee, LoopSettings(), self.notices.append)

    def run(self, ms: float) -> None:
        """Let so much time pass."""
        until_ms = self.clock.at_ms + ms
        while self.due_ms <= until_ms:
            self.clock.at_ms = max(self.clock.at_ms, self.due_ms)
            self.due_ms = self.loop.tick(self.clock.at_ms)
        self.clock.at_ms = until_ms

    def frames_since(self, at_ms: float) -> list[tuple[float, bytes]]:
        return [(sent.at_ms - at_ms, sent.frame) for sent in self.table.lights.sent if sent.at_ms >= at_ms]

    @property
    def phase(self) -> str:
        return self.loop.referee.phase.value

    def said(self) -> list[str]:
        decisions = [notice.decision for notice in self.notices if isinstance(notice, Decided)]
        return [each.what.value for each in decisions if isinstance(each, Said)]


@pytest.mark.parametrize("phase_ms", [0, 0.5, 1, 2, 3, 4, 4.9])
def test_a_drop_is_answered_within_a_debounce_a_scan_and_a_frame(phase_ms: float) -> None:
    sitting = Sitting(seed=round(phase_ms * 10))
    sitting.run(1000 + phase_ms)
    placed_ms = sitting.clock.at_ms
    sitting.table.hands.place(D4, south=False)
    sitting.run(100)
    first_ms, frame = sitting.frames_since(placed_ms)[0]
    assert 20 <= first_ms <= FIRST_LIGHT_MS
    assert any(frame[3 * D4 : 3 * D4 + 3])


def test_a_drop_beside_a_marble_is_answered_with_its_pushes_at_once_and_accepted_later() -> None:
    sitting = Sitting()
    sitting.run(500)
    sitting.table.hands.place(D4, south=False)
    sitting.run(500)
    sitting.table.hands.place(E4, south=True)
    sitting.run(40)
    assert sitting.loop.picture is not None
    assert {light.means for light in sitting.loop.picture.cells} == {
        Meaning.DROPPED,
        Meaning.LIFT,
        Meaning.PLACE,
    }
    assert sitting.phase == "drop"
    sitting.run(300)
    assert sitting.phase == "push"


def test_no_frame_is_sent_twice_in_a_row_and_a_steady_picture_is_sent_once() -> None:
    sitting = Sitting()
    sitting.run(1000)
    sitting.table.hands.place(D4, south=False)
    sitting.run(3000)
    sitting.table.hands.place(E4, south=True)
    sitting.run(3000)
    frames = [sent.frame for sent in sitting.table.lights.sent]
    assert all(before != after for before, after in pairwise(frames))
    assert all(len(frame) == FRAME_BYTES for frame in frames)
    steady = [at_ms for at_ms, _ in sitting.frames_since(1100) if at_ms < 2800]
    assert len(steady) <= 1


def test_the_strip_is_sent_what_the_notices_say() -> None:
    sitting = Sitting()
    sitting.run(500)
    sitting.table.hands.place(D4, south=False)
    sitting.run(500)
    shown = [notice.frame for notice in sitting.notices if isinstance(notice, FrameShown)]
    assert shown == [sent.frame for sent in sitting.table.lights.sent]
    assert sitting.loop.frame == shown[-1] == sitting.table.lights.shown


def test_a_steady_board_lets_the_clock_jump_and_a_blinking_one_to_its_next_slot() -> None:
    sitting = Sitting()
    assert sitting.loop.idle_until_ms(0) == 0
    sitting.run(1000)
    assert sitting.loop.idle_until_ms(sitting.clock.at_ms) == math.inf
    sitting.table.hands.place(D4, south=False)
    sitting.run(500)
    sitting.table.hands.place(E4, south=True)
    sitting.run(1030)
    idle_ms = sitting.loop.idle_until_ms(sitting.clock.at_ms)
    assert sitting.clock.at_ms < idle_ms <= sitting.clock.at_ms + 100
    assert idle_ms % 100 == 0


def test_nothing_jumps_while_a_button_is_down_or_the_device_is_away() -> None:
    sitting = Sitting()
    sitting.run(1000)
    sitting.table.buttons.press("first", 500)
    sitting.run(100)
    assert sitting.loop.idle_until_ms(sitting.clock.at_ms) == sitting.clock.at_ms
    sitting.run(1000)
    sitting.table.cable.unplug()
    sitting.run(100)
    assert sitting.loop.idle_until_ms(sitting.clock.at_ms) == sitting.clock.at_ms


def test_a_lost_device_is_noticed_once_stops_play_and_is_redrawn_when_it_is_back() -> None:
    sitting = Sitting()
    sitting.run(1000)
    sitting.table.hands.place(D4, south=False)
    sitting.run(1000)
    sitting.table.hands.place(G7, south=True)
    sitting.run(1000)
    before = sitting.table.lights.shown
    sitting.table.cable.unplug()
    sitting.run(5000)
    assert (sitting.phase, sitting.table.lights.shown) == ("paused", DARK)
    assert sitting.loop.frame is None
    sitting.table.cable.plug()
    sitting.run(RETRY_MS + 10)
    assert sitting.table.lights.shown == before != DARK
    sitting.run(300)
    assert sitting.phase == "drop"
    whys = [notice.why for notice in sitting.notices if isinstance(notice, DeviceChanged)]
    assert len(whys) == 2
    assert whys[0] is not None
    assert "unplugged" in whys[0]
    assert whys[1] is None
    assert sitting.said().count("fault") == 1


def test_a_device_that_is_missing_from_the_start_is_found_later() -> None:
    sitting = Sitting()
    sitting.table.cable.unplug()
    sitting.run(3000)
    assert (sitting.phase, sitting.loop.seen.occupied) == ("paused", 0)
    sitting.table.cable.plug()
    sitting.run(600)
    assert sitting.phase == "drop"


def test_marbles_moved_while_the_device_was_away_are_judged_when_it_is_back() -> None:
    sitting = Sitting()
    sitting.run(1000)
    sitting.table.cable.unplug()
    sitting.table.hands.place(D4, south=False)
    sitting.run(1000)
    assert sitting.loop.referee.game.ply == 0
    sitting.table.cable.plug()
    sitting.run(600)
    assert sitting.loop.referee.game.ply == 1


@dataclass
class LightsThatFail:
    """A strip whose cable breaks and heals apart from the sensors'."""

    broken: bool = False
    shown: list[bytes] = field(default_factory=list)

    def show(self, frame: bytes) -> None:
        """Take a frame, or fail."""
        if self.broken:
            raise DeviceLost("the strip cannot be reached")
        self.shown.append(frame)

    def close(self) -> None:
        """Do nothing."""


@dataclass
class StillSensors:
    """Contacts that read what a test says."""

    closed: int = 0
    polarity: bool = False

    def scan(self) -> Scan:
        """Read them."""
        return Scan(self.closed)

    def close(self) -> None:
        """Do nothing."""


class NoButtons:
    """No button at all."""

    def down(self) -> frozenset[str]:
        """Return that none is down."""
        return frozenset()

    def close(self) -> None:
        """Do nothing."""


def test_a_strip_that_is_lost_alone_stops_play_until_it_is_back() -> None:
    lights, sensors = LightsThatFail(), StillSensors()
    notices: list[Notice] = []
    devices = Devices(sensors=sensors, lights=lights, buttons=NoButtons())
    loop = TableLoop(devices, Referee(TableSettings()), LoopSettings(), notices.append)
    run = runner(loop)
    run(1000)
    lights.broken = True
    sensors.closed = 1 << D4
    run(2000)
    assert loop.referee.phase is Phase.PAUSED
    lights.broken = False
    run(1000)
    assert (loop.referee.phase, loop.referee.game.ply) == (Phase.DROP, 1)
    assert lights.shown[-1] == loop.frame


def test_lights_that_are_not_required_are_missed_aloud_and_play_goes_on() -> None:
    lights, sensors = LightsThatFail(), StillSensors()
    notices: list[Notice] = []
    devices = Devices(sensors=sensors, lights=lights, buttons=NoButtons())
    loop = TableLoop(devices, Referee(TableSettings()), LoopSettings(lights_required=False), notices.append)
    run = runner(loop)
    run(1000)
    lights.broken = True
    sensors.closed = 1 << D4
    run(1000)
    assert (loop.referee.phase, loop.referee.game.ply, loop.frame) == (Phase.DROP, 1, None)
    assert loop.lights_lost is not None
    lights.broken = False
    run(LIGHTS_RETRY_MS)
    whys = [notice.why for notice in notices if isinstance(notice, LightsChanged)]
    assert whys == ["the strip cannot be reached", None]
    assert lights.shown[-1] == loop.frame


class BuzzerThatFails:
    """A buzzer whose pin may fail."""

    broken = True
    sounded = 0

    def sound(self, hertz: float, ms: float) -> None:
        """Count a tone."""
        del hertz, ms
        if self.broken:
            raise DeviceLost("the buzzer cannot be driven")
        self.sounded += 1

    def close(self) -> None:
        """Do nothing."""


def test_a_buzzer_that_fails_is_missed_and_play_goes_on() -> None:
    buzzer, sensors, notices = BuzzerThatFails(), StillSensors(), list[Notice]()
    devices = Devices(sensors=sensors, lights=LightsThatFail(), buttons=NoButtons(), buzzer=buzzer)
    loop = TableLoop(devices, Referee(TableSettings()), LoopSettings(), notices.append)
    run = runner(loop)
    run(1000)
    assert (loop.referee.phase, loop.buzzer_lost) == (Phase.DROP, "the buzzer cannot be driven")
    buzzer.broken = False
    sensors.closed = 1 << D4
    run(1000)
    assert (loop.referee.game.ply, loop.buzzer_lost) == (1, None)
    assert buzzer.sounded > 0
    whys = [notice.why for notice in notices if isinstance(notice, BuzzerChanged)]
    assert whys == ["the buzzer cannot be driven", None]
    assert not [notice for notice in notices if isinstance(notice, DeviceChanged)]


def runner(loop: TableLoop) -> Callable[[float], None]:
    """Return what lets time pass for a loop without a simulated table."""
    clock = HandClock()

    def run(ms: float) -> None:
        until_ms = clock.at_ms + ms
        while clock.at_ms <= until_ms:
            clock.at_ms = max(clock.at_ms + 1, loop.tick(clock.at_ms))

    return run


def test_a_command_from_a_page_is_decided_and_lit_at_the_next_turn() -> None:
    sitting = Sitting()
    sitting.run(1000)
    sitting.table.hands.place(D4, south=False)
    sitting.run(1000)
    sitting.loop.receive(Resigned(at_ms=sitting.clock.at_ms, player=Player.SECOND))
    assert sitting.loop.referee.game.result is not None
    assert isinstance(sitting.notices[-1], PictureChanged)
    sitting.run(10)
    assert sitting.frames_since(2000)[0][0] <= 5


@pytest.mark.parametrize(
    ("held", "winner", "reason"),
    [
        (["first"], Player.SECOND, Reason.RESIGN),
        (["second"], Player.FIRST, Reason.RESIGN),
        (["first", "second"], None, Reason.AGREED),
    ],
)
def test_buttons_held_for_two_seconds_end_the_game(
    held: list[str], winner: Player | None, reason: Reason
) -> None:
    sitting = Sitting()
    sitting.run(1000)
    for name in held:
        sitting.table.buttons.press(name, 2100)
    sitting.run(1990)
    assert "win" not in sitting.said()[-1]
    sitting.run(100)
    assert sitting.loop.referee.game.result == Result(winner, reason)


@pytest.mark.parametrize("name", ["swap", "undo", "new", "pause"])
def test_other_buttons_held_long_are_pressed_once(name: str) -> None:
    sitting = Sitting("pie=on")
    sitting.run(1000)
    sitting.table.hands.place(D4, south=False)
    sitting.run(500)
    sitting.table.buttons.press(name, 5000)
    sitting.run(6000)
    expected = {
        "pause": "paused",
        "swap": "drop",
        "undo": "restore",
        "new": "setup",
    }
    assert sitting.phase == expected[name]


def test_a_turn_is_noticed_once() -> None:
    sitting = Sitting()
    sitting.run(1000)
    sitting.table.hands.place(D4, south=False)
    sitting.run(1000)
    ended = [
        notice
        for notice in sitting.notices
        if isinstance(notice, Decided) and isinstance(notice.decision, TurnEnded)
    ]
    assert len(ended) == 1
    assert ended[0].at_ms == ended[0].decision.at_ms


def test_a_game_of_colours_needs_sensors_that_tell_them() -> None:
    with pytest.raises(TableError, match="know presence only"):
        Sitting("sensors=polarity")
    sitting = Sitting()
    sitting.run(500)
    colours = TableSettings(sensors=SensorKind.POLARITY)
    with pytest.raises(TableError, match="know presence only"):
        sitting.loop.receive(NewGame(at_ms=sitting.clock.at_ms, settings=colours))
    assert sitting.loop.referee.settings.sensors is SensorKind.PRESENCE


def test_a_new_game_may_want_colours_from_sensors_that_tell_them() -> None:
    sitting = Sitting(polarity=True)
    sitting.run(500)
    sitting.table.hands.place(D4, south=True)
    sitting.run(500)
    assert sitting.loop.referee.game.ply == 1
    sitting.table.hands.lift(D4)
    sitting.loop.receive(
        NewGame(at_ms=sitting.clock.at_ms, settings=TableSettings(sensors=SensorKind.POLARITY))
    )
    sitting.run(500)
    sitting.table.hands.place(D4, south=True)
    sitting.run(500)
    assert (sitting.phase, sitting.loop.referee.game.ply) == ("correct", 0)
    assert sitting.loop.seen.second == 1 << D4


def test_a_lost_device_is_not_asked_before_it_is_due_and_a_command_is_taken_meanwhile() -> None:
    sitting = Sitting()
    sitting.loop.receive(NewGame(at_ms=0, settings=TableSettings.parse("rounds=5")))
    sitting.table.cable.unplug()
    retry_ms = sitting.loop.tick(0)
    assert retry_ms == RETRY_MS
    sitting.table.cable.plug()
    assert sitting.loop.tick(RETRY_MS - 1) == RETRY_MS
    sitting.run(RETRY_MS + 300)
    assert (sitting.phase, sitting.loop.referee.game.rules.rounds) == ("drop", 5)


def test_nobody_is_told_of_a_draw_before_a_game() -> None:
    sitting = Sitting()
    sitting.table.hands.place(D4, south=False)
    sitting.run(500)
    sitting.loop.receive(DrawAgreed(at_ms=sitting.clock.at_ms))
    assert (sitting.phase, sitting.said()[-1]) == ("setup", "refused")
