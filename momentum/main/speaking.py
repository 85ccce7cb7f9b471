"""The voice of a table, put together from a config, and looked at where it must be there."""

from __future__ import annotations

from contextlib import ExitStack

from hardware.voice.espeak import CannotSpeak, check, check_aloud, open_voice
from momentum.config.schema import Config
from momentum.config.schema import Voice as VoiceSection
from momentum.main.simulated import monotonic_ms
from momentum.play.errors import PlayError
from momentum.play.speech import Speech
from momentum.spoken import Detail
from momentum.workshop.findings import Finding, not_ok, ok

USUAL = VoiceSection()
"""What speaks where no config says otherwise."""


def open_speech(detail: Detail, language: str, voice: VoiceSection, stack: ExitStack) -> Speech:
    """Return how a table speaks; `stack` closes its voice.

    Raises `PlayError` when it cannot speak, unless the config allows to play without.
    """
    if detail is Detail.OFF:
        return Speech()
    try:
        opened = open_voice(voice.program, language, voice.words_a_minute, monotonic_ms)
    except CannotSpeak as error:
        if voice.required:
            raise PlayError(f'speech = "{detail}", but {error}; or play with speech = "off"') from error
        return Speech(missing=str(error))
    stack.callback(opened.close)
    return Speech(voice=opened, detail=detail)


def speech_finding(config: Config, language: str) -> Finding:
    """Tell whether the config's voice speaks, and is heard."""
    program = config.voice.program
    try:
        check(program, language)
        check_aloud(program, language)
    except CannotSpeak as error:
        what, _, remedy = str(error).partition("; ")
        return not_ok("speech", what, remedy)
    return ok("speech", f"{config.speech}, by {program} in {language}; it has just said a word")
