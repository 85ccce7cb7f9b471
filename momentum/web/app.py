"""The web application of one table: its page, its state, its events and the commands it takes."""

from __future__ import annotations

import time
from importlib.resources import files
from typing import Any, Protocol

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import (
    HTMLResponse,
    JSONResponse,
    PlainTextResponse,
    RedirectResponse,
    Response,
)
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from momentum.web.answers import HEADERS as _HEADERS
from momentum.web.answers import events_of, filled_page, state_of
from momentum.web.arbiter import Bench, arbiter_routes
from momentum.web.commands import Command, parse_command
from momentum.web.door import Door
from momentum.web.errors import Forbidden, WebError
from momentum.web.games import Games, document_text
from momentum.web.guard import Guard, read_body
from momentum.web.pin import Pin
from momentum.web.spectators import Spectators


class Host(Bench, Protocol):
    """The table behind the pages."""

    spectators: Spectators
    """What those who only watch are shown."""
    games: Games
    """The games that pages may open."""

    def do(self, command: Command) -> None:
        """Carry out a command now; raises `WebError` or the table's own sentence when it cannot be done."""

    def record(self) -> str:
        """Return the text record of the game so far."""


def create_app(host: Host, guard: Guard, door: Door | None = None) -> Starlette:
    """Return the ASGI application that serves one table; `door` is the one to the arbiter's page."""
    pages = _Pages(host, guard)
    package = files("momentum")
    return Starlette(
        routes=[
            Route("/", pages.index),
            Route("/rules", pages.rules),
            Route("/watch", pages.watch),
            Route("/games", pages.games),
            Route("/api/state", pages.state),
            Route("/api/events", pages.events),
            Route("/api/watch/state", pages.watched_state),
            Route("/api/watch/events", pages.watched_events),
            Route("/api/games", pages.list_games),
            Route("/api/games/{number}", pages.open_game),
            Route("/api/record", pages.record),
            Route("/api/act", pages.act, methods=["POST"]),
            *arbiter_routes(host, guard, door or Door(Pin(None)), time.monotonic),
            Mount("/static", _Assets(directory=str(package / "web" / "static"))),
            Mount("/words", _Assets(directory=str(package / "words"))),
        ],
        exception_handlers={WebError: _refuse, HTTPException: _refuse_plain},
        middleware=[],
    )


class _Assets(StaticFiles):
    """Files of the page, asked for again each time, so that an upgraded program never meets an old script."""

    def file_response(self, *args: Any, **kwargs: Any) -> Response:
        response = super().file_response(*args, **kwargs)
        response.headers.update(_HEADERS)
        return response


class _Pages:
    def __init__(self, host: Host, guard: Guard) -> None:
        self._host = host
        self._guard = guard

    async def index(self, request: Request) -> Response:
        self._guard.check_host(request)
        if self._late(request):
            return RedirectResponse("/watch", headers=_HEADERS)
        return self._page(request, "index.html")

    async def watch(self, request: Request) -> Response:
        return self._page(request, "watch.html")

    async def games(self, request: Request) -> Response:
        return self._page(request, "games.html")

    async def rules(self, request: Request) -> Response:
        return self._page(request, "rules.html")

    def _page(self, request: Request, name: str) -> Response:
        self._guard.check_host(request)
        filled = filled_page(name, token=self._guard.token_for(request), language=self._host.language)
        return HTMLResponse(filled, headers=_HEADERS)

    def _late(self, request: Request) -> bool:
        """Whether this request is a spectator's, who sees the table late."""
        return self._host.spectators.delay_s > 0 and not self._guard.token_for(request)

    def _check_now(self, request: Request) -> None:
        """Raise `Forbidden` unless this request may see the table as it is now."""
        self._guard.check_host(request)
        if self._late(request):
            delay = f"{self._host.spectators.delay_s:g} s"
            raise Forbidden(f"spectators see this table {delay} late, at /watch; its players have the key")

    async def state(self, request: Request) -> Response:
        self._check_now(request)
        return state_of(self._host.live)

    async def events(self, request: Request) -> Response:
        self._check_now(request)
        return events_of(self._host.live)

    async def watched_state(self, request: Request) -> Response:
        self._guard.check_host(request)
        return state_of(self._host.spectators.live)

    async def watched_events(self, request: Request) -> Response:
        self._guard.check_host(request)
        return events_of(self._host.spectators.live)

    async def list_games(self, request: Request) -> Response:
        self._guard.check_host(request)
        before = request.query_params.get("before")
        return JSONResponse(self._host.games.listed(before, late=self._late(request)), headers=_HEADERS)

    async def open_game(self, request: Request) -> Response:
        self._guard.check_host(request)
        number = request.path_params["number"]
        entries = self._host.games.entries(number, late=self._late(request))
        text = await run_in_threadpool(document_text, entries)  # the table does not wait for it
        return Response(text, media_type="application/json", headers=_HEADERS)

    async def record(self, request: Request) -> Response:
        self._check_now(request)
        return PlainTextResponse(self._host.record(), headers=_HEADERS)

    async def act(self, request: Request) -> Response:
        self._guard.check_host(request)
        self._guard.check_change(request)
        command = parse_command(await read_body(request))
        self._host.do(command)
        return JSONResponse({"ok": True}, headers=_HEADERS)


async def _refuse(request: Request, error: Exception) -> Response:
    del request
    status, say = (error.status, error.say) if isinstance(error, WebError) else (400, None)
    told = {} if say is None else {"say": say.as_json()}
    return JSONResponse({"error": str(error), **told}, status_code=status, headers=_HEADERS)


async def _refuse_plain(request: Request, error: Exception) -> Response:
    status = error.status_code if isinstance(error, HTTPException) else 500
    sentences = {
        404: f"there is nothing at {request.url.path[:80]}; the table's page is at /",
        405: f"{request.method} is not for {request.url.path[:80]}",
    }
    sentence = sentences.get(status, "this request cannot be served")
    return JSONResponse({"error": sentence}, status_code=status, headers=_HEADERS)
