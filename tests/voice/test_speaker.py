"""The voice with real processes: a stand-in for espeak-ng that speaks, dies, hangs and is missing."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path

import pytest

from hardware.voice.speaker import ProcessVoice
from hardware.voice.turns import FIRST_PAUSE_MS
from tests.voice.stand_in import StandIn, wait_until


class Clock:
    """Real time, which a test can put forward."""

    def __init__(self) -> None:
        self.ahead_ms = 0.0

    def __call__(self) -> float:
        return time.monotonic() * 1000 + self.ahead_ms


@pytest.fixture
def stand_in(tmp_path: Path) -> StandIn:
    return StandIn(tmp_path)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def voice(stand_in: StandIn, clock: Clock) -> Iterator[ProcessVoice]:
    with closing(ProcessVoice((str(stand_in.path),), clock)) as voice:
        yield voice


def gone(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    return False


def test_sentences_are_said_each_by_a_process_that_waited_for_it(
    voice: ProcessVoice, stand_in: StandIn
) -> None:
    wait_until(lambda: len(stand_in.lines) == 1)
    voice.speak("First player's turn.\nd4")
    wait_until(lambda: stand_in.said == ["First player's turn.", "d4"])
    wait_until(lambda: len(stand_in.lines) == 4)
    voice.speak("둘째 사람 차례")
    wait_until(lambda: stand_in.said[2:] == ["둘째 사람 차례"])
    assert len(set(stand_in.pids)) == 2
    assert voice.trouble is None


def test_a_newer_sentence_ends_the_process_that_speaks(voice: ProcessVoice, stand_in: StandIn) -> None:
    voice.speak("go on")
    wait_until(lambda: stand_in.said == ["go on"])
    voice.speak("new")
    wait_until(lambda: stand_in.said == ["go on", "new"])
    wait_until(lambda: gone(stand_in.pids[0]))
    assert voice.trouble is None


def test_a_program_that_dies_is_told_and_tried_again_after_a_pause(
    voice: ProcessVoice, stand_in: StandIn, clock: Clock
) -> None:
    voice.speak("die")
    wait_until(lambda: voice.trouble == "error: it died")
    voice.speak("too soon")
    clock.ahead_ms += FIRST_PAUSE_MS
    voice.speak("again")
    wait_until(lambda: voice.trouble is None)
    assert stand_in.said == ["die", "again"]


def test_a_program_that_is_killed_is_told(voice: ProcessVoice) -> None:
    voice.speak("killed")
    wait_until(lambda: voice.trouble == "it ended with status -9")


def test_a_program_without_a_sound_card_is_told(voice: ProcessVoice) -> None:
    voice.speak("no sound")
    wait_until(lambda: voice.trouble is not None)
    assert str(voice.trouble).startswith("no sound card took it (error: No such file or directory)")


def test_a_program_that_hangs_is_ended_and_told(voice: ProcessVoice, stand_in: StandIn, clock: Clock) -> None:
    voice.speak("go on")
    wait_until(lambda: stand_in.said == ["go on"])
    clock.ahead_ms += 60_000
    voice.speak("go on")
    wait_until(lambda: gone(stand_in.pids[0]))
    assert "still not done" in str(voice.trouble)


def test_a_program_that_vanished_is_told_when_it_is_needed(tmp_path: Path, clock: Clock) -> None:
    with closing(ProcessVoice((str(tmp_path / "nothing"),), clock)) as voice:
        voice.speak("d4")
        wait_until(lambda: voice.trouble is not None)
        assert str(voice.trouble).endswith("nothing cannot be run: No such file or directory")


def test_a_waiting_process_that_was_ended_is_replaced(voice: ProcessVoice, stand_in: StandIn) -> None:
    wait_until(lambda: len(stand_in.lines) == 1)
    assert voice._ready is not None
    os.kill(voice._ready._process.pid, 9)
    wait_until(lambda: voice._ready is not None and not voice._ready.waits)
    voice.speak("d4")
    wait_until(lambda: stand_in.said == ["d4"])
    assert voice.trouble is None


def test_asking_never_waits_however_often_it_was_asked(voice: ProcessVoice, stand_in: StandIn) -> None:
    with voice._lock:  # its thread stands still
        with suppress(BlockingIOError):
            while True:
                os.write(voice._wake, b"." * 4096)
        voice._wake_up()
    voice.speak("d4")
    wait_until(lambda: stand_in.said == ["d4"])


def test_closing_ends_every_process_and_a_second_time_does_nothing(stand_in: StandIn, clock: Clock) -> None:
    voice = ProcessVoice((str(stand_in.path),), clock)
    voice.speak("go on")
    wait_until(lambda: stand_in.said == ["go on"] and voice._ready is not None)
    voice.close()
    voice.close()
    voice.speak("after the end")
    assert gone(stand_in.pids[0])
    assert stand_in.said == ["go on"]
