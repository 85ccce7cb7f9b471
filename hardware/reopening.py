"""Devices that open again by themselves: a lost one is closed, and its next use tries to open it anew."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Generic, Protocol, TypeVar

from hardware.errors import DeviceClosed, DeviceLost, HardwareError
from hardware.protocols import Buttons, Lights, Scan, Sensors


class _Closes(Protocol):
    def close(self) -> None: ...


Device = TypeVar("Device", bound=_Closes)


class _Reopening(Generic[Device]):
    """Holds the open device, or opens it; whoever uses it decides how often to try."""

    def __init__(self, opener: Callable[[], Device], *, required: bool = True) -> None:
        """Open the device now. Raises whatever the opener raises, unless it is not `required`."""
        self._opener = opener
        self._closed = False
        self._device: Device | None = None
        try:
            self._device = opener()
        except HardwareError:
            if required:
                raise

    def _open(self) -> Device:
        if self._closed:
            raise DeviceClosed("the device was closed; open the table again to use it")
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

    def __init__(self, opener: Callable[[], Sensors]) -> None:
        super().__init__(opener)
        self._polarity = self._open().polarity

    @property
    def polarity(self) -> bool:
        """True when a contact knows which pole closes it."""
        return self._polarity

    def scan(self) -> Scan:
        """Read all contacts. Raises DeviceLost, also when they cannot be opened again yet."""
        try:
            return self._open().scan()
        except DeviceLost:
            self._drop()
            raise


class ReopeningLights(_Reopening[Lights]):
    """Lights whose `show` opens them again after a loss."""

    def show(self, frame: bytes) -> None:
        """Show 231 bytes. Raises FrameError, and DeviceLost, also when they cannot be opened again yet."""
        try:
            self._open().show(frame)
        except DeviceLost:
            self._drop()
            raise


class ReopeningButtons(_Reopening[Buttons]):
    """Buttons whose `down` opens them again after a loss."""

    def down(self) -> frozenset[str]:
        """Return the buttons held now. Raises DeviceLost, also when they cannot be opened again yet."""
        try:
            return self._open().down()
        except DeviceLost:
            self._drop()
            raise
