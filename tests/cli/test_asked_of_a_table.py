"""What is asked of a table on the command line counts before its config, and is never left out in silence."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from momentum.cli import parser, run
from momentum.cli.play import _as_asked
from momentum.config.reading import parse_config
from momentum.main.tables import open_session
from momentum.play.session import SessionSettings
from momentum.records.resuming import referee_on
from momentum.records.store import playing_on
from momentum.referee import TableSettings
from tests.referee.sitting import Sitting

CONFIG = b'driver = "simulated"\n[page]\nspectator_delay_s = 30\n'


@pytest.mark.parametrize(("arguments", "delay_s"), [((), 30), (("--spectator-delay", "90"), 90)])
def test_a_table_shows_itself_as_late_as_it_was_told(arguments: tuple[str, ...], delay_s: float) -> None:
    given = parser().parse_args(["play", *arguments])
    config = _as_asked(parse_config(CONFIG), given)
    with open_session(config, SessionSettings()) as session:
        assert session.spectators.delay_s == delay_s


@pytest.mark.parametrize("delay", ["-1", "soon", "nan", "3601"])
def test_a_delay_that_cannot_be_is_told(delay: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        parser().parse_args(["play", "--simulate", f"--spectator-delay={delay}"])
    assert ended.value.code == 2
    assert f"{delay!r} is no delay; give 0 to 3600 seconds" in capsys.readouterr().err


def test_a_game_at_a_configured_table_is_played_as_was_asked() -> None:
    given = parser().parse_args(
        ["play", "--set", "mode=tournament", "--set", "rounds=12", "--clock", "5m+3s", "--scan-hz", "250"]
    )
    config = _as_asked(parse_config(b'driver = "simulated"\n[game]\nrounds = 40\npie = false\n'), given)
    assert config.sensors.scan_hz == 250
    with open_session(config, SessionSettings(), asked=given.settings) as session:
        assert str(session.referee.settings).startswith(
            "pie=off rounds=12 last_marble=play_on mode=tournament"
        )
        assert "clock=5m+3s" in str(session.referee.settings)


def test_a_table_that_is_scanned_seldom_rests_no_faster() -> None:
    given = parser().parse_args(["play", "--scan-hz", "20"])
    sensors = _as_asked(parse_config(b'driver = "simulated"'), given).sensors
    assert (sensors.scan_hz, sensors.rest_scan_hz) == (20, 20)


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["--simulate", "--config", "x.toml"], "--simulate takes no config"),
        (["--config", "x.toml", "--seed", "1"], "--seed goes with --simulate"),
    ],
)
def test_options_that_do_not_go_together_are_told(
    arguments: list[str], why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["play", *arguments]) == 2
    assert why in capsys.readouterr().err


def test_a_game_that_goes_on_under_other_settings_than_the_config_has_says_so(tmp_path: Path) -> None:
    file, config = tmp_path / "games.sqlite", tmp_path / "momentum.toml"
    config.write_text('driver = "simulated"\n[game]\npie = false\n', "utf-8")
    with playing_on(file, "1.0") as journal:
        Sitting(referee=referee_on(journal, TableSettings()), empty=False).settle("-")
    play = [sys.executable, "-m", "momentum", "play", "--no-browser", "--port", "0"]
    asked = ["--journal", str(file), "--config", str(config)]
    with subprocess.Popen([*play, *asked], stdout=subprocess.PIPE, text=True) as program:
        assert program.stdout is not None
        line = program.stdout.readline()
        program.terminate()
    assert re.match(r"Game 1 goes on under its own settings, pie=on .* \(turns so far: 0; another one", line)
