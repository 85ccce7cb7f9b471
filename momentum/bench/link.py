"""What the link to a board on a USB cable costs: its real program in MicroPython, at a pseudo-terminal.

That has the speed of this machine's processor, not a microcontroller's; what a real board takes for its
rounds and has left of its memory, `momentum firmware check` tells.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from random import Random
from typing import Protocol

from firmware_bridge.emulation.pico import STAND_IN, EmulatedPico
from firmware_bridge.events import LightsShown, MemoryTold
from firmware_bridge.serial_port import SerialPort
from firmware_bridge.wire.framing import Reader, framed
from firmware_bridge.wire.messages import CODE_OF
from hardware.protocols import FRAME_BYTES, Lights, Sensors
from momentum.bench.figures import Progress
from momentum.bench.latency import percentile

CHANGES = 100
"""Contact changes that are timed."""
FRAMES = 100
"""Light frames that are timed."""
WATCHED_S = 4.0
"""How long bytes are counted."""
LOOK_S = 0.0005
"""How often a change is looked for."""
BEAT_S = 0.005
"""How often a program in play reads its contacts: 200 times a second."""
READ_FRAMES, PIECE = 2000, 256
"""Frames that the reader takes, and the bytes of a piece."""
GIVEN_UP_S = 3.0
SCANS = 500

_SCAN = f"""
from time import ticks_diff, ticks_us
from firmware_bridge.firmware import pins
from firmware_bridge.firmware.matrix import Matrix
matrix = Matrix(pins.ROWS, pins.COLUMNS)
matrix.begin()
begin = ticks_us()
for now in range({SCANS}):
    matrix.scan(now)
print(ticks_diff(ticks_us(), begin) / {SCANS})
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkFigures:
    """What was measured."""

    contact_ms_median: float
    contact_ms_p99: float
    light_ms_median: float
    light_ms_p99: float
    rest_bytes_per_s: float
    play_bytes_per_s: float
    reader_mb_per_s: float
    scan_us: float
    round_us: float
    memory_free: float

    def rounded(self) -> dict[str, float]:
        """Return the figures under their names, to one decimal."""
        return {name: round(value, 1) for name, value in asdict(self).items()}


MEANINGS = {
    "contact_ms_median": "contact closes to the host's reading of it, 20 of debounce included, median (ms)",
    "contact_ms_p99": "  99 of 100 are faster",
    "light_ms_median": "a light frame there and its acknowledgement back, median (ms)",
    "light_ms_p99": "  99 of 100 are faster",
    "rest_bytes_per_s": "bytes a second, both ways together, with nothing to do",
    "play_bytes_per_s": "bytes a second, both ways, at two changes and ten light frames a second",
    "reader_mb_per_s": "megabytes a second that the reader of the wire takes (aim: 2)",
    "scan_us": "one scan of 49 contacts by the board's program, 420 of it settling (us, this machine)",
    "round_us": "the longest round of its main loop (us, this machine)",
    "memory_free": "bytes of its memory free, in 64-bit words (a Pico's are half as large)",
}


def table(figures: LinkFigures) -> str:
    """Return the figures as lines of text."""
    return "\n".join(f"{value:>10,.1f}  {MEANINGS[name]}" for name, value in figures.rounded().items())


class Board(Protocol):
    """The board, as far as it is measured."""

    shown: LightsShown | None
    memory: MemoryTold | None

    def pump(self) -> int:
        """Move what there is to move."""
        ...

    def ask(self, what: str) -> None:
        """Ask for something."""
        ...


class LinkedTable(Protocol):
    """A table at the end of the link."""

    @property
    def board(self) -> Board:
        """The board itself."""
        ...

    @property
    def sensors(self) -> Sensors:
        """The contacts."""
        ...

    @property
    def lights(self) -> Lights:
        """The lights."""
        ...


class CountingPort:
    """A port that counts its bytes."""

    def __init__(self, path: str) -> None:
        """Open it. Raises PortError."""
        self._port = SerialPort(path)
        self.path = path
        self.count = 0
        """Bytes so far, both ways."""

    def read(self) -> bytes:
        """Return what has come."""
        data = self._port.read()
        self.count += len(data)
        return data

    def write(self, data: bytes) -> None:
        """Send bytes."""
        self.count += len(data)
        self._port.write(data)

    def close(self) -> None:
        """Let go of the port."""
        self._port.close()


def measure(pico: EmulatedPico, opened: LinkedTable, port: CountingPort, progress: Progress) -> LinkFigures:
    """Measure the link to an emulated board; takes about 20 s."""
    progress("link: contacts ...")
    contacts = [_contact_ms(pico, opened, place % 49) for place in range(CHANGES)]
    progress("link: lights ...")
    lights = [_light_ms(opened, number) for number in range(FRAMES)]
    progress("link: bytes ...")
    rest = _bytes_per_s(port, lambda _: opened.sensors.scan())
    play = _bytes_per_s(port, lambda beat: _play(pico, opened, beat))
    progress("link: the board's program ...")
    memory = _memory(opened)
    scan = scan_us(pico)
    progress("")
    return LinkFigures(
        contact_ms_median=statistics.median(contacts),
        contact_ms_p99=percentile(contacts, 99),
        light_ms_median=statistics.median(lights),
        light_ms_p99=percentile(lights, 99),
        rest_bytes_per_s=rest,
        play_bytes_per_s=play,
        reader_mb_per_s=reader_mb_per_s(),
        scan_us=scan,
        round_us=memory.longest_us,
        memory_free=memory.free,
    )


def _contact_ms(pico: EmulatedPico, opened: LinkedTable, cell: int) -> float:
    begin = time.perf_counter()
    pico.contacts(1 << cell)
    _await(lambda: opened.sensors.scan().closed == 1 << cell)
    return 1000 * (time.perf_counter() - begin)


def _light_ms(opened: LinkedTable, number: int) -> float:
    board = opened.board
    before, begin = board.shown, time.perf_counter()
    opened.lights.show(_frame(number))
    _await(lambda: board.pump() > 0 and board.shown is not before)
    return 1000 * (time.perf_counter() - begin)


def _frame(number: int) -> bytes:
    lit = 3 * (number % (FRAME_BYTES // 3))
    return bytes(lit) + bytes((40, 60, 80)) + bytes(FRAME_BYTES - lit - 3)


def _bytes_per_s(port: CountingPort, beat: Callable[[int], object]) -> float:
    begin, count, beats = time.perf_counter(), port.count, 0
    while (took_s := time.perf_counter() - begin) < WATCHED_S:
        beat(beats)
        beats += 1
        time.sleep(BEAT_S)
    return (port.count - count) / took_s


def _play(pico: EmulatedPico, opened: LinkedTable, beat: int) -> None:
    if beat % 100 == 0:
        pico.contacts(1 << beat // 100 % 49)
    if beat % 20 == 0:
        opened.lights.show(_frame(beat))
    opened.sensors.scan()


def _memory(opened: LinkedTable) -> MemoryTold:
    board = opened.board
    before = board.memory
    board.ask("memory")
    _await(lambda: board.pump() > 0 and board.memory is not before)
    if board.memory is None:
        raise AssertionError("the board does not tell its memory")
    return board.memory


def reader_mb_per_s() -> float:
    """Return how many megabytes of light frames, of all kinds of bytes, the reader takes in a second here."""
    chance, code = Random(7), CODE_OF["lights"]
    frames = [framed(code, number & 0xFF, chance.randbytes(FRAME_BYTES)) for number in range(READ_FRAMES)]
    stream = b"".join(frames)
    pieces = [stream[at : at + PIECE] for at in range(0, len(stream), PIECE)]
    reader, begin = Reader(), time.perf_counter()
    read = sum(len(reader.feed(piece)) for piece in pieces)
    took_s = time.perf_counter() - begin
    if read != READ_FRAMES:
        raise AssertionError(f"the reader has read {read} of {READ_FRAMES} frames")
    return len(stream) / took_s / 1e6


def scan_us(pico: EmulatedPico) -> float:
    """Return the microseconds of one scan in MicroPython's unix port, with the stand-in for the pins."""
    done = subprocess.run(  # noqa: S603
        [sys.executable, "-m", "micropython_unix", "-c", _SCAN],
        cwd=pico.flash,
        env={**os.environ, "MICROPYPATH": f":{STAND_IN}:.frozen"},
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    return float(done.stdout)


def _await(so: Callable[[], bool]) -> None:
    until_s = time.perf_counter() + GIVEN_UP_S
    while not so():
        if time.perf_counter() > until_s:
            raise AssertionError(f"the board has not answered within {GIVEN_UP_S:g} s")
        time.sleep(LOOK_S)
