"""`momentum check`: what it prints and exits with, at a terminal and elsewhere."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import pytest

from momentum.cli import run
from momentum.config.reading import parse_config
from momentum.main import workshop
from momentum.workshop.findings import State
from momentum.workshop.map_file import write_map
from momentum.workshop.readings import Sources
from momentum.workshop.table_map import TableMap
from tests.workshop.clock import HandClock


@pytest.fixture(autouse=True)
def _instant(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let time pass as fast as virtual people want it to, and let nobody sit at a terminal."""
    clock = HandClock()
    monkeypatch.setattr(workshop, "monotonic_ms", clock)
    monkeypatch.setattr(workshop, "sleep_ms", clock.sleep)
    monkeypatch.setattr(sys, "stdin", io.StringIO())


@pytest.fixture
def gpio(tmp_path: Path) -> Path:
    """Return a real table's config, which no machine of ours can open."""
    file = tmp_path / "momentum.toml"
    file.write_text('driver = "gpio"\n[lights]\nbackend = "none"\n', encoding="utf-8")
    return file


def checked(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, dict[str, str]]:
    """Run a check with --json and return its exit code and the state of each line."""
    code = run(["check", "--json", *arguments])
    told = json.loads(capsys.readouterr().out)
    assert told["ok"] is (code == 0)
    return code, {check["name"]: check["state"] for check in told["checks"]}


def test_a_simulated_table_is_ok(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["check", "--simulate"]) == 0
    shown = capsys.readouterr().out
    assert "ok              every contact     49 contacts close where they should\n" in shown
    assert "Put the marble on a1." in shown


def test_a_broken_table_is_told_and_exits_1(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["check", "--simulate", "broken"]) == 1
    shown = capsys.readouterr().out
    assert (
        "not ok          resting contacts  e5 closed with nothing there; look for short circuits\n" in shown
    )
    assert "c3 does not close" in shown


def test_json_is_one_object_and_questions_go_elsewhere(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["check", "--simulate", "broken", "--quick", "--json", "--language", "ko"]) == 1
    told = capsys.readouterr()
    found = json.loads(told.out)
    assert found["ok"] is False
    assert found["checks"][1] == {
        "name": "resting contacts",
        "state": "not_ok",
        "detail": "e5 closed with nothing there",
        "remedy": "look for short circuits",
    }
    assert "빠짐없이 그 순서로 켜졌나요?" in told.err


def test_without_a_terminal_nothing_that_needs_a_person_is_ok(
    capsys: pytest.CaptureFixture[str], gpio: Path
) -> None:
    code, states = checked(capsys, "--config", str(gpio))
    assert code == 1  # this machine is no Raspberry Pi with a board
    assert states["map"] == State.OK
    assert {states[name] for name in ("every contact", "resting contacts")} == {State.COULD_NOT_TELL}


def test_a_map_whose_wiring_changed_is_not_ok(capsys: pytest.CaptureFixture[str], gpio: Path) -> None:
    other = parse_config(b'driver = "gpio"\n[sensors]\nrows = [6, 5, 13, 19, 26, 16, 20]')
    write_map(gpio, other, TableMap())
    assert run(["check", "--config", str(gpio)]) == 1
    shown = capsys.readouterr().out
    assert "the wiring in the config has changed since this map was learnt; run momentum calibrate" in shown
    assert "could not tell  every contact     the map is of no use\n" in shown


def test_a_simulated_table_of_a_config_is_checked_too(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "momentum.toml"
    file.write_text('driver = "simulated"\n', encoding="utf-8")
    code, states = checked(capsys, "--config", str(file))
    assert code == 0
    assert set(states.values()) == {State.OK}


def test_a_config_that_cannot_be_used_is_told_first(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "momentum.toml"
    file.write_text('driver = "magic"\n', encoding="utf-8")
    assert run(["check", "--config", str(file)]) == 2
    told = capsys.readouterr()
    assert (told.out, told.err.count("\n")) == ("", 1)


def test_without_a_board_plugged_in_nothing_of_it_is_called_ok(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "momentum.toml"
    file.write_text('driver = "pico"\n', encoding="utf-8")
    _, states = checked(capsys, "--config", str(file))
    assert {states[name] for name in ("every contact", "every light", "every button")} == {
        State.COULD_NOT_TELL
    }


def test_the_machine_is_read_where_drivers_are_known(tmp_path: Path) -> None:
    findings = list(workshop.check_machine(parse_config(b'driver = "gpio"'), Sources(root=tmp_path)))
    assert findings[0].state is State.NOT_OK
    assert workshop.drivers().labels[0] == "pinctrl-rp1"
    assert workshop.drivers().holders(5) == () or isinstance(workshop.drivers().holders(5)[0], str)
