"""Live: the newest state of a table for any number of pages; latest wins, nobody is waited for."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import contextmanager
from typing import TYPE_CHECKING

from momentum.web.errors import TooMany
from momentum.web.views import Json

if TYPE_CHECKING:
    from collections.abc import Iterator

BEAT_S = 5.0
"""How often a page that has nothing new hears a beat."""
PAGES = 64
"""How many pages may listen at once."""
SHORTEST_PAUSE_S = 0.02
"""The least time between two messages to one page: a slow page gets fewer, never older ones."""


class Live:
    """Holds what pages are shown. The table's side marks changes; pages listen."""

    def __init__(self, read_state: Callable[[], Json], read_frame: Callable[[], bytes]) -> None:
        self._read_state = read_state
        self._read_frame = read_frame
        self._state_number = 0
        self._frame_number = 0
        self._text = ""
        self._text_number = -1
        self._wakes: set[asyncio.Event] = set()
        self._closed = False

    def state_changed(self) -> None:
        """Tell the pages that anything but the pixels changed."""
        self._state_number += 1
        self._wake()

    def frame_changed(self) -> None:
        """Tell the pages that the strip was sent a frame."""
        self._frame_number += 1
        self._wake()

    def close(self) -> None:
        """Let every listening page's stream end: the program is going."""
        self._closed = True
        self._wake()

    def state_text(self) -> str:
        """Return the state of this instant as JSON text: clocks run on in it though nothing changes."""
        self._text = json.dumps(self._read_state(), ensure_ascii=False, separators=(",", ":"))
        self._text_number = self._state_number
        return self._text

    @property
    def numbers(self) -> tuple[int, int]:
        """How often the state and the frame have changed: another pair means that there is something new."""
        return self._state_number, self._frame_number

    def frame(self) -> bytes:
        """Return the newest frame."""
        return self._read_frame()

    def _changed_text(self) -> str:
        """Return the state as it last changed, made once for all pages that hear of it."""
        return self._text if self._text_number == self._state_number else self.state_text()

    async def messages(self) -> AsyncIterator[str]:
        """Yield server-sent events for one page, beginning with the whole state; raises `TooMany`."""
        with self._listener() as wake:
            state_sent = frame_sent = -1
            while not self._closed:
                wake.clear()
                beat = True
                if state_sent != self._state_number:
                    text = self.state_text() if state_sent < 0 else self._changed_text()
                    state_sent, beat = self._state_number, False
                    yield _event("state", text)
                if frame_sent != self._frame_number:
                    frame_sent, beat = self._frame_number, False
                    yield _event("frame", self.frame().hex())
                if beat:
                    yield _event("beat", "")
                await asyncio.sleep(SHORTEST_PAUSE_S)
                await _wait(wake)

    def check_room(self) -> None:
        """Raise `TooMany` when no further page may listen."""
        if len(self._wakes) >= PAGES:
            raise TooMany(f"{PAGES} pages listen to this table already; close one")

    @contextmanager
    def _listener(self) -> Iterator[asyncio.Event]:
        self.check_room()
        wake = asyncio.Event()
        self._wakes.add(wake)
        try:
            yield wake
        finally:
            self._wakes.discard(wake)

    def _wake(self) -> None:
        for wake in self._wakes:
            wake.set()


async def _wait(wake: asyncio.Event) -> None:
    try:
        await asyncio.wait_for(wake.wait(), BEAT_S)
    except TimeoutError:
        return


def _event(name: str, data: str) -> str:
    return f"event: {name}\ndata: {data}\n\n"
