"""A config, a calibration's map and a board become a table; its firmware's files and version are told."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from firmware_bridge.emulation.pico import EmulatedPico
from firmware_bridge.events import Parameters
from firmware_bridge.firmware import VERSION
from firmware_bridge.firmware_files import files
from momentum.cli import run
from momentum.config.reading import parse_config
from momentum.config.schema import Config, Lights, Pico, Sensors
from momentum.config.text import example
from momentum.main.dark import darken
from momentum.main.pico import board_settings, open_board, pico_openers
from momentum.main.settings import loop_settings
from momentum.main.tables import open_devices
from momentum.workshop.table_map import AS_WIRED, TableMap
from tests.link.boards import wait_until
from tests.wire.unix_port import needs_micropython

TURNED = tuple(reversed(range(49)))
LIT = bytes((60, 0, 0)) + bytes(228)


def at(path: str, **more: object) -> Config:
    """Return the config of a board at this port."""
    return Config(driver="pico", pico=Pico(port=path), **more)  # type: ignore[arg-type]


@pytest.fixture(scope="module", name="pico")
def a_board(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmulatedPico]:
    pico = EmulatedPico(tmp_path_factory.mktemp("flash")).power()
    yield pico
    pico.cut()


def test_the_example_config_is_one_of_a_board() -> None:
    config = parse_config(example("pico").encode())
    assert (config.driver, config.pico) == ("pico", Pico())


def test_the_board_debounces_and_the_loop_hardly_does() -> None:
    config = Config(driver="pico", sensors=Sensors(debounce_ms=35, scan_hz=250))
    wanted = board_settings(config, TableMap()).parameters(Parameters())
    assert (wanted.debounce_ms, wanted.scan_hz) == (35, 250)
    assert loop_settings(config).sensing.debounce_ms < 5


def test_what_no_board_takes_is_the_nearest_it_does() -> None:
    config = Config(
        driver="pico",
        sensors=Sensors(scan_hz=1000, rest_scan_hz=50, debounce_ms=0.4),
        lights=Lights(max_milliamps=9000),
    )
    wanted = board_settings(config, TableMap()).parameters(Parameters(inverted=True))
    assert (wanted.scan_hz, wanted.debounce_ms, wanted.limit_ma, wanted.inverted) == (500, 1, 5000, True)


def test_a_map_becomes_the_board_s_own_wiring() -> None:
    table_map = TableMap(cells=(1, 2, 0, *range(3, 49)), chain=(*range(1, 77), 0))
    wanted = board_settings(Config(driver="pico"), table_map).parameters(Parameters())
    assert wanted.contacts == (2, 0, 1, *range(3, 49))
    assert wanted.lights == (76, *range(76))
    assert board_settings(Config(driver="pico"), AS_WIRED).parameters(Parameters()) == Parameters()


def test_without_a_map_the_chain_runs_as_the_config_says() -> None:
    config = Config(driver="pico", lights=Lights(board="serpentine"))
    wanted = board_settings(config, TableMap()).parameters(Parameters())
    assert wanted.lights[7:14] == tuple(reversed(range(7, 14)))


def test_a_port_and_a_number_together_name_one_board() -> None:
    config = Config(driver="pico", pico=Pico(port="/dev/ttyACM0", serial_number="FFFF"))
    assert board_settings(config, TableMap()).serial_number == "FFFF"
    assert board_settings(at("/dev/ttyACM0"), TableMap()).serial_number == ""


@needs_micropython
def test_the_devices_of_a_config_are_the_board_s_and_end_dark(pico: EmulatedPico) -> None:
    with ExitStack() as stack:
        devices = open_devices(at(pico.path), TableMap(), stack)
        devices.lights.show(LIT)
        assert wait_until(lambda: devices.sensors.scan() is not None and pico.shown() == LIT)
        assert devices.buzzer is not None
    assert wait_until(lambda: pico.shown() == bytes(231))


@needs_micropython
def test_a_calibrated_board_reads_and_lights_by_its_map_and_keeps_it_when_it_is_darkened(
    pico: EmulatedPico,
) -> None:
    with ExitStack() as stack:
        table_map = TableMap(cells=TURNED, chain=(76, *range(1, 76), 0))
        devices = open_devices(at(pico.path), table_map, stack)
        pico.contacts(1)
        assert wait_until(lambda: devices.sensors.scan().closed == 1 << 48)
        pico.contacts(0)
        devices.lights.show(LIT)
        assert wait_until(lambda: devices.sensors.scan() is not None and pico.shown()[-3:] == LIT[:3])
    with ExitStack() as stack:
        darken(at(pico.path), stack)
    with ExitStack() as stack:
        table = open_board(at(pico.path), table_map)
        stack.callback(table.close)
        assert table.board.parameters is not None
        assert table.board.parameters.parameters.contacts == TURNED


@needs_micropython
def test_the_workshop_opens_the_same_board_once_and_device_by_device(pico: EmulatedPico) -> None:
    how = pico_openers(at(pico.path), AS_WIRED)
    board = how.owner()
    try:
        pico.contacts(1 << 24)
        sensors = how.sensors()
        assert wait_until(lambda: sensors.scan().closed == 1 << 24)
        pico.contacts(0)
        assert how.lights is not None
        assert how.buttons is not None
        how.lights().show(LIT)
        assert how.buttons().down() == frozenset()
        assert len(how.button_names) == 7
        assert how.ring()
    finally:
        board.close()


@needs_micropython
def test_firmware_check_tells_a_board_that_is_up_to_date(
    pico: EmulatedPico, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    config = config_file(tmp_path, pico)
    assert run(["firmware", "check", "--config", config]) == 0
    told = capsys.readouterr().out
    assert f"board E66118604B6A2C31 at {pico.path}" in told
    assert f"its program is version {VERSION}, as here" in told
    assert run(["firmware", "check", "--json", "--config", config]) == 0
    facts = json.loads(capsys.readouterr().out)
    assert (facts["firmware"], facts["brings"], facts["lights"]) == (VERSION, VERSION, 77)
    assert facts["memory_free"] > 0


@needs_micropython
def test_firmware_check_tells_what_to_copy_to_an_older_board(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    flash = tmp_path / "flash"
    flash.mkdir()
    old = EmulatedPico(flash)
    marker = flash / "firmware_bridge" / "firmware" / "__init__.py"
    marker.write_text(marker.read_text().replace(VERSION, "0.0.9"))
    try:
        old.power()
        assert run(["firmware", "check", "--config", config_file(tmp_path, old)]) == 1
        told = capsys.readouterr().out
        assert f"version 0.0.9, here is {VERSION}: to copy that, see momentum firmware files" in told
    finally:
        old.cut()


def test_firmware_check_without_a_board_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "momentum.toml"
    file.write_text('driver = "pico"\n[pico]\nport = "/dev/no-such-port"\n')
    assert run(["firmware", "check", "--config", str(file)]) == 2
    assert "there is no port /dev/no-such-port" in capsys.readouterr().err


def test_firmware_files_are_written_and_the_two_commands_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "pico"
    assert run(["firmware", "files", str(folder)]) == 0
    told = capsys.readouterr().out
    assert f"    mpremote cp -r {folder}/. :\n    mpremote reset\n" in told
    assert "GP22" in told
    for name, source in files().items():
        assert (folder / name).read_bytes() == source.read_bytes()


def test_a_folder_that_cannot_be_written_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_text("")
    assert run(["firmware", "files", str(tmp_path / "file")]) == 2
    assert "cannot write to" in capsys.readouterr().err


def config_file(folder: Path, pico: EmulatedPico) -> str:
    """Write a config for this board."""
    file = folder / "momentum.toml"
    file.write_text(f'driver = "pico"\n[pico]\nport = "{pico.path}"\n')
    return str(file)
