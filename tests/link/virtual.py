"""A simulated table whose devices hang on a wire, all in virtual time: the reference device, the real driver.

`BridgedTable` takes the place of a `SimulatedTable` on a stage: marbles, contacts and lights are simulated,
but the program reads and lights them through a board's program, two frames' worth of wire, and the driver.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any

from firmware_bridge.device import HOSTED, LIGHTS, SET, TONE, WAITING, Device
from firmware_bridge.firmware.debounce import Debounce
from firmware_bridge.serial_port import NoBoard, PortLost
from firmware_bridge.wire.messages import BUTTONS, CELL_LIGHTS, CLOCK, RING_LIGHTS
from hardware.pico.board import BoardSettings
from hardware.pico.devices import PicoTable, open_table
from hardware.protocols import DARK, FRAME_BYTES
from hardware.simulator import SimulatedTable
from tests.wire.boards import IDENTITY, Carry, clean

SCAN_MS = 5
WAITING_PIXEL = 50
DRIVER_DEBOUNCE_MS = 3.0
"""What is left for the loop to do, since the board debounces."""


class Program:
    """What the firmware does around the device, for a simulated table's contacts and lights."""

    def __init__(self, table: SimulatedTable, now: int, identity: dict[str, Any]) -> None:
        self._table = table
        self._started = now
        self._contacts, self._south, self._buttons = Debounce(7), Debounce(7), Debounce(1)
        self._seen: tuple[Any, frozenset[str]] | None = None
        self._pending: bytes | None = DARK
        self._identity = identity
        self.tones: list[tuple[int, int]] = []
        self.frames = Counter[int]()
        """How many frames of lights came, by their bytes."""
        for row in range(7):
            self._contacts.begin(row, self._rows()[0] >> 7 * row & 0x7F)
            self._south.begin(row, self._rows()[1] >> 7 * row & 0x7F)
        self.device = Device(identity, self)

    # Inputs of the device

    def state(self) -> tuple[int, int, int, int]:
        south = _mask(self._south.closed)
        closed, raw = _mask(self._contacts.closed) | south, _mask(self._contacts.raw) | _mask(self._south.raw)
        return closed, raw, south, self._buttons.closed[0]

    def restless(self) -> int:
        return _mask(self._contacts.restless) | _mask(self._south.restless)

    # The main loop

    def next_ms(self, now: int) -> float:
        """Return when there is something to do next, if no bytes come."""
        due = self.device.next_due_ms(self._board_ms(now))
        device = math.inf if due is None else now + ((due - self._board_ms(now)) & CLOCK)
        return min(device, self._next_scan_ms(now))

    def step(self, now: int) -> None:
        """Scan when it is time, and let the device do what is due."""
        if self._on_beat(now):
            self._scan(now)
        self._obey(self.device.tick(self._board_ms(now)))

    def hear(self, data: bytes, now: int) -> None:
        """Take bytes from the host."""
        self._obey(self.device.receive(data, self._board_ms(now)))

    def take(self, now: int) -> bytes:
        """Return the bytes for the host."""
        return self.device.take(self._board_ms(now))

    def _board_ms(self, now: int) -> int:
        return (now - self._started) & CLOCK

    def _on_beat(self, now: int) -> bool:
        return (now - self._started) % SCAN_MS == 0

    def _next_scan_ms(self, now: int) -> float:
        """Return the next beat at which a scan can find or show anything new."""
        if self._pending is not None or self._unsteady() or self._seen != self._look():
            soon: float | None = now + 1
        else:
            soon = self._table.next_change_ms()
        if soon is None:
            return math.inf
        beats = math.ceil((max(soon, now + 1) - self._started) / SCAN_MS)
        return self._started + SCAN_MS * beats

    def _unsteady(self) -> bool:
        return any(any(each._unsteady) for each in (self._contacts, self._south, self._buttons))

    def _look(self) -> tuple[Any, frozenset[str]]:
        return self._table.sensors.scan(), self._table.buttons.down()

    def _rows(self) -> tuple[int, int]:
        closed, south = self._table.sensors.scan()
        return closed & ~south, south

    def _scan(self, now: int) -> None:
        self._seen = self._look()
        board_ms = self._board_ms(now)
        changed = False
        for switches, mask in zip((self._contacts, self._south), self._rows(), strict=True):
            for row in range(7):
                changed = switches.row(board_ms, row, mask >> 7 * row & 0x7F) or changed
        held = sum(1 << BUTTONS.index(name) for name in self._table.buttons.down())
        changed = self._buttons.row(board_ms, 0, held & self._identity["buttons"]) or changed
        if changed:
            self.device.changed(board_ms)
        if self._pending is not None:
            self._table.lights.show(self._pending)
            self._pending = None

    def _obey(self, events: Iterable[tuple[str, Any]]) -> None:
        for name, value in events:
            if name == LIGHTS:
                self.frames[len(value)] += 1
                self._pending = _whole(value, self._identity)
            elif name == HOSTED:
                self._pending = DARK
            elif name == WAITING:
                dot = 3 * WAITING_PIXEL
                self._pending = bytes(dot) + b"\0\x0a\x18" + bytes(FRAME_BYTES - dot - 3)
            elif name == TONE:
                self.tones.append(value)
            elif name == SET:
                self.device.kept()
                for switches in (self._contacts, self._south, self._buttons):
                    switches.debounce_ms = value["debounce_ms"]


def _mask(rows: bytearray) -> int:
    return sum(row << 7 * number for number, row in enumerate(rows))


def _whole(pixels: bytes, identity: dict[str, Any]) -> bytes:
    """Return what an eye sees: lights that are not there are dark."""
    cells = pixels[: 3 * identity["cells"]].ljust(3 * CELL_LIGHTS, b"\0")
    return cells + pixels[3 * identity["cells"] :].ljust(3 * RING_LIGHTS, b"\0")


class _Wire:
    """One direction: what is on its way, and when it arrives; nothing overtakes."""

    def __init__(self, carry: Carry) -> None:
        self._carry = carry
        self._queue: list[tuple[int, bytes]] = []
        self.sent = 0

    @property
    def next_ms(self) -> float:
        return self._queue[0][0] if self._queue else math.inf

    def send(self, data: bytes, now: int) -> None:
        for piece in data.split(b"~"):
            if piece:
                self.sent += 1
                for delay, arriving in self._carry(b"~" + piece + b"~"):
                    last = self._queue[-1][0] if self._queue else 0
                    self._queue.append((max(now + delay, last), arriving))

    def arrived(self, now: int) -> bytes:
        if now < self.next_ms:
            return b""
        data = b"".join(piece for at, piece in self._queue if at <= now)
        self._queue = [each for each in self._queue if each[0] > now]
        return data

    def clear(self) -> None:
        self._queue = []


class _Port:
    """The host's end of the wires, until the cable is pulled."""

    path = "/dev/virtual"

    def __init__(self, table: BridgedTable) -> None:
        self._table = table
        self.dead = False

    def read(self) -> bytes:
        self._table.advance()
        if self.dead:
            raise PortLost("the port /dev/virtual is gone: pulled")
        return self._table.down.arrived(self._table.at_ms)

    def write(self, data: bytes) -> None:
        if self.dead:
            raise PortLost("the port /dev/virtual is gone: pulled")
        self._table.up.send(data, self._table.at_ms)

    def close(self) -> None:
        self.dead = True


class _Cable:
    """The simulated cable, with a board's power and a port at its ends."""

    def __init__(self, table: BridgedTable) -> None:
        self._table = table

    @property
    def plugged(self) -> bool:
        return self._table.simulated.cable.plugged

    def unplug(self) -> None:
        self._table.advance()
        self._table.pull()

    def plug(self) -> None:
        self._table.advance()
        self._table.plug_in()


class BridgedTable:
    """A simulated table at the end of a wire; see the module."""

    def __init__(
        self,
        now: Callable[[], float],
        *,
        up: Carry = clean,
        down: Carry = clean,
        boot_ms: int = 60,
        seed: int = 0,
        polarity: bool = False,
        marbles_each: int = 49,
        **identity: Any,
    ) -> None:
        self._now = now
        self._waited_ms = 0
        self._due_ms = -math.inf
        self._inside = False
        self.at_ms = math.floor(now())
        self.program: Program | None = None
        self._boots_at: int | None = self.at_ms
        self.simulated = SimulatedTable(
            self._table_ms, seed=seed, polarity=polarity, marbles_each=marbles_each, frames_kept=64
        )
        self.up, self.down = _Wire(up), _Wire(down)
        self.hands, self.faults = self.simulated.hands, self.simulated.faults
        self.cable = _Cable(self)
        self._identity = {**IDENTITY, "polarity": polarity, **identity}
        self._boot_ms = boot_ms
        self._port: _Port | None = None
        self._open()

    # What a stage uses

    @property
    def buttons(self) -> Any:
        """Return the driver's buttons, which a finger can press too."""
        return self._buttons

    def next_change_ms(self) -> float | None:
        """Return when the program must look again."""
        self.advance()
        due = self.driver.board._link.next_due_ms
        waiting = self.driver.board._playout is not None and self.driver.board._playout.waiting
        if waiting or due is None:
            return self._now()
        return min(self._due_ms, self.up.next_ms, self.down.next_ms, due) - self._waited_ms

    def reopen(self) -> None:
        """Let the host's program die without a word, and a new one open the board."""
        self.advance()
        if self._port is not None:
            self._port.dead = True
        self._open()

    def _open(self) -> None:
        settings = BoardSettings()
        self.driver: PicoTable = open_table(
            self._plugged_port, settings, clock=self._clock, wait=self._wait, session=self.at_ms & 0x7FFF
        )
        self.sensors, self.lights = self.driver.sensors, self.driver.lights
        self._buttons = _Fingers(self)

    # Time

    def _clock(self) -> float:
        return self._now() + self._waited_ms

    def _wait(self, ms: float) -> None:
        self._waited_ms += math.ceil(ms)

    def _table_ms(self) -> float:
        """Return the simulated table's time: whoever acts on it does so now."""
        if not self._inside:
            self.advance()
            self._due_ms = -math.inf  # a hand may be about to change something
            return self._clock()
        return float(self.at_ms)

    def advance(self) -> None:
        """Let the board and the wires do all that they do up to now."""
        now = math.floor(self._clock())
        if not self._inside and now >= min(self._due_ms, self.up.next_ms):
            self._inside = True
            while (then := self._next_ms()) <= now:
                self.at_ms = max(self.at_ms, math.ceil(then))
                self._step()
            self._due_ms = then
            self._inside = False
        self.at_ms = max(self.at_ms, now)

    def _next_ms(self) -> float:
        if self.program is None:
            return math.inf if self._boots_at is None else self._boots_at
        return min(self.up.next_ms, max(self.program.next_ms(self.at_ms), self.at_ms + 1))

    def _step(self) -> None:
        now = self.at_ms
        if self.program is None:
            self.up.clear()
            self._boots_at = None
            self.program = Program(self.simulated, now, self._identity)
            return
        data = self.up.arrived(now)
        if data:
            self.program.hear(data, now)
        self.program.step(now)
        out = self.program.take(now)
        if out:
            self.down.send(out, now)

    # The cable

    def _plugged_port(self) -> _Port:
        if not self.cable.plugged:
            raise NoBoard("no board is plugged in")
        self.up.clear()
        self.down.clear()
        self._port = _Port(self)
        return self._port

    def pull(self) -> None:
        """Take power and port away."""
        self.simulated.cable.unplug()
        self.program = self._boots_at = None
        self._due_ms = -math.inf
        if self._port is not None:
            self._port.dead = True

    def plug_in(self) -> None:
        """Give power; the program takes a moment to start."""
        self.simulated.cable.plug()
        self._boots_at = self.at_ms + self._boot_ms
        self._due_ms = -math.inf

    def reboot(self) -> None:
        """Start the program anew behind a port that stays open."""
        self.advance()
        self.program = None
        self.simulated.cable.unplug()
        self.simulated.cable.plug()
        self._boots_at = self.at_ms + self._boot_ms
        self._due_ms = -math.inf


class _Fingers:
    """Buttons that a program reads through the driver, and that a finger presses at the table."""

    def __init__(self, table: BridgedTable) -> None:
        self._table = table
        self.down = table.driver.buttons.down
        self.close = table.driver.buttons.close

    def press(self, name: str, ms: float = 100) -> None:
        """Hold a button."""
        self._table.simulated.buttons.press(name, ms)
