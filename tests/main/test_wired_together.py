"""A table of several devices: one that stays away is lost once and back once, however often it is tried."""

from collections.abc import Callable

from hardware.errors import DeviceLost
from momentum.main.together import NeededButtons, NeededLights, SensorsTogether
from momentum.referee import Announcement, Phase, Referee, Said, TableSettings
from momentum.rules import parse_cell
from momentum.table.loop import Devices, LoopSettings, TableLoop
from momentum.table.notices import Decided, DeviceChanged, Notice
from tests.table.test_loop import LightsThatFail, StillSensors, runner

D4 = parse_cell("d4")


class ButtonsThatFail:
    """Buttons on a chip that may fail."""

    broken = False
    closed = False

    def down(self) -> frozenset[str]:
        """Tell that none is down."""
        if self.broken:
            raise DeviceLost("the buttons cannot be read")
        return frozenset()

    def close(self) -> None:
        """Note it."""
        self.closed = True


class Board:
    """A table put together as on a Pi's pins, over devices that fail one by one."""

    def __init__(self) -> None:
        self.strip, self.contacts, self.keys = LightsThatFail(), StillSensors(), ButtonsThatFail()
        lights, buttons = NeededLights(self.strip), NeededButtons(self.keys)
        sensors = SensorsTogether(self.contacts, lights, buttons)
        self.devices = Devices(sensors=sensors, lights=lights, buttons=buttons)
        self.notices: list[Notice] = []
        self.loop = TableLoop(self.devices, Referee(TableSettings()), LoopSettings(), self.notices.append)
        self.run: Callable[[float], None] = runner(self.loop)

    def whys(self) -> list[str | None]:
        """Return the reasons of losses, and None for each return."""
        return [notice.why for notice in self.notices if isinstance(notice, DeviceChanged)]

    def faults_said(self) -> int:
        """Return how often players were told of a fault."""
        decisions = [notice.decision for notice in self.notices if isinstance(notice, Decided)]
        return sum(isinstance(each, Said) and each.what is Announcement.FAULT for each in decisions)


def test_lights_that_stay_away_are_lost_once_and_back_once() -> None:
    board = Board()
    board.run(1000)
    board.strip.broken = True
    board.contacts.closed = 1 << D4
    board.run(5000)
    assert (board.loop.referee.phase, board.faults_said()) == (Phase.PAUSED, 1)
    board.strip.broken = False
    board.run(1000)
    assert (board.loop.referee.phase, board.loop.referee.game.ply) == (Phase.DROP, 1)
    assert board.whys() == ["the strip cannot be reached", None]
    assert board.strip.shown[-1] == board.loop.frame


def test_buttons_that_stay_away_are_lost_once_and_back_once() -> None:
    board = Board()
    board.run(1000)
    board.keys.broken = True
    board.run(5000)
    assert (board.loop.referee.phase, board.faults_said()) == (Phase.PAUSED, 1)
    board.keys.broken = False
    board.run(1000)
    assert (board.loop.referee.phase, board.whys()) == (Phase.DROP, ["the buttons cannot be read", None])


def test_devices_are_closed_each_by_itself() -> None:
    board = Board()
    board.devices.buttons.close()
    assert board.keys.closed
    board.devices.sensors.close()
    board.devices.lights.close()
