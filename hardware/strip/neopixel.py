"""Lights by Adafruit's neopixel through Blinka, in a process of their own.

The native library below it can crash the interpreter, so it must not live in the process that referees. A
child that is lost is started anew by the next frame; until it is ready, that too is DeviceLost. Children that
end one after another are started after longer and longer pauses.
"""

import os
import sys
from collections.abc import Callable, Sequence
from operator import itemgetter
from time import monotonic
from typing import Final

from hardware.errors import DeviceClosed, DeviceLost, FrameError
from hardware.gpio.errors import MissingDeviceError, WrongMachineError
from hardware.gpio.machine import Machine
from hardware.pauses import Pauses
from hardware.protocols import FRAME_BYTES
from hardware.strip.child import Child, ChildEndedError
from hardware.strip.neopixel_child import READY, SHOWN
from hardware.strip.order import PixelOrder

START_S: Final = 20.0
"""Blinka takes seconds to import on a Zero 2 W."""

FRAME_S: Final = 1.0
"""A frame takes 2.3 ms on the wire; a child that is silent for so long hangs."""

CLOSE_S: Final = 5.0
"""A child that takes longer to end is killed; one that was just started must import Blinka first."""


def open_strip(order: PixelOrder, *, pin: str = "D18", machine: Machine | None = None) -> "NeopixelLights":
    """Open the chain on the pin of this name.

    Raises WrongMachineError off a Raspberry Pi, MissingDeviceError without rights or when the strip cannot
    be begun.
    """
    check_rights(Machine.here() if machine is None else machine)
    return NeopixelLights((sys.executable, "-m", "hardware.strip.neopixel_child", pin, order.colours), order)


def check_rights(machine: Machine) -> None:
    """Raise WrongMachineError or MissingDeviceError where the native library would fail, or crash."""
    if machine.revision is None:
        raise WrongMachineError("neopixel drives the pins of a Raspberry Pi, which this is not; use spi")
    path, remedy = (
        ("/dev/pio0", "a udev rule can give it to a group") if machine.is_pi_5 else ("/dev/mem", "be root")
    )
    if not os.access(path, os.R_OK | os.W_OK):
        raise MissingDeviceError(
            f"neopixel needs to read and write {path} on {machine}: {remedy}, "
            f"or use spi, which needs no such rights"
        )


class NeopixelLights:
    """A chain of 77 lights behind a child process."""

    __slots__ = ("_child", "_closed", "_command", "_in_chain_order", "_pauses", "_start_s")

    def __init__(
        self,
        command: Sequence[str],
        order: PixelOrder,
        *,
        start_s: float = START_S,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        """Start the child with this command and wait until it is ready. Raises MissingDeviceError."""
        self._pauses = Pauses(clock)
        self._command = tuple(command)
        self._in_chain_order = itemgetter(*PixelOrder(chain=order.chain, colours="RGB").sources())
        self._start_s = start_s
        self._closed = False
        self._child: Child | None = Child(self._command)
        try:
            self._child.wait_ready(READY, start_s)
        except ChildEndedError as error:
            raise MissingDeviceError(f"the lights cannot be driven by neopixel: {error}") from error

    @property
    def child_pid(self) -> int | None:
        """The child's process number, or None while there is none."""
        return None if self._child is None else self._child.pid

    def show(self, frame: bytes) -> None:
        """Show 231 bytes, RGB per pixel. Raises FrameError, DeviceLost, DeviceClosed."""
        if len(frame) != FRAME_BYTES:
            raise FrameError(f"a frame is {FRAME_BYTES} bytes, RGB for 77 pixels; this one is {len(frame)}")
        if self._closed:
            raise DeviceClosed("the lights were closed; open the table again to use them")
        try:
            self._running().ask(bytes(self._in_chain_order(frame)), SHOWN, FRAME_S)
        except ChildEndedError as error:
            self._child, why = None, f"the process that drives the lights is gone: {error}"
            self._pauses.failed(why)
            raise DeviceLost(why) from error
        self._pauses.worked()

    def _running(self) -> Child:
        """Return the child, started anew where it was lost. Raises DeviceLost until it is ready."""
        if self._child is None:
            if self._pauses.why is not None:
                raise DeviceLost(self._pauses.why)
            self._child = Child(self._command)
        if not self._child.is_ready(READY, self._start_s):
            raise DeviceLost("the process that drives the lights is being started anew")
        return self._child

    def close(self) -> None:
        """Let the child leave the strip dark and end; a second time, or when it is lost, does nothing."""
        self._closed = True
        child, self._child = self._child, None
        if child is not None:
            child.end(CLOSE_S)
