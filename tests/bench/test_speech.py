"""How soon a voice is heard: measured at the real one, told, and why not where there is none."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator

import pytest

from momentum.bench import speech
from momentum.bench.speech import MEANINGS, SpeechFigures, measure, table
from momentum.cli import run
from tests.spoken.aloud import Listener
from tests.voice.test_espeak import needs_espeak


@pytest.fixture(autouse=True)
def _few_sentences(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(speech, "SENTENCES", 2)
    monkeypatch.setattr(speech, "QUIET_S", 0.01)
    monkeypatch.setattr(speech, "GIVEN_UP_S", 0.01)


@pytest.fixture
def pipe() -> Iterator[tuple[int, int]]:
    sound, outlet = os.pipe()
    yield sound, outlet
    os.close(sound)
    os.close(outlet)


class Sounding(Listener):
    """A voice whose sound comes out of a pipe."""

    def __init__(self, outlet: int) -> None:
        super().__init__()
        self._outlet = outlet

    def speak(self, text: str) -> None:
        """Make a sound."""
        super().speak(text)
        os.write(self._outlet, b"RIFF")


def test_each_sentence_is_timed_to_its_first_sound(pipe: tuple[int, int]) -> None:
    sound, outlet = pipe
    clock = iter((0.0, 1.0, 5.0, 100.0, 103.0, 109.0))
    voice = Sounding(outlet)
    assert measure(voice, sound, lambda: next(clock), "en") == SpeechFigures(
        heard_ms_median=7.0, heard_ms_slowest=9.0, held_ms_slowest=3.0
    )
    assert voice.heard == 2 * ["First player's turn. Push d4 to c3."]


def test_silence_is_told(pipe: tuple[int, int]) -> None:
    voice = Listener()
    voice.trouble = "it died"
    with pytest.raises(TimeoutError, match="it died"):
        measure(voice, pipe[0], lambda: 0.0, "en")


def test_each_figure_is_told_with_its_language_and_meaning() -> None:
    lines = table({"ko": SpeechFigures(heard_ms_median=1.0, heard_ms_slowest=2.0, held_ms_slowest=0.126)})
    assert len(lines.splitlines()) == len(MEANINGS)
    assert f"      0.13  ko: {MEANINGS['held_ms_slowest']}" in lines


def test_without_the_program_the_reason_is_told(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", "")
    assert run(["bench", "--speech"]) == 2
    assert "speech cannot be measured: there is no program espeak-ng" in capsys.readouterr().err


@needs_espeak
def test_the_real_program_is_measured_in_both_languages(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(speech, "GIVEN_UP_S", 5.0)
    assert run(["bench", "--speech", "--json"]) == 0
    figures = json.loads(capsys.readouterr().out)
    assert set(figures) == {"en", "ko"}
    assert set(figures["ko"]) == set(MEANINGS)
    assert run(["bench", "--speech"]) == 0
    assert "  ko: a sentence asked for" in capsys.readouterr().out
