"""The arbiter's page: behind the PIN, with the acts that it may ask for."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import Any, Protocol

from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Route

from momentum.referee import Act, BadAct, parse_act
from momentum.referee.acts import LONGEST_REASON
from momentum.web.answers import HEADERS, events_of, filled_page, state_of
from momentum.web.commands import Command, sound_command
from momentum.web.door import STAYS_S, Door
from momentum.web.errors import Forbidden, Malformed, NotPossible, TooOften, in_words
from momentum.web.guard import Guard, read_body
from momentum.web.live import Live
from momentum.web.pin import LONGEST, is_right

COOKIE = "momentum_arbiter"
"""The name of the cookie that holds the ticket."""
TOKEN_HEADER = "x-momentum-arbiter"  # noqa: S105 - a header's name
"""The header in which the page shows its token."""


class Bench(Protocol):
    """The table behind the page."""

    live: Live
    """What its pages are shown."""
    language: str
    """The language that pages begin with."""

    def rule(self, act: Act, reason: str) -> int:
        """Let the arbiter do something and return its number; raises `NotPossible` with why it cannot be."""

    def do(self, command: Command) -> None:
        """Carry out a page's command; raises `WebError` when it cannot be done."""


def arbiter_routes(bench: Bench, guard: Guard, door: Door, now_s: Callable[[], float]) -> list[Route]:
    """Return the routes of the arbiter's page; `now_s` tells monotonic seconds."""
    pages = _Pages(bench, guard, door, now_s)
    return [
        Route("/arbiter", pages.page),
        Route("/api/arbiter/state", pages.state),
        Route("/api/arbiter/events", pages.events),
        Route("/api/arbiter/login", pages.login, methods=["POST"]),
        Route("/api/arbiter/logout", pages.logout, methods=["POST"]),
        Route("/api/arbiter/act", pages.act, methods=["POST"]),
        Route("/api/arbiter/sound", pages.sound, methods=["POST"]),
    ]


class _Pages:
    def __init__(self, bench: Bench, guard: Guard, door: Door, now_s: Callable[[], float]) -> None:
        self._bench = bench
        self._guard = guard
        self._door = door
        self._now_s = now_s

    async def page(self, request: Request) -> Response:
        self._guard.check_host(request)
        token = self._door.token_of(_ticket(request), self._now_s())
        state = "none" if self._door.pin.kept() is None else "open" if token else "shut"
        text = filled_page("arbiter.html", token=token, language=self._bench.language, door=state)
        return HTMLResponse(text, headers=HEADERS)

    async def state(self, request: Request) -> Response:
        self._check_inside(request)
        return state_of(self._bench.live)

    async def events(self, request: Request) -> Response:
        self._check_inside(request)
        return events_of(self._bench.live)

    def _check_inside(self, request: Request) -> None:
        self._guard.check_host(request)
        if not self._door.token_of(_ticket(request), self._now_s()):
            raise Forbidden("the arbiter sees this table at /arbiter, with the PIN")

    async def login(self, request: Request) -> Response:
        asked = await self._asked(request, ("pin",))
        pin, door = _text(asked, "pin", LONGEST), self._door
        kept = door.pin.kept()
        if kept is None:
            raise NotPossible("no PIN is set; run momentum arbiter pin on the table's machine")
        door.knocked_at(kept, self._now_s())
        if door.busy:
            raise TooOften("another PIN is being looked at; try again in a moment")
        door.busy = True
        try:
            right = await asyncio.to_thread(is_right, kept, pin)
        finally:
            door.busy = False
        door.tries.count(self._now_s(), right=right)
        if not right:
            raise Forbidden("this is not the PIN")
        answer = JSONResponse({"ok": True}, headers=HEADERS)
        ticket = door.let_in(kept, self._now_s()).ticket
        answer.set_cookie(COOKIE, ticket, max_age=int(STAYS_S), httponly=True, samesite="strict")
        return answer

    async def logout(self, request: Request) -> Response:
        await self._asked(request, ())
        self._door.leave(_ticket(request))
        answer = JSONResponse({"ok": True}, headers=HEADERS)
        answer.delete_cookie(COOKIE, httponly=True, samesite="strict")
        return answer

    async def act(self, request: Request) -> Response:
        asked = await self._asked(request, ("act", "reason"))
        self._door.check_act(_ticket(request), request.headers.get(TOKEN_HEADER, ""), self._now_s())
        try:
            act = parse_act(_text(asked, "act", LONGEST_REASON))
        except BadAct as error:
            raise Malformed(str(error), in_words(error)) from error
        number = self._bench.rule(act, _text(asked, "reason", LONGEST_REASON))
        return JSONResponse({"ok": True, "number": number}, headers=HEADERS)

    async def sound(self, request: Request) -> Response:
        asked = await self._asked(request, ("on",))
        self._door.check_act(_ticket(request), request.headers.get(TOKEN_HEADER, ""), self._now_s())
        self._bench.do(sound_command(asked))
        return JSONResponse({"ok": True}, headers=HEADERS)

    async def _asked(self, request: Request, keys: tuple[str, ...]) -> dict[str, Any]:
        """Return the JSON object that was sent; raises `WebError` for anything else, or from elsewhere."""
        self._guard.check_host(request)
        self._guard.check_origin(request)
        body = await read_body(request)
        try:
            asked = json.loads(body)
        except (ValueError, RecursionError) as error:
            raise Malformed("the body is not JSON") from error
        if not isinstance(asked, dict) or set(asked) != set(keys):
            raise Malformed(f"the body must be a JSON object with {' and '.join(keys) or 'nothing in it'}")
        return asked


def _ticket(request: Request) -> str:
    return request.cookies.get(COOKIE, "")


def _text(asked: dict[str, Any], key: str, longest: int) -> str:
    value = asked[key]
    if not isinstance(value, str) or len(value) > longest:
        raise Malformed(f"'{key}' must be a text of at most {longest} characters")
    return value
