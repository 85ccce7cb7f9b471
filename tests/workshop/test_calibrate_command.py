"""`momentum calibrate`: what it prints, writes and exits with."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from hardware.errors import DeviceClosed, DeviceLost
from hardware.protocols import DARK
from momentum.cli import options, run
from momentum.config.reading import parse_config
from momentum.main import workshop
from momentum.workshop.calibration import Outcome
from momentum.workshop.map_file import read_map
from momentum.workshop.openers import Openers
from momentum.workshop.person import VirtualPerson
from momentum.workshop.table_map import AS_WIRED, TableMap
from tests.workshop.clock import HandClock


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> HandClock:
    """Let time pass as fast as virtual people want it to."""
    clock = HandClock()
    monkeypatch.setattr(workshop, "monotonic_ms", clock)
    monkeypatch.setattr(workshop, "sleep_ms", clock.sleep)
    return clock


def config_file(folder: Path, text: str) -> Path:
    file = folder / "momentum.toml"
    file.write_text(text, encoding="utf-8")
    return file


def test_the_simulated_tables_are_those_of_the_options() -> None:
    assert tuple(workshop.SIMULATED) == options.SIMULATED


@pytest.mark.parametrize(
    ("wired", "told"),
    [
        ("straight", "The contacts lie straight."),
        ("turned", "The contacts lie turned by a quarter, clockwise."),
        ("mirrored", "The contacts lie mirrored, left for right."),
        ("swapped", "Rows of the sensors in each other's place: 2, 5."),
    ],
)
def test_a_simulated_table_shows_what_it_does(
    capsys: pytest.CaptureFixture[str], wired: str, told: str
) -> None:
    assert run(["calibrate", "--simulate", wired, "--quick"]) == 0
    shown = capsys.readouterr().out
    assert "1/9  Put the marble on a1.\na1: row" in shown
    assert told in shown
    assert shown.endswith("A simulated table: nothing was written.\n")


def test_a_broken_table_is_told_and_exits_1(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["calibrate", "--simulate", "broken"]) == 1
    shown = capsys.readouterr().out
    assert "c3: no contact closes." in shown
    assert "e5 (row 5, column e): closed with nothing there." in shown


def test_korean_is_spoken_where_it_is_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["calibrate", "--simulate", "--quick", "--language", "ko"]) == 0
    assert "구슬을 a1 칸에 놓으세요." in capsys.readouterr().out


def test_a_simulated_table_of_a_config_gets_its_map(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = config_file(tmp_path, 'driver = "simulated"\nlanguage = "ko"\n')
    assert run(["calibrate", "--config", str(file), "--quick"]) == 0
    assert f"{tmp_path / 'momentum.map.toml'} 파일에 적었습니다" in capsys.readouterr().out
    table_map = read_map(file, parse_config(file.read_bytes()))
    assert table_map is not None
    assert table_map.cells == tuple(range(49))


@pytest.fixture
def gpio(tmp_path: Path) -> Path:
    """Return a real table's config."""
    return config_file(tmp_path, 'driver = "gpio"\n')


@pytest.fixture
def ctrl_c_counts() -> Iterator[None]:
    """Let a program that is started be interrupted, though this run may ignore Ctrl-C in the background."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("ctrl_c_counts")
def test_ctrl_c_changes_nothing_and_says_so(tmp_path: Path) -> None:
    file = config_file(tmp_path, 'driver = "simulated"\n')
    with subprocess.Popen(
        [sys.executable, "-m", "momentum", "calibrate", "--config", str(file)],
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        while not process.stdout.readline().startswith("2/9"):
            pass
        process.send_signal(signal.SIGINT)
        shown = process.stdout.read()
    assert process.returncode == 130
    assert shown.endswith("Interrupted; nothing was changed.\n")
    assert [path.name for path in tmp_path.iterdir()] == ["momentum.toml"]


@pytest.mark.parametrize("command", ["calibrate", "check"])
def test_each_command_has_help_with_an_example(capsys: pytest.CaptureFixture[str], command: str) -> None:
    with pytest.raises(SystemExit) as left:
        run([command, "--help"])
    assert left.value.code == 0
    assert f"momentum {command}" in capsys.readouterr().out.split("example", 1)[1]


@pytest.mark.parametrize(
    ("cut", "code"), [(KeyboardInterrupt(), 130), (DeviceLost("the contacts are gone"), 1)]
)
def test_interrupted_it_changes_nothing_and_says_so(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    gpio: Path,
    cut: BaseException,
    code: int,
) -> None:
    def calibrate(*_: object, **__: object) -> Outcome:
        raise cut

    monkeypatch.setattr(workshop, "calibrate", calibrate)
    assert run(["calibrate", "--config", str(gpio)]) == code
    assert capsys.readouterr().out == "Interrupted; nothing was changed.\n"
    assert [path.name for path in gpio.parent.iterdir()] == ["momentum.toml"]


def test_without_a_map_nothing_is_written(monkeypatch: pytest.MonkeyPatch, gpio: Path) -> None:
    monkeypatch.setattr(workshop, "calibrate", lambda *_, **__: Outcome())
    assert run(["calibrate", "--config", str(gpio)]) == 1
    assert [path.name for path in gpio.parent.iterdir()] == ["momentum.toml"]


def test_a_real_table_gets_the_map_that_was_learnt(monkeypatch: pytest.MonkeyPatch, gpio: Path) -> None:
    learnt = TableMap(cells=tuple(reversed(range(49))))
    monkeypatch.setattr(workshop, "calibrate", lambda *_, **__: Outcome(table_map=learnt))
    assert run(["calibrate", "--config", str(gpio)]) == 0
    assert read_map(gpio, parse_config(gpio.read_bytes())) == learnt


def test_a_real_table_s_devices_are_opened_as_they_are_wired_and_closed_again(
    monkeypatch: pytest.MonkeyPatch, gpio: Path, clock: HandClock
) -> None:
    table = workshop.simulated_table("turned")
    opened: list[TableMap | None] = []

    def openers(_: object, table_map: TableMap | None) -> Openers:
        opened.append(table_map)
        return Openers(
            owner=ExitStack, sensors=lambda: table.sensors, lights=lambda: table.lights, buttons=None
        )

    monkeypatch.setattr(workshop, "openers", openers)
    person = VirtualPerson(table, now=clock, sleep=clock.sleep, listen=lambda _: None)
    outcome = workshop.calibrate(parse_config(gpio.read_bytes()), person, quick=True, patience_ms=30_000)
    assert opened == [AS_WIRED]
    assert outcome.table_map is not None
    assert outcome.table_map.chain == workshop.SIMULATED["turned"].lights
    assert table.lights.shown == DARK
    with pytest.raises(DeviceClosed):
        table.sensors.scan()


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["--config", "nowhere.toml"], "nowhere.toml: there is no such file"),
        (["--simulate", "upside-down"], "invalid choice: 'upside-down'"),
        (["--simulate", "--patience", "0"], "'0' is no whole number from 1 up"),
    ],
)
def test_wrong_use_is_one_sentence(
    capsys: pytest.CaptureFixture[str], arguments: list[str], why: str
) -> None:
    try:
        code = run(["calibrate", *arguments])
    except SystemExit as left:
        code = left.code if isinstance(left.code, int) else 1
    told = capsys.readouterr().err
    assert (code, told.count("\n")) == (2, 1)
    assert why in told


def test_a_board_that_is_not_plugged_in_is_told(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = config_file(tmp_path, 'driver = "pico"\n')
    assert run(["calibrate", "--config", str(file)]) == 2
    assert "no board is plugged in" in capsys.readouterr().err
