"""The board's real program in a real MicroPython, with a link to it over a serial port."""

from __future__ import annotations

import os
import select
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, TypeVar

import pytest

from firmware_bridge.emulation.pico import BUTTON, HIGH, SKIP, STAND_IN, WATCHDOG, EmulatedPico
from firmware_bridge.events import LinkEvent
from firmware_bridge.link import Link

__all__ = ["BUTTON", "HIGH", "SKIP", "STAND_IN", "WATCHDOG", "Pico", "now_ms"]

Event = TypeVar("Event", bound=LinkEvent)

Carry = Callable[[bytes], Iterable[tuple[int, bytes]]]


def now_ms() -> int:
    """Return the host's instant."""
    return time.monotonic_ns() // 1_000_000


class Pico(EmulatedPico):
    """A board and a host that talks to it."""

    def __init__(self, flash: Path, *, polarity: bool = False) -> None:
        super().__init__(flash, polarity=polarity)
        self.link = Link(session=os.getpid() + now_ms())
        self.events: list[LinkEvent] = []
        self.port: Any = None
        self.up: Carry | None = None
        self.down: Carry | None = None

    def open(self) -> Pico:
        """Open the serial port and say hello."""
        serial = pytest.importorskip("serial")
        self.port = serial.Serial(self.path, 115200, timeout=0.002, write_timeout=1, exclusive=True)
        self.link.opened(now_ms())
        return self

    def close(self) -> None:
        """Close the port."""
        if self.port is not None:
            self.port.close()
            self.port = None
            self.events += self.link.shut(now_ms())

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
            select.select((self.far_end,), (), (), 0.002)
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


def _carried(data: bytes, carry: Carry | None) -> bytes:
    """Return what arrives of some bytes, carried a frame at a time; the delays are the real ones."""
    if carry is None:
        return data
    frames = [b"~" + piece + b"~" for piece in data.split(b"~") if piece]
    return b"".join(arrived for frame in frames for _, arrived in carry(frame))
