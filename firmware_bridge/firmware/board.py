"""The board's main loop: scans at their time, and the wire, the lights and the buzzer between them."""

import gc
from time import ticks_diff, ticks_ms, ticks_us  # type: ignore[attr-defined]

import machine  # type: ignore[import-not-found, unused-ignore]
import micropython  # type: ignore[import-not-found, unused-ignore]

from firmware_bridge.device import HOSTED, LIGHTS, MEASURE, SET, TONE, WAITING, Device
from firmware_bridge.firmware import VERSION, keep, pins
from firmware_bridge.firmware.lamps import Lamps
from firmware_bridge.firmware.matrix import ButtonRow, Buttons, Inputs, Matrix
from firmware_bridge.firmware.port import Port
from firmware_bridge.firmware.sounder import Sounder
from firmware_bridge.wire.messages import BOOT_REASONS, CELL_LIGHTS, CLOCK, CONTACTS, RING_LIGHTS, since

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

WATCHDOG_MS = 4000
"""A program that has not scanned for so long is started anew."""
WALK_MS = 250
"""The dot of the waiting picture takes a step this often."""
COLLECT_MS = 1000
"""Garbage is collected this often, between two scans, so that it never has to be in the middle of one."""


class Board:
    """Everything on the Pico, put together."""

    def __init__(self) -> None:
        self._matrix, self._buttons = _switches()
        self._inputs = Inputs(self._matrix, self._buttons)
        self._lamps = Lamps(pins.LIGHTS)
        self._sounder = Sounder(pins.BUZZER)
        self._status = machine.Pin(pins.STATUS, machine.Pin.OUT, value=0)
        self._port = Port()
        settings, revision = keep.load_parameters()
        self._apply(settings)
        self._matrix.begin()
        self._device = Device(_identity(self._matrix.polarity), self._inputs)
        self._device.settings = settings
        self._device.revision = revision
        self._watchdog = machine.WDT(timeout=WATCHDOG_MS)
        self._scanned_us = ticks_us()
        self._walked_ms = self._collected_ms = ticks_ms() & CLOCK
        self._step = 0
        self._longest_us = 0

    def round(self) -> None:
        """Scan when it is time, else wait for the host until it is."""
        begin = ticks_us()
        left_us = self._period_us - ticks_diff(begin, self._scanned_us)
        if left_us <= 0:
            self._scanned_us = begin
            self._scan(ticks_ms() & CLOCK)
        heard = self._port.read(max(left_us // 1000, 0))
        now = ticks_ms() & CLOCK
        woke = ticks_us()
        if heard:
            self._obey(now, self._device.receive(heard, now))
        self._obey(now, self._device.tick(now))
        self._port.write(self._device.take(now))
        busy = ticks_diff(ticks_us(), woke if left_us > 0 else begin)
        self._longest_us = max(self._longest_us, busy)

    def stop(self) -> None:
        """Leave the lights dark and the buzzer silent."""
        self._sounder.off()
        self._lamps.dark()
        self._lamps.write()

    def _scan(self, now: int) -> None:
        """Read all inputs; then is the time for all that keeps the processor busy for a while."""
        changed = self._matrix.scan(now)
        changed = self._buttons.scan(now) or changed
        self._watchdog.feed()
        if changed:
            self._device.changed(now)
        self._sounder.tick(now)
        if self._device.session is None and since(now, self._walked_ms) >= WALK_MS:
            self._walk(now)
        self._lamps.write()
        if since(now, self._collected_ms) >= COLLECT_MS:
            self._collected_ms = now
            gc.collect()

    def _walk(self, now: int) -> None:
        self._walked_ms = now
        self._step = (self._step + 1) % RING_LIGHTS
        self._lamps.wait(self._step)
        self._status.value(self._step & 1)

    def _obey(self, now: int, events: "tuple[tuple[str, Any], ...]") -> None:
        for name, value in events:
            if name == LIGHTS:
                self._lamps.show(value)
            elif name == TONE:
                self._sounder.play(now, value[0], value[1])
            elif name == SET:
                self._keep(now, value)
            elif name == MEASURE:
                self._measure()
            elif name == HOSTED:
                self._lamps.dark()
                self._status.value(1)
            elif name == WAITING:
                self._sounder.off()  # the next scan shows the waiting picture

    def _keep(self, now: int, settings: "dict[str, Any]") -> None:
        try:
            keep.save_parameters(settings, (self._device.revision + 1) & 0xFFFF)
        except OSError as error:
            self._device.not_kept(f"the flash did not take the parameters: {error}")
            return
        self._apply(settings)
        self._device.kept()
        self._device.changed(now)

    def _apply(self, settings: "dict[str, Any]") -> None:
        self._period_us = 1_000_000 // settings["scan_hz"]
        self._matrix.settle(settings["debounce_ms"])
        self._buttons.presses.debounce_ms = settings["debounce_ms"]
        self._matrix.inverted = settings["inverted"]
        self._inputs.places = settings["contacts"]
        self._lamps.places = settings["lights"]
        self._lamps.limit_ma = settings["limit_ma"]

    def _measure(self) -> None:
        gc.collect()
        self._device.measured(gc.mem_free(), gc.mem_alloc(), self._longest_us)  # type: ignore[attr-defined]
        self._longest_us = 0


def run() -> None:
    """Run until the power goes; whatever ends it leaves the lights dark."""
    micropython.kbd_intr(-1)  # type: ignore[attr-defined, unused-ignore]
    board = Board()
    try:
        while True:
            board.round()
    finally:
        board.stop()
        micropython.kbd_intr(3)  # type: ignore[attr-defined, unused-ignore]


def _switches() -> "tuple[Matrix, Buttons]":
    """Return the contacts and the buttons as they are wired: a pin tells whether there are two sets."""
    if machine.Pin(pins.POLES, machine.Pin.IN, machine.Pin.PULL_UP).value():
        return Matrix(pins.ROWS, pins.COLUMNS), Buttons(pins.BUTTONS)
    matrix = Matrix(pins.ROWS, pins.COLUMNS, pins.SOUTH_COLUMNS)
    return matrix, ButtonRow(pins.BUTTON_ROW, pins.COLUMNS)


def _identity(polarity: bool) -> "dict[str, Any]":
    return {
        "firmware": VERSION,
        "serial": machine.unique_id().hex().upper(),
        "contacts": CONTACTS,
        "cells": CELL_LIGHTS,
        "ring": RING_LIGHTS,
        "polarity": polarity,
        "buttons": (1 << len(pins.BUTTONS)) - 1,
        "buzzer": True,
        "boot_reason": BOOT_REASONS.index(_boot_reason()),
        "boot_count": keep.count_start(),
    }


def _boot_reason() -> str:
    cause = machine.reset_cause()
    if cause == machine.WDT_RESET:
        return "watchdog"
    return "power" if cause == machine.PWRON_RESET else "reset"
