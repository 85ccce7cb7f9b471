"""A board without lights: refused where they are required, else told, at the start and on the page."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from hardware.nothing import NoButtons, NoLights
from hardware.pico.devices import PicoLights
from hardware.pico.errors import CannotOpenBoard
from momentum.cli.play import tell_lights
from momentum.config.schema import Config, Lights
from momentum.main.pico import lights_of, lights_to_try
from momentum.main.settings import loop_settings
from momentum.play.session import Session, SessionSettings
from momentum.referee import Referee, TableSettings
from momentum.table.loop import Devices, TableLoop
from momentum.table.notices import Notice
from tests.link.test_connection import Desk
from tests.table.test_loop import StillSensors, runner
from tests.wire.boards import FakeBoard


def test_a_board_without_lights_is_refused_unless_the_config_does_without() -> None:
    table = Desk(FakeBoard(cells=0, ring=0)).table()
    with pytest.raises(CannotOpenBoard, match=r"has no lights; write lights.required = false"):
        lights_of(Config(driver="pico"), table)
    assert isinstance(lights_of(Config(driver="pico", lights=Lights(backend="none")), table), NoLights)
    with_lights = Desk(FakeBoard(ring=0)).table()
    assert isinstance(lights_of(Config(driver="pico"), with_lights), PicoLights)
    assert isinstance(lights_of(Config(driver="pico", lights=Lights(backend="none")), with_lights), NoLights)


def test_a_board_without_lights_that_need_not_be_there_plays_on_and_says_so(
    capsys: pytest.CaptureFixture[str],
) -> None:
    config = Config(driver="pico", lights=Lights(required=False))
    lights = lights_of(config, Desk(FakeBoard(cells=0, ring=0)).table())
    devices = Devices(sensors=StillSensors(), lights=lights, buttons=NoButtons())
    loops: list[TableLoop] = []

    def start(notify: Callable[[Notice], None]) -> TableLoop:
        loops.append(TableLoop(devices, Referee(TableSettings()), loop_settings(config), notify))
        return loops[0]

    session = Session(start, lambda: 0.0, SessionSettings(), None)
    session.watchers.append(tell_lights)
    runner(loops[0])(5000)
    page = json.loads(session.live.state_text())
    assert page["game"]["phase"] == "drop"
    assert "has no lights" in page["device"]["lights"]
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert "has no lights; play goes on by screen and sound" in said


def test_the_workshop_does_not_light_what_is_not_there() -> None:
    config = Config(driver="pico", lights=Lights(required=False))
    with pytest.raises(CannotOpenBoard, match=r'has no lights; write lights.backend = "none"'):
        lights_to_try(config, Desk(FakeBoard(cells=0, ring=0)).table())
    assert isinstance(lights_to_try(config, Desk(FakeBoard(ring=0)).table()), PicoLights)
