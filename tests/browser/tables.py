"""Tables to look at in a browser: simulated ones to play at, and one that shows what it is told to."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Callable, Coroutine, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import uvicorn
from starlette.requests import Request

from hardware.protocols import FRAME_BYTES
from momentum.guidance import Picture
from momentum.main import SimulatedSession
from momentum.play.server import ServerSettings, Side, listen, make_server, serve_on
from momentum.play.session import SessionSettings
from momentum.referee import Act, Phase, Referee, TableSettings
from momentum.rules import Player
from momentum.table.loop import LoopSettings
from momentum.table.sensing import SensingSettings
from momentum.web.app import create_app
from momentum.web.commands import Command
from momentum.web.errors import NotPossible
from momentum.web.games import Games
from momentum.web.guard import Guard
from momentum.web.live import Live
from momentum.web.spectators import Spectators
from momentum.web.views import JournalView, Json, SoundView, TableView, state
from tests.web.served import PATIENCE_S, Served

QUICK = LoopSettings(sensing=SensingSettings(settle_ms=80.0))
"""A table for hands that are never slow: it judges a board at rest sooner, so that games take less time."""


def quick(settings: str = "", *, language: str = "en", demo: bool = False) -> SimulatedSession:
    """Return a table to serve that settles quickly, under these settings (`key=value` words)."""
    return SimulatedSession(
        table=TableSettings.parse(settings),
        loop=QUICK,
        session=SessionSettings(language=language, demo=demo),
    )


@contextlib.contextmanager
def opened(
    build: SimulatedSession,
    *,
    port: int = 0,
    guard: Guard | None = None,
    side: Side | None = None,
    pin: Path | None = None,
) -> Iterator[Served]:
    """Serve a simulated table while the block runs, on this port (0: any), with what goes on beside it."""
    session, guard = build.open(), guard or Guard("127.0.0.1")
    sock = listen(ServerSettings(port=port))
    server = make_server(session, guard, pin)
    table = Served(port=sock.getsockname()[1], token=guard.token, session=session)
    with contextlib.closing(sock), _running(server, lambda: serve_on(sock, session, server, side)):
        table.wait_until(lambda state: state["game"]["phase"] != "setup" or state["game"]["confirm"])
        yield table


@contextlib.contextmanager
def _running(server: uvicorn.Server, run: Callable[[], Coroutine[Any, Any, None]]) -> Iterator[None]:
    thread = threading.Thread(target=lambda: asyncio.run(run()))
    thread.start()
    try:
        yield
    finally:
        server.should_exit = True
        thread.join(PATIENCE_S)


NOTHING_LIT = Picture(cells=(), ring=())
"""Lights that say nothing."""


class WatchersGuard(Guard):
    """Takes every page for one on another machine: without the key it may only watch."""

    def token_for(self, request: Request) -> str:
        """Return the token to a page opened with the key; else nothing."""
        return self.token if request.query_params.get("key") == self.token else ""


@dataclass(slots=True)
class Showcase:
    """A table that shows the state it is given and can do nothing; a host of pages like any other."""

    shown: Json
    """The state on show."""
    language: str = "en"
    """The language that pages begin with."""
    live: Live = field(init=False)
    """What its pages are shown."""
    spectators: Spectators = field(init=False)
    """What those who only watch are shown, as late as anybody."""
    games: Games = field(init=False)
    """No games."""
    port: int = 0
    """Where it is served."""
    _loop: asyncio.AbstractEventLoop | None = None

    def __post_init__(self) -> None:
        self.live = Live(lambda: self.shown, lambda: bytes.fromhex(self.shown["frame"]))
        self.spectators = Spectators(self.live, delay_s=0)
        self.games = Games(None)
        self.spectators.tick(0.0)

    @property
    def address(self) -> str:
        """The page's address."""
        return f"http://127.0.0.1:{self.port}/"

    def show(self, shown: Json) -> None:
        """Show another state, from any thread."""
        self.shown = shown
        if self._loop is not None:
            self._loop.call_soon_threadsafe(self.live.state_changed)

    def do(self, command: Command) -> None:
        """Refuse: there is no table."""
        raise NotPossible(f"this table only shows; it cannot do {type(command).__name__}")

    def rule(self, act: Act, reason: str) -> int:
        """Refuse: there is no game."""
        raise NotPossible(f"this table only shows; nobody can {act} for {reason}")

    def record(self) -> str:
        """Return no record."""
        return ""

    @contextlib.contextmanager
    def served(self) -> Iterator[None]:
        """Serve its pages while the block runs."""
        config = uvicorn.Config(
            create_app(self, Guard("127.0.0.1")),
            log_level="warning",
            lifespan="off",
            ws="none",
            timeout_graceful_shutdown=1,
        )
        server, sock = uvicorn.Server(config), listen(ServerSettings(port=0))
        self.port = sock.getsockname()[1]

        async def run() -> None:
            self._loop = asyncio.get_running_loop()
            await server.serve(sockets=[sock])

        with contextlib.closing(sock), _running(server, run):
            yield
            self._loop = None


def state_of(
    picture: Picture = NOTHING_LIT,
    *,
    pixels: Mapping[int, tuple[int, int, int]] | None = None,
    kind: str = "simulated",
    fault: int = 0,
    device: str | None = None,
    lights: str | None = None,
    journal: JournalView | None = None,
    voice: str | None = None,
    colours: Mapping[Player, tuple[int, int, int]] | None = None,
) -> Json:
    """Return the state of a table that waits for the first drop, with these lights and these troubles."""
    frame = bytearray(FRAME_BYTES)
    for pixel, colour in (pixels or {}).items():
        frame[3 * pixel : 3 * pixel + 3] = bytes(colour)
    start = Referee(TableSettings()).snapshot()
    snapshot = replace(start, phase=Phase.DROP, fault=fault, device=device)
    return state(
        TableView(
            version="0.0.0",
            language="en",
            kind=kind,
            hands=kind == "simulated",
            demo=False,
            at_ms=0.0,
            snapshot=snapshot,
            picture=picture,
            frame=bytes(frame),
            marbles=(),
            tray=(8, 8),
            said=(),
            lights_lost=lights,
            journal=journal,
            sound=SoundView(there=voice is not None, lost=voice),
            colours=colours or {},
        )
    )
