"""The board on a USB cable fulfils the drivers' contract: its real program, a real port, the real driver."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from firmware_bridge.emulation.pico import EmulatedPico
from tests.drivers.contract import ButtonsContract, SensorsCableContract, SensorsContract, TableContract
from tests.link.boards import PicoRig
from tests.wire.unix_port import needs_micropython

pytestmark = needs_micropython


@pytest.fixture(scope="module", name="presence")
def _presence(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmulatedPico]:
    yield from running(EmulatedPico(tmp_path_factory.mktemp("presence")))


@pytest.fixture(scope="module", name="polarity")
def _polarity(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmulatedPico]:
    yield from running(EmulatedPico(tmp_path_factory.mktemp("polarity"), polarity=True))


def running(pico: EmulatedPico) -> Iterator[EmulatedPico]:
    """Give a board with power; in the end its program and its pins must have had nothing to complain of."""
    pico.power()
    yield pico
    pico.cut()
    assert {line.split()[0] for line in pico.log()} <= {"pwm", "freq", "duty", "watchdog"}
    assert "watchdog bites" not in pico.log()
    assert pico.errors() == ""


class TestPresenceTable(TableContract):
    """One switch a cell."""

    @pytest.fixture
    def rig(self, presence: EmulatedPico) -> Iterator[PicoRig]:
        rig = PicoRig(presence)
        yield rig
        rig.close()


class TestPolaritySwitches(SensorsContract, SensorsCableContract, ButtonsContract):
    """Two switches a cell, and the buttons as a row of the matrix."""

    @pytest.fixture
    def rig(self, polarity: EmulatedPico) -> Iterator[PicoRig]:
        rig = PicoRig(polarity)
        yield rig
        rig.close()
