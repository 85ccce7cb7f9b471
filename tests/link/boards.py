"""Emulated boards for tests: plugged in and pulled out, and opened by the real driver over a real port."""

from __future__ import annotations

import time
from collections.abc import Callable

from firmware_bridge.emulation.pico import EmulatedPico
from firmware_bridge.events import Parameters
from firmware_bridge.serial_port import NoBoard, SerialPort
from hardware.errors import DeviceLost
from hardware.pico.board import BoardSettings
from hardware.pico.devices import PicoTable, open_table


def monotonic_ms() -> float:
    """Return this machine's monotonic clock in milliseconds."""
    return time.monotonic() * 1000


def port_of(pico: EmulatedPico) -> Callable[[], SerialPort]:
    """Return what opens the port of a board that may be unplugged."""

    def opener() -> SerialPort:
        try:
            return SerialPort(pico.path)
        except FileNotFoundError as error:
            raise NoBoard(str(error)) from error

    return opener


def bright(told: Parameters) -> Parameters:
    """Return parameters with which every frame is shown as it is."""
    return Parameters(scan_hz=told.scan_hz, debounce_ms=10, limit_ma=5000)


def opened(pico: EmulatedPico, settings: BoardSettings | None = None) -> PicoTable:
    """Return the table of a board that is plugged in, opened by the real driver.

    A busy machine may hold up an emulated board, as nothing holds up a real one: that is no reason for doubt.
    """
    settings = settings or BoardSettings(parameters=bright, doubt_ms=2000)
    return open_table(port_of(pico), settings, clock=monotonic_ms, patience_ms=30_000)


def wait_until(so: Callable[[], bool], *, ms: float = 3000) -> bool:
    """Ask again and again, 2 ms apart, and return whether it came to be so."""
    until_ms = monotonic_ms() + ms
    while not so():
        if monotonic_ms() > until_ms:
            return False
        time.sleep(0.002)
    return True


class PicoRig:
    """The far side of a board's devices, for the drivers' contract."""

    def __init__(self, pico: EmulatedPico) -> None:
        pico.contacts(0)
        pico.press(())
        self.pico = pico
        self.table = opened(pico)
        self.sensors = self.table.sensors
        self.lights = self.table.lights
        self.buttons = self.table.buttons
        self.names = self.table.board.board.buttons

    def hold(self, closed: int, south: int) -> None:
        """Move the contacts, and wait until the driver can know, if it can."""
        self.pico.contacts(closed, south)
        south = south if self.sensors.polarity else 0
        wait_until(lambda: self._is(lambda: self.table.board.contacts() == (closed, south)))

    def press(self, names: frozenset[str]) -> None:
        """Hold these buttons, and wait until the driver can know, if it can."""
        self.pico.press(names)
        wait_until(lambda: self._is(lambda: self.table.board.state().buttons == names))

    def _is(self, so: Callable[[], bool]) -> bool:
        """Ask; a board that is lost will not know before it is back."""
        try:
            return so()
        except DeviceLost:
            return True

    def shown(self) -> bytes:
        """Return what the lights show, once a board that is there has been asked and has scanned again."""
        board = self.table.board
        for _ in range(3 if board.live else 0):  # answered after all that was sent before
            board.memory = None
            board.ask("memory")
            wait_until(lambda: board.pump() > 0 and board.memory is not None)
            time.sleep(0.006)
        return self.pico.shown()

    def unplug(self) -> None:
        """Pull the cable, and wait until the driver has read all that came before and finds it gone."""
        self.pico.cut()
        assert wait_until(self._finds_it_gone)

    def _finds_it_gone(self) -> bool:
        try:
            self.sensors.scan()
        except DeviceLost:
            return True
        return False

    def plug(self) -> None:
        """Plug it in, and wait until the driver has found it."""
        self.pico.power()
        assert wait_until(lambda: self.table.board.pump() > 0 and self.table.board.live)

    def close(self) -> None:
        """End the test: the board has its power back."""
        self.table.close()
        if not self.pico.is_powered:
            self.pico.power()
