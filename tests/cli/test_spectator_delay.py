"""How late spectators see a table: as the config has it, unless the command line says otherwise."""

from __future__ import annotations

import pytest

from momentum.cli import parser
from momentum.cli.play import _as_asked
from momentum.config.reading import parse_config
from momentum.main.tables import open_session
from momentum.play.session import SessionSettings

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
