"""The server: one session's pages on one port, until somebody stops it."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import ipaddress
import os
import signal
import socket
import sys
import webbrowser
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import NoReturn

import uvicorn

from momentum.play.console import console, socket_file
from momentum.play.errors import PlayError
from momentum.play.notify import Notifier
from momentum.play.session import Session
from momentum.web.app import create_app
from momentum.web.door import Door
from momentum.web.guard import Guard
from momentum.web.live import Live
from momentum.web.pin import Pin, pin_file


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerSettings:
    """Where pages are served."""

    host: str = "127.0.0.1"
    """The address to listen on; only this machine unless told otherwise."""
    port: int = 8049
    """The port; 0 takes any free one."""
    browser: bool = True
    """Whether to open the page where there is a screen."""
    arbiter: Path | None = None
    """The journal beside which the arbiter's PIN and socket stand; None: there is no arbiter."""


Side = Callable[[Session], Awaitable[None]]
"""Something that goes on beside the table, such as virtual hands."""


def listen(settings: ServerSettings) -> socket.socket:
    """Return a listening socket; raises `PlayError` when the address cannot be had."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    sock = socket.socket(family, socket.SOCK_STREAM)
    try:
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        sock.bind((settings.host, settings.port))
        sock.listen(128)
    except (OSError, OverflowError) as error:
        sock.close()
        raise PlayError(_why(settings, error)) from error
    return sock


def _why(settings: ServerSettings, error: Exception) -> str:
    code = error.errno if isinstance(error, OSError) else None
    if code == errno.EADDRINUSE:
        return f"port {settings.port} is in use; choose another one with --port, or stop what uses it"
    if code == errno.EACCES:
        return f"port {settings.port} is not for ordinary users; choose one from 1024 up with --port"
    return f"cannot listen on {settings.host} port {settings.port}: {error}; try another --host or --port"


def serve(session: Session, settings: ServerSettings, side: Side | None = None) -> None:
    """Serve until interrupted, or until `side` ends; raises `PlayError` when the port cannot be had."""
    sock = listen(settings)
    guard = Guard(settings.host)
    address = _announce(sock, settings, guard)
    if settings.browser and _has_screen():
        webbrowser.open(address)
    journal = settings.arbiter
    server = make_server(session, guard, None if journal is None else pin_file(journal))
    signal.signal(signal.SIGTERM, _leave)
    with contextlib.closing(sock):
        try:
            asyncio.run(_serve_until_signalled(sock, session, server, _with_console(side, journal)))
        finally:
            signal.signal(signal.SIGTERM, _leave)


class _Server(uvicorn.Server):
    """A server that ends its pages' streams before it waits for them to end."""

    def __init__(self, config: uvicorn.Config, *lives: Live) -> None:
        super().__init__(config)
        self._lives = lives

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Leave signals alone: `serve` turns them into an orderly end itself."""
        yield

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        for live in self._lives:
            live.close()
        await super().shutdown(sockets)


def _leave(signum: int, frame: FrameType | None) -> NoReturn:
    """Turn SIGTERM into an orderly exit, so that devices are closed and lights left dark."""
    del signum, frame
    raise SystemExit(0)


def make_server(session: Session, guard: Guard, pin: Path | None = None) -> uvicorn.Server:
    """Return a server of this session's pages; setting its `should_exit` ends it. `pin`: the PIN's file."""
    config = uvicorn.Config(
        create_app(session, guard, Door(Pin(pin))),
        log_level="warning",
        access_log=False,
        lifespan="off",
        ws="none",
        timeout_graceful_shutdown=1,
        limit_concurrency=256,
    )
    return _Server(config, session.live, session.spectators.live)


async def _serve_until_signalled(
    sock: socket.socket, session: Session, server: uvicorn.Server, side: Side | None
) -> None:
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, _end, server)
    await serve_on(sock, session, server, side)


def _end(server: uvicorn.Server) -> None:
    server.should_exit = True


async def serve_on(
    sock: socket.socket, session: Session, server: uvicorn.Server, side: Side | None = None
) -> None:
    """Serve on a listening socket and turn the table's loop, until one of them or `side` ends."""
    notifier = Notifier(os.environ)
    tasks = [
        asyncio.create_task(server.serve(sockets=[sock])),
        asyncio.create_task(session.run(notifier.alive)),
    ]
    notifier.ready()
    if side is not None:
        tasks.append(asyncio.ensure_future(_as_coroutine(side, session)))
    done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    notifier.stopping()
    server.should_exit = True
    await tasks[0]
    for task in tasks[1:]:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    for task in done:
        task.result()


def _with_console(side: Side | None, journal: Path | None) -> Side | None:
    """Return what goes on beside the table: `side`, and a console for its arbiter."""
    if journal is None:
        return side

    async def both(session: Session) -> None:
        async with contextlib.AsyncExitStack() as stack:
            try:
                await stack.enter_async_context(console(session, socket_file(journal)))
            except PlayError as error:
                print(f"momentum: {error}", file=sys.stderr, flush=True)
            await (asyncio.Event().wait() if side is None else side(session))

    return both


async def _as_coroutine(side: Side, session: Session) -> None:
    await side(session)


def _announce(sock: socket.socket, settings: ServerSettings, guard: Guard) -> str:
    port = sock.getsockname()[1]
    host = f"[{settings.host}]" if ":" in settings.host else settings.host
    if settings.host == "localhost" or ipaddress.ip_address(settings.host).is_loopback:
        address = f"http://{host}:{port}/"
        print(f"The table is at {address} (stop with Ctrl+C)", flush=True)
        return address
    shown = socket.gethostname() if ipaddress.ip_address(settings.host).is_unspecified else host
    address = f"http://{shown}:{port}/?key={guard.token}"
    print(f"The table is at {address} (stop with Ctrl+C)", flush=True)
    print(f"Without the key, other machines may only watch: http://{shown}:{port}/watch", flush=True)
    return address


def _has_screen() -> bool:
    if sys.platform in ("darwin", "win32"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
