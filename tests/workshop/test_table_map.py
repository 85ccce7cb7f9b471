"""A map's text comes back as the map, holds for one wiring, and its file is never half written."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from momentum.config.reading import parse_config
from momentum.config.schema import Config
from momentum.errors import MomentumError
from momentum.rules import ALL, CELLS
from momentum.workshop.errors import MapError, WiringChanged
from momentum.workshop.map_file import check_writable, map_file, read_map, write_map
from momentum.workshop.table_map import AS_WIRED, PIXELS, TableMap, fingerprint, map_text, parse_map

GPIO = parse_config(b'driver = "gpio"')
MAPS = st.builds(
    TableMap,
    cells=st.permutations(range(CELLS)).map(tuple),
    chain=st.none() | st.permutations(range(PIXELS)).map(tuple),
    poles_swapped=st.booleans(),
    dead=st.integers(0, ALL),
    stuck=st.integers(0, ALL),
)


def config(text: str) -> Config:
    return parse_config(f'driver = "gpio"\n{text}'.encode())


@given(MAPS)
def test_a_map_s_text_comes_back_as_the_map(table_map: TableMap) -> None:
    assert parse_map(map_text(table_map, GPIO), GPIO) == table_map


def test_a_map_names_cells_and_steps_as_a_person_would() -> None:
    text = map_text(AS_WIRED, GPIO)
    assert '    "a1", "b1", "c1", "d1", "e1", "f1", "g1",\n    "a2",' in text
    assert '"ring 1", "ring 2"' in text
    assert 'poles = "straight"' in text


@pytest.mark.parametrize(
    "text",
    [
        "[sensors]\nrows = [6, 5, 13, 19, 26, 16, 20]",
        "[sensors]\ncolumns = [27, 17, 22, 23, 24, 25, 12]",
        "[sensors]\nsouth_columns = [18, 21, 0, 1, 7, 8, 9]\n[lights]\nbackend = 'none'",
        "[sensors]\nbackend = 'mcp23017'",
        "[lights]\nbackend = 'neopixel'",
        "[lights]\ndevice = '/dev/spidev0.1'",
        "[lights]\nboard = 'serpentine'",
        "[lights]\nboard_start = 'g7'",
        "[lights]\nboard_along = 'column'",
        "[lights]\nring_start = 2",
        "[lights]\nring_clockwise = false",
    ],
)
def test_every_change_of_the_wiring_refuses_the_map(text: str) -> None:
    with pytest.raises(WiringChanged, match=r"calibrate again"):
        parse_map(map_text(TableMap(), GPIO), config(text), "momentum.map.toml")


@pytest.mark.parametrize(
    "text",
    [
        "language = 'ko'",
        "[game]\nrounds = 'off'",
        "[sensors]\nbackend = 'gpiozero'\nscan_hz = 100\ndebounce_ms = 30\ndiodes = false",
        "[lights]\nmax_milliamps = 2000\nfirst = '#ffffff'\nrequired = false",
        "[buttons]\nfirst = 21",
    ],
)
def test_what_is_no_wiring_leaves_the_map_good(text: str) -> None:
    assert parse_map(map_text(TableMap(), GPIO), config(text)) == TableMap()


def test_another_expander_or_another_board_refuses_the_map() -> None:
    expander = config("[sensors]\nbackend = 'mcp23017'")
    other = config("[sensors]\nbackend = 'mcp23017'\naddress = 0x21")
    pico = parse_config(b'driver = "pico"')
    named = parse_config(b'driver = "pico"\n[pico]\nserial_number = "E6614103E72B2F25"')
    assert len({fingerprint(each) for each in (GPIO, expander, other, pico, named)}) == 5
    assert re.fullmatch(r"[0-9a-f]{64}", fingerprint(GPIO))


@pytest.mark.parametrize(
    "damage",
    [
        ("a1", "a8"),
        ('"b1", ', ""),
        ("version = 1", "version = 2"),
        ("version = 1", "colour = 1"),
        ('"ring 1"', '"ring 29"'),
        ('"ring 1"', '"ring one"'),
        ("cells = [", "cells = "),
        ('poles = "straight"', 'poles = "sideways"'),
        ('"c1"', '"b1"'),
    ],
)
def test_a_damaged_map_is_refused_by_name(damage: tuple[str, str]) -> None:
    text = map_text(AS_WIRED, GPIO)
    assert damage[0] in text
    with pytest.raises(MapError, match=r"^momentum\.map\.toml: this is no map .*calibrate again") as refused:
        parse_map(text.replace(*damage), GPIO, "momentum.map.toml")
    assert isinstance(refused.value, MomentumError | ValueError)
    assert not isinstance(refused.value, WiringChanged)


def test_north_and_south_are_exchanged_where_they_were_found_so() -> None:
    south = (18, 21, 0, 1, 7, 8, 9)
    poles = config(f"[sensors]\nsouth_columns = {list(south)}\n[lights]\nbackend = 'none'")
    put_right = TableMap(poles_swapped=True).with_poles(poles).sensors
    assert (put_right.columns, put_right.south_columns) == (south, poles.sensors.columns)
    assert TableMap().with_poles(poles) == poles
    expanders = config("[sensors]\nbackend = 'mcp23017'\naddress = 0x20\nsouth_address = 0x21")
    put_right = TableMap(poles_swapped=True).with_poles(expanders).sensors
    assert (put_right.address, put_right.south_address) == (0x21, 0x20)


def test_the_map_stands_beside_its_config(tmp_path: Path) -> None:
    file = tmp_path / "momentum.toml"
    assert map_file(file) == tmp_path / "momentum.map.toml"
    assert read_map(file, GPIO) is None
    assert write_map(file, GPIO, TableMap(dead=1)) == map_file(file)
    assert read_map(file, GPIO) == TableMap(dead=1)
    assert [path.name for path in tmp_path.iterdir()] == ["momentum.map.toml"]
    assert map_file(file).stat().st_mode & 0o044 == 0o044 & ~_umask()


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


class _Cut(BaseException):
    """The power goes, or Ctrl+C comes."""


@pytest.mark.parametrize("moment", ["fsync", "replace"])
@pytest.mark.parametrize("cut", [_Cut, OSError(28, "No space left on device")])
def test_a_map_that_cannot_be_written_whole_leaves_the_old_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, moment: str, cut: type[_Cut] | OSError
) -> None:
    file = tmp_path / "momentum.toml"
    write_map(file, GPIO, TableMap())

    def fail(*_: object) -> None:
        raise cut

    if moment == "fsync":
        monkeypatch.setattr(os, "fsync", fail)
    else:
        monkeypatch.setattr(Path, "replace", fail)
    with pytest.raises(_Cut if cut is _Cut else MapError, match=None if cut is _Cut else "No space left"):
        write_map(file, GPIO, TableMap(dead=1))
    assert read_map(file, GPIO) == TableMap()
    assert [path.name for path in tmp_path.iterdir()] == ["momentum.map.toml"]


def test_the_map_and_its_folder_are_on_the_disk_before_it_is_called_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced: list[str] = []

    def note(handle: int) -> None:
        name = Path(f"/proc/self/fd/{handle}").readlink().name
        synced.append("beside" if name.endswith(".new") else name)

    monkeypatch.setattr(os, "fsync", note)
    write_map(tmp_path / "momentum.toml", GPIO, TableMap())
    assert synced == ["beside", tmp_path.name]


@pytest.mark.parametrize("content", [b"\xff\xfe", b"", b"[lights]\n"])
def test_a_file_that_is_no_map_is_named(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "momentum.map.toml").write_bytes(content)
    with pytest.raises(MapError, match=r"momentum\.map\.toml: this is no"):
        read_map(tmp_path / "momentum.toml", GPIO)


def test_a_folder_that_takes_no_map_is_told_before_the_work(tmp_path: Path) -> None:
    check_writable(tmp_path / "momentum.toml")
    with pytest.raises(MapError, match="use sudo"):
        check_writable(tmp_path / "nowhere" / "momentum.toml")
