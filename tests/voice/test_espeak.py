"""Whether a voice is there: a stand-in that lacks what programs can lack, and the real one if installed."""

from __future__ import annotations

import os
import shutil
from contextlib import closing
from pathlib import Path

import pytest

from hardware.voice.espeak import CannotSpeak, check, check_aloud, command, open_voice
from hardware.voice.speaker import ProcessVoice
from tests.voice.stand_in import StandIn, wait_until

needs_espeak = pytest.mark.skipif(
    shutil.which("espeak-ng") is None, reason="espeak-ng is not installed: sudo apt-get install -y espeak-ng"
)


def test_a_program_that_is_missing_is_named_with_what_installs_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    with pytest.raises(CannotSpeak) as told:
        check("espeak-ng", "en")
    assert str(told.value) == (
        "there is no program espeak-ng; install it with: sudo apt-get install -y espeak-ng"
    )


def test_a_voice_that_is_missing_is_named(tmp_path: Path) -> None:
    with pytest.raises(CannotSpeak, match=r"has no voice 'nobody' .Error: The specified espeak-ng voice"):
        check(str(StandIn(tmp_path).path), "nobody")


def test_a_program_that_cannot_be_run_is_told(tmp_path: Path) -> None:
    broken = tmp_path / "broken"
    broken.write_bytes(b"\x7fELF no program at all")
    broken.chmod(0o755)
    with pytest.raises(CannotSpeak, match=r"broken cannot be run: Exec format error"):
        check(str(broken), "en")


def test_a_program_that_is_heard_by_nobody_is_told(tmp_path: Path) -> None:
    with pytest.raises(CannotSpeak, match=r"nothing is heard \(ALSA lib .*; plug in a loudspeaker"):
        check_aloud(str(StandIn(tmp_path).path), "silent")


def test_a_program_that_is_heard_is_fine(tmp_path: Path) -> None:
    check_aloud(str(StandIn(tmp_path).path), "en")


def test_a_voice_is_opened_in_its_language_and_at_its_pace(tmp_path: Path) -> None:
    stand_in = StandIn(tmp_path)
    with closing(open_voice(str(stand_in.path), "ko", 150, lambda: 0.0)) as voice:
        voice.speak("d4")
        wait_until(lambda: stand_in.said == ["d4"])
    assert "started -v ko -s 150" in stand_in.lines


@needs_espeak
@pytest.mark.parametrize(("voice", "text"), [("en", "d4 goes to c3"), ("ko", "둘째 사람 차례입니다.\nd4")])
def test_the_real_program_makes_a_sound_of_both_languages(voice: str, text: str) -> None:
    check("espeak-ng", voice)
    heard, sound = os.pipe()
    try:
        speaking = (*command("espeak-ng", voice, 175), "--stdout")
        with closing(ProcessVoice(speaking, lambda: 0.0, sound)) as mouth:
            mouth.speak(text)
            samples = b""
            while len(samples) <= 8000:
                samples += os.read(heard, 4096)
        assert samples.startswith(b"RIFF")
    finally:
        os.close(heard)
        os.close(sound)


@needs_espeak
def test_the_real_program_lacks_a_voice_that_does_not_exist() -> None:
    with pytest.raises(CannotSpeak, match="espeak-ng has no voice 'xx'"):
        check("espeak-ng", "xx")
