"""The voice that a config asks for: opened, missing, allowed to be missing, checked, heard."""

from __future__ import annotations

import io
from contextlib import ExitStack
from pathlib import Path

import pytest

from hardware.simulator import SimulatedTable
from momentum.cli import run
from momentum.config.reading import parse_config
from momentum.config.schema import Buzzer as BuzzerSection
from momentum.config.schema import Config, Voice
from momentum.main.speaking import USUAL, open_speech, speech_finding
from momentum.main.tables import _heard, open_session
from momentum.play.errors import PlayError
from momentum.play.session import SessionSettings
from momentum.spoken import Detail
from momentum.table.loop import Devices
from momentum.web.commands import PressButton
from momentum.workshop.findings import State
from tests.table.test_tones import Buzzer
from tests.voice.stand_in import StandIn, wait_until


@pytest.fixture
def stand_in(tmp_path: Path) -> StandIn:
    return StandIn(tmp_path)


def test_without_speech_no_program_is_looked_for() -> None:
    with ExitStack() as stack:
        assert open_speech(Detail.OFF, "en", Voice(program="nothing"), stack).voice is None


def test_a_missing_program_stops_the_start_with_what_to_do() -> None:
    with (
        ExitStack() as stack,
        pytest.raises(PlayError, match=r'speech = "full", but there is no program nothing; .* "off"'),
    ):
        open_speech(Detail.FULL, "en", Voice(program="nothing"), stack)


def test_a_missing_program_is_told_where_the_config_allows_to_play_on() -> None:
    with ExitStack() as stack:
        speech = open_speech(Detail.FULL, "en", Voice(program="nothing", required=False), stack)
    assert speech.voice is None
    assert str(speech.missing).startswith("there is no program nothing")


def test_play_ends_with_a_sentence_when_it_cannot_speak(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", "")
    arguments = ["play", "--simulate", "--no-browser", "--port", "0", "--journal", "none"]
    assert run([*arguments, "--speech", "short"]) == 2
    assert capsys.readouterr().err == (
        'momentum: speech = "short", but there is no program espeak-ng; install it with: '
        'sudo apt-get install -y espeak-ng; or play with speech = "off"\n'
    )


def test_a_configured_table_speaks_its_language(stand_in: StandIn) -> None:
    config = Config(driver="simulated", speech="short", voice=Voice(program=str(stand_in.path)))
    with open_session(config, SessionSettings(language="ko")) as session:
        session.do(PressButton(name="swap"))
        session._speak(0.0)
        wait_until(lambda: stand_in.said == ["지금은 그렇게 할 수 없습니다."])
    assert "started -v ko -s 175" in stand_in.lines


def test_the_config_names_program_and_pace() -> None:
    voice = b'[voice]\nprogram = "x"\nrequired = false\nwords_a_minute = 90'
    config = parse_config(b'driver = "simulated"\nspeech = "full"\n' + voice)
    assert (config.speech, config.voice) == ("full", Voice(program="x", required=False, words_a_minute=90))
    assert Config(driver="simulated").speech == "off"
    assert USUAL.program == "espeak-ng"


def test_the_check_lets_the_program_say_a_word(stand_in: StandIn) -> None:
    config = Config(driver="simulated", speech="full", voice=Voice(program=str(stand_in.path)))
    found = speech_finding(config, "en")
    assert found.state is State.OK
    assert stand_in.lines == ["started -v en --stdout Momentum", "started -v en Momentum"]
    silent = speech_finding(config, "silent")
    assert silent.state is State.NOT_OK
    assert silent.remedy.startswith("plug in a loudspeaker")


def test_the_check_tells_of_a_missing_program(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO())
    file = tmp_path / "momentum.toml"
    gpio = 'driver = "gpio"\nspeech = "full"\n[lights]\nbackend = "none"\n[voice]\nprogram = "nothing"\n'
    file.write_text(gpio, encoding="utf-8")
    assert run(["check", "--quick", "--config", str(file)]) == 1
    assert "not ok          speech            there is no program nothing; see" in capsys.readouterr().out


@pytest.mark.parametrize("muted", [True, False])
def test_a_buzzer_that_the_config_mutes_is_not_heard_whatever_drives_it(muted: bool) -> None:
    table = SimulatedTable(lambda: 0.0)
    devices = Devices(sensors=table.sensors, lights=table.lights, buttons=table.buttons, buzzer=Buzzer())
    config = Config(driver="gpio", buzzer=BuzzerSection(pin=12, muted=muted))
    assert (_heard(config, devices).buzzer is None) is muted
