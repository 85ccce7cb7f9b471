"""Shows: the virtual hands' game in real time, beside a page or drawn in a terminal."""

from __future__ import annotations

import asyncio
import contextlib
import sys
from typing import TextIO

from momentum.play.demo import beats
from momentum.play.session import Session
from momentum.play.terminal import Scene, draw
from momentum.referee import Said
from momentum.table.notices import Decided, FrameShown, Notice

FIRST_LOOK_S = 2.0
"""Time for a page to open before the hands begin."""


async def play_hands(session: Session) -> None:
    """Let the virtual hands play their game at this session's table."""
    for beat in beats(session.referee.snapshot):
        await asyncio.sleep(beat.pause_ms / 1000)
        if beat.command is not None:
            session.move_marble(beat.command)


async def show_on_page(session: Session) -> None:
    """Play the game, then leave its end on the page until the program is stopped."""
    await asyncio.sleep(FIRST_LOOK_S)
    await play_hands(session)
    await asyncio.Event().wait()


def show_in_terminal(session: Session, out: TextIO = sys.stdout) -> None:
    """Play the game and draw the table whenever something changes; ends with the game."""
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(_show(session, out))


async def _show(session: Session, out: TextIO) -> None:
    drawing = _Drawing(session, out)
    session.watchers.append(drawing.hear)
    table, hands = asyncio.create_task(session.run()), asyncio.create_task(play_hands(session))
    try:
        done, _ = await asyncio.wait((table, hands), return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            task.result()
        await asyncio.sleep(0.5)
        drawing.draw()
    finally:
        for task in (table, hands):
            task.cancel()
        await asyncio.gather(table, hands, return_exceptions=True)


class _Drawing:
    """Draws a session's table on a terminal, or line by line into a file."""

    def __init__(self, session: Session, out: TextIO) -> None:
        self._session = session
        self._out = out
        self._screen = out.isatty()
        self._said: str | None = None
        self._last = ""

    def hear(self, notice: Notice) -> None:
        if isinstance(notice, Decided) and isinstance(notice.decision, Said):
            self._said = notice.decision.what.value
        if not isinstance(notice, FrameShown):
            self.draw()

    def draw(self) -> None:
        session = self._session
        scene = Scene(
            snapshot=session.referee.snapshot(),
            picture=session.picture,
            marbles=session.marbles(),
            said=self._said,
        )
        text = draw(scene, session.language, colour=self._screen)
        if text == self._last:
            return
        self._last = text
        start, newline = ("\033[H\033[2J", "\n") if self._screen else ("", "\n\n")
        self._out.write(start + text + newline)
        self._out.flush()
