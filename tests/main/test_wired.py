"""Tables on a Pi's pins, put together over mock pins: what may be missing at a start, what is not left on."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path

import pytest

from hardware.errors import DeviceLost
from hardware.gpio import factory
from hardware.gpio.errors import MissingDeviceError
from hardware.gpio.owner import Owner
from hardware.gpio.wiring import GridWiring
from hardware.protocols import DARK
from momentum.config.reading import parse_config
from momentum.config.schema import Config
from momentum.main import wired
from momentum.referee import Phase, Referee, TableSettings
from momentum.table.loop import LoopSettings, TableLoop
from momentum.table.notices import LightsChanged, Notice
from momentum.workshop.table_map import TableMap
from tests.drivers.gpio_mock import NORTH, ROWS, MockBoard
from tests.table.test_loop import runner

BUZZER = 1


def config_with(lights: str) -> Config:
    """Return the config of a table with a buzzer, whose lights are described by these lines."""
    buzzer = f"[buzzer]\npin = {BUZZER}\npassive = false\n"
    sensors = '[sensors]\nbackend = "gpiozero"\n'
    return parse_config(f'driver = "gpio"\n{sensors}{buzzer}[lights]\n{lights}'.encode())


@pytest.fixture
def board(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[MockBoard]:
    """Let the pins of this process be those of a mock board, and nobody else run its table."""
    board = MockBoard(GridWiring(rows=ROWS, columns=NORTH))
    monkeypatch.setitem(factory._made, "lgpio", board.factory)
    monkeypatch.setattr(wired, "Owner", partial(Owner, tmp_path / "lock"))
    yield board
    board.factory.reset()


def test_lights_that_are_required_and_missing_stop_the_start(board: MockBoard) -> None:
    config = config_with('device = "/dev/none"')
    with pytest.raises(MissingDeviceError, match="/dev/none cannot be opened"), ExitStack() as stack:
        wired.open_wired(config, TableMap(), stack)
    assert board.pin(BUZZER).function == "input"


@pytest.mark.parametrize(
    ("lights", "why"),
    [
        ('device = "/dev/none"\nrequired = false', "/dev/none cannot be opened"),
        ('backend = "neopixel"\nrequired = false', "neopixel drives the pins of a Raspberry Pi"),
    ],
)
@pytest.mark.usefixtures("board")
def test_lights_that_are_not_required_may_be_missing_at_the_start_and_play_goes_on(
    lights: str, why: str
) -> None:
    notices: list[Notice] = []
    with ExitStack() as stack:
        devices = wired.open_wired(config_with(lights), TableMap(), stack)
        settings = LoopSettings(lights_required=False)
        loop = TableLoop(devices, Referee(TableSettings()), settings, notices.append)
        runner(loop)(600)
        assert loop.referee.phase is Phase.DROP
        assert why in (loop.lights_lost or "")
        with pytest.raises(DeviceLost, match=why):
            devices.lights.show(DARK)
    told = [notice for notice in notices if isinstance(notice, LightsChanged)]
    assert len(told) == 1
    assert why in (told[0].why or "")


def test_a_buzzer_is_silenced_though_the_lights_are_gone(board: MockBoard) -> None:
    left = board.pin(BUZZER)
    left.function = "output"
    left.state = 1
    config = config_with('device = "/dev/none"\nrequired = false')
    with pytest.raises(MissingDeviceError, match="/dev/none cannot be opened"), ExitStack() as stack:
        wired.darken_wired(config, stack)
    assert left.state == 0
