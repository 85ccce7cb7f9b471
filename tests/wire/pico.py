"""The board's real program in a real MicroPython, with a serial port to it and hands at its contacts."""

from __future__ import annotations

import os
import pty
import select
import subprocess
import time
import tty
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, TypeVar

import pytest

from firmware_bridge.events import LinkEvent
from firmware_bridge.firmware_files import lay_out
from firmware_bridge.link import Link
from tests.wire import unix_port

Event = TypeVar("Event", bound=LinkEvent)

Carry = Callable[[bytes], Iterable[tuple[int, bytes]]]

PIXELS = 77
STAND_IN = Path(__file__).with_name("stand_in")
HEAP = "370k"
"""About what a Pico's 190k are in 64-bit words."""

CONTACT, BUTTON, SKIP, CAUSE, HIGH = 0, 7, 8, 9, 10
POWER, WATCHDOG = 1, 3


def now_ms() -> int:
    """Return the host's instant."""
    return time.monotonic_ns() // 1_000_000


class Pico:
    """A Pico whose flash is a folder; `power` starts it, `cut` takes the power away."""

    def __init__(self, flash: Path, *, heap: str = HEAP) -> None:
        self.flash = flash
        self.link = Link(session=os.getpid() + now_ms())
        self.events: list[LinkEvent] = []
        self.port: Any = None
        self.heap = heap
        self._world = bytearray(11)
        self._world[CAUSE] = POWER
        self._process: subprocess.Popen[bytes] | None = None
        self._ends: tuple[int, int] | None = None
        self.up: Carry | None = None
        self.down: Carry | None = None
        lay_out(flash)
        self._write_world()

    def power(self, cause: int = POWER) -> Pico:
        """Start the program."""
        self.hand(CAUSE, cause)
        near, far = pty.openpty()
        tty.setraw(far)
        self._ends = near, far
        with (self.flash / "errors").open("ab") as errors:
            self._process = subprocess.Popen(
                unix_port.command("-X", f"heapsize={self.heap}", "main.py"),
                stdin=near,
                stdout=near,
                stderr=errors,
                cwd=self.flash,
                env={**os.environ, "MICROPYPATH": f"{STAND_IN}:.frozen"},
            )
        return self

    def cut(self) -> None:
        """Take the power away."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None
        if self._ends is not None:
            for end in self._ends:
                os.close(end)
            self._ends = None

    def open(self) -> Pico:
        """Open the serial port and say hello."""
        serial = pytest.importorskip("serial")
        assert self._ends is not None
        self.port = serial.Serial(
            os.ttyname(self._ends[1]), 115200, timeout=0.002, write_timeout=1, exclusive=True
        )
        self.link.opened(now_ms())
        return self

    def close(self) -> None:
        """Close the port."""
        if self.port is not None:
            self.port.close()
            self.port = None
            self.events += self.link.shut(now_ms())

    def hand(self, place: int, value: int) -> None:
        """Set one byte of what the pins see."""
        self._world[place] = value
        self._write_world()

    def contacts(self, mask: int) -> None:
        """Close these contacts, wired row by row, and open the others."""
        for row in range(7):
            self._world[CONTACT + row] = mask >> 7 * row & 0x7F
        self._write_world()

    def until(self, done: Callable[[], Any], *, ms: int = 4000) -> None:
        """Let the link talk until something is so; AssertionError when it has not come to be."""
        end = now_ms() + ms
        while not done():
            assert now_ms() < end, f"not within {ms} ms; {self.events[-5:]}; {self.log()}; {self.errors()}"
            self.pump()

    def run(self, ms: int) -> None:
        """Let the link talk for so long."""
        end = now_ms() + ms
        while now_ms() < end:
            self.pump()

    def pump(self) -> None:
        """Move what there is to move, once; wait 2 ms at most."""
        if self.port is None:
            select.select(self._ends[1:] if self._ends else (), (), (), 0.002)
            return
        heard = self.port.read(self.port.in_waiting or 1)
        if heard:
            heard = _carried(heard, self.down)
            self.events += self.link.receive(heard, now_ms())
        self.events += self.link.tick(now_ms())
        out = self.link.take()
        if out:
            self.port.write(_carried(out, self.up))

    def told(self, kind: type[Event]) -> list[Event]:
        """Return the events of one kind."""
        return [event for event in self.events if isinstance(event, kind)]

    def frames(self) -> list[bytes]:
        """Return every frame of the chain so far, as RGB in the chain's order."""
        path = self.flash / "lights"
        data = path.read_bytes() if path.exists() else b""
        size = 3 * PIXELS
        chains = [data[at : at + size] for at in range(0, len(data), size)]
        return [_as_rgb(chain) for chain in chains if len(chain) == size]

    def shown(self) -> bytes:
        """Return what the lights show now."""
        frames = self.frames()
        return frames[-1] if frames else b""

    def log(self) -> list[str]:
        """Return what the stand-in wrote down."""
        path = self.flash / "log"
        return path.read_text(encoding="utf-8").splitlines() if path.exists() else []

    def errors(self) -> str:
        """Return what the program wrote to standard error."""
        return (self.flash / "errors").read_text(encoding="utf-8")

    def _write_world(self) -> None:
        path = self.flash / "world"
        if not path.exists():
            path.write_bytes(self._world)
        with path.open("r+b") as file:
            file.write(self._world)


def _as_rgb(chain: bytes) -> bytes:
    return bytes(chain[3 * (at // 3) + (1, 0, 2)[at % 3]] for at in range(len(chain)))


def _carried(data: bytes, carry: Carry | None) -> bytes:
    """Return what arrives of some bytes, carried a frame at a time; the delays are the real ones."""
    if carry is None:
        return data
    frames = [b"~" + piece + b"~" for piece in data.split(b"~") if piece]
    return b"".join(arrived for frame in frames for _, arrived in carry(frame))
