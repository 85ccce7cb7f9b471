"""Devices that open again by themselves: a lost one is closed, and its next uses try to open it anew.

The pause between two tries grows while they fail; a use in between is answered at once with the last reason.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from typing import Generic, Protocol, TypeVar

from hardware.errors import DeviceClosed, DeviceLost, HardwareError
from hardware.pauses import Pauses
from hardware.protocols import Buttons, Lights, Scan, Sensors


class _Closes(Protocol):
    def close(self) -> None: ...


Device = TypeVar("Device", bound=_Closes)
Answer = TypeVar("Answer")


class _Reopening(Generic[Device]):
    """Holds the open device, or opens it; the first use after a loss tries so at once."""

    def __init__(
        self,
        opener: Callable[[], Device],
        *,
        required: bool = True,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Open the device now; the clock counts seconds.

        Raises whatever the opener raises, unless it is not `required`.
        """
        self._opener = opener
        self._pauses = Pauses(clock)
        self._closed = False
        self._device: Device | None = None
        try:
            self._device = opener()
        except HardwareError as error:
            if required:
                raise
            self._pauses.failed(str(error))

    def _use(self, act: Callable[[Device], Answer]) -> Answer:
        """Act on the device, opened again if need be. Raises DeviceLost, and whatever the act raises."""
        if self._closed:
            raise DeviceClosed("the device was closed; open the table again to use it")
        if self._device is None and self._pauses.why is not None:
            raise DeviceLost(self._pauses.why)
        try:
            answer = act(self._open())
        except DeviceLost as lost:
            self._drop()
            self._pauses.failed(str(lost))
            raise
        self._pauses.worked()
        return answer

    def _open(self) -> Device:
        if self._device is None:
            try:
                self._device = self._opener()
            except HardwareError as error:
                raise DeviceLost(str(error)) from error
        return self._device

    def _drop(self) -> None:
        device, self._device = self._device, None
        if device is not None:
            with suppress(HardwareError):
                device.close()

    def close(self) -> None:
        """Let go of the device for good; a second time does nothing."""
        self._closed = True
        device, self._device = self._device, None
        if device is not None:
            device.close()


class ReopeningSensors(_Reopening[Sensors]):
    """Sensors whose `scan` opens them again after a loss."""

    def __init__(self, opener: Callable[[], Sensors], *, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__(opener, clock=clock)
        self._polarity = self._open().polarity

    @property
    def polarity(self) -> bool:
        """True when a contact knows which pole closes it."""
        return self._polarity

    def scan(self) -> Scan:
        """Read all contacts. Raises DeviceLost, also when they cannot be opened again yet."""
        return self._use(lambda sensors: sensors.scan())


class ReopeningLights(_Reopening[Lights]):
    """Lights whose `show` opens them again after a loss."""

    def show(self, frame: bytes) -> None:
        """Show 231 bytes. Raises FrameError, and DeviceLost, also when they cannot be opened again yet."""
        self._use(lambda lights: lights.show(frame))


class ReopeningButtons(_Reopening[Buttons]):
    """Buttons whose `down` opens them again after a loss."""

    def down(self) -> frozenset[str]:
        """Return the buttons held now. Raises DeviceLost, also when they cannot be opened again yet."""
        return self._use(lambda buttons: buttons.down())
