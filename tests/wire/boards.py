"""A host and a board with a wire between them, in virtual time."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from firmware_bridge.device import HOSTED, LIGHTS, MEASURE, SET, TONE, WAITING, Device
from firmware_bridge.events import LinkEvent
from firmware_bridge.link import FRAME_BYTES, Link
from firmware_bridge.wire.codec import decode
from firmware_bridge.wire.framing import Reader
from firmware_bridge.wire.messages import CLOCK

IDENTITY: dict[str, Any] = {
    "firmware": "0.1.0",
    "serial": "E66118604B6A2C31",
    "contacts": 49,
    "cells": 49,
    "ring": 28,
    "polarity": False,
    "buttons": 0x7F,
    "buzzer": True,
    "boot_reason": 1,
    "boot_count": 7,
}
BOARD_STARTED_MS = 5_000
"""The host's instant at which the board's clock stood at 0."""

Event = TypeVar("Event", bound=LinkEvent)

Carry = Callable[[bytes], Iterable[tuple[int, bytes]]]
"""Takes one frame that was sent; returns what arrives of it, as (delay in ms, bytes)."""


def clean(frame: bytes) -> Iterable[tuple[int, bytes]]:
    """Carry a frame whole, in 2 ms."""
    return [(2, frame)]


def lost(frame: bytes) -> Iterable[tuple[int, bytes]]:  # noqa: ARG001
    """Carry nothing."""
    return []


def picture(value: int) -> bytes:
    """Return a frame that differs from that of any other value."""
    return bytes((value * 7 + place) % 256 for place in range(FRAME_BYTES))


def spoken(data: bytes) -> list[tuple[str, dict[str, Any]]]:
    """Return the messages in some bytes."""
    return [decode(code, payload) for code, _, payload in Reader().feed(data)]


def names(data: bytes) -> list[str]:
    """Return the names of the messages in some bytes."""
    return [name for name, _ in spoken(data)]


class Scanner:
    """The debounced inputs of a board, set by hand."""

    def __init__(self) -> None:
        self.closed = 0
        self.raw = 0
        self.south = 0
        self.buttons = 0
        self.restless_mask = 0

    def state(self) -> tuple[int, int, int, int]:
        return self.closed, self.raw, self.south, self.buttons

    def restless(self) -> int:
        return self.restless_mask


class FakeBoard:
    """A device with what the firmware would do about its events."""

    def __init__(self, **identity: Any) -> None:
        self.scanner = Scanner()
        self.device = Device({**IDENTITY, **identity}, self.scanner)
        self.shown: bytes | None = None
        self.waiting = 0
        self.hosted = 0
        self.tones: list[tuple[int, int]] = []
        self.flash_works = True

    def obey(self, events: Iterable[tuple[str, Any]]) -> None:
        for name, value in events:
            if name == LIGHTS:
                self.shown = value
            elif name == TONE:
                self.tones.append(value)
            elif name == SET and self.flash_works:
                self.device.kept()
            elif name == SET:
                self.device.not_kept("the flash is full")
            elif name == MEASURE:
                self.device.measured(150_000, 42_000, 3_100)
            self.waiting += name == WAITING
            self.hosted += name == HOSTED


class Wire:
    """A link and a board; `run` lets time pass in steps of one millisecond."""

    def __init__(self, board: FakeBoard | None = None, *, session: int = 40) -> None:
        self.now = 10_000
        self.link = Link(session=session)
        self.board = board or FakeBoard()
        self.up: Carry = clean
        self.down: Carry = clean
        self.events: list[LinkEvent] = []
        self.heard_by_board: list[tuple[str, dict[str, Any]]] = []
        self.heard_by_host: list[tuple[str, dict[str, Any]]] = []
        self._to_board: list[tuple[int, bytes]] = []
        self._to_host: list[tuple[int, bytes]] = []

    @property
    def board_ms(self) -> int:
        """The board's own instant."""
        return (self.now - BOARD_STARTED_MS) & CLOCK

    def open(self) -> Wire:
        """Open the port and run until the link is live, or one second."""
        self.link.opened(self.now)
        self.run(1000)
        return self

    def contacts(self, closed: int, *, south: int = 0) -> None:
        """Have the board see these contacts closed from now on."""
        scanner = self.board.scanner
        scanner.closed, scanner.raw, scanner.south = closed, closed, south
        self.board.device.changed(self.board_ms)

    def press(self, mask: int) -> None:
        """Have the board see these buttons held from now on."""
        self.board.scanner.buttons = mask
        self.board.device.changed(self.board_ms)

    def reboot(self, **identity: Any) -> None:
        """Take the board's power away for an instant; its contacts stay as they are."""
        fresh = FakeBoard(**identity)
        fresh.scanner = self.board.scanner
        fresh.device = Device({**IDENTITY, **identity}, fresh.scanner)
        self.board = fresh
        self._to_board.clear()

    def unplug(self) -> None:
        """Pull the cable: the port is gone, and what was on its way with it."""
        self.events += self.link.shut(self.now, "the cable was pulled")
        self._to_board.clear()
        self._to_host.clear()

    def run(self, ms: int) -> None:
        """Let time pass."""
        for _ in range(ms):
            self.now += 1
            self._host()
            self._device()

    def told(self, kind: type[Event]) -> list[Event]:
        """Return the events of one kind the link has told so far."""
        return [event for event in self.events if isinstance(event, kind)]

    def _host(self) -> None:
        for data in _due(self._to_host, self.now):
            self.events += self.link.receive(data, self.now)
        due = self.link.next_due_ms
        if due is not None and due <= self.now:
            self.events += self.link.tick(self.now)
        out = self.link.take()
        self.heard_by_board += spoken(out)
        _send(out, self.up, self._to_board, self.now)

    def _device(self) -> None:
        device, now = self.board.device, self.board_ms
        for data in _due(self._to_board, self.now):
            self.board.obey(device.receive(data, now))
        self.board.obey(device.tick(now))
        out = device.take(now)
        self.heard_by_host += spoken(out)
        _send(out, self.down, self._to_host, self.now)


def _send(out: bytes, carry: Carry, queue: list[tuple[int, bytes]], now: int) -> None:
    """Put what arrives of some frames into the queue; a wire delays, but nothing overtakes."""
    for frame in _split(out):
        for delay, data in carry(frame):
            last = queue[-1][0] if queue else 0
            queue.append((max(now + delay, last), data))


def _split(out: bytes) -> list[bytes]:
    return [b"~" + piece + b"~" for piece in out.split(b"~") if piece]


def _due(queue: list[tuple[int, bytes]], now: int) -> list[bytes]:
    due = [data for at_ms, data in queue if at_ms <= now]
    queue[:] = [item for item in queue if item[0] > now]
    return due
