"""The guard: which requests may change a table, told by their host, origin and token."""

from __future__ import annotations

import hmac
import ipaddress
import secrets
import socket
from urllib.parse import urlsplit

from starlette.requests import Request

from momentum.spoken import Sentence
from momentum.web.errors import Forbidden, Malformed, NotJson, TooLarge

LONGEST_BODY = 4096
"""Bytes of the longest command that is read."""


class Guard:
    """Knows the token of one run of the program."""

    def __init__(self, host: str, token: str | None = None) -> None:
        self.token = token or secrets.token_urlsafe(24)
        """What a page must show to change anything."""
        self._names = {"localhost", host.lower(), socket.gethostname().lower()}

    def check_host(self, request: Request) -> None:
        """Raise `Forbidden` unless the request names this machine: no foreign name may lead here."""
        name = _name_in(request.headers.get("host", ""))
        if name in self._names or name.removesuffix(".local") in self._names or _is_address(name):
            return
        raise Forbidden(f"this table does not answer to the name {name[:60]!r}; use the address it printed")

    def token_for(self, request: Request) -> str:
        """Return the token for a page on this machine, or opened with the printed key; else nothing."""
        key = request.query_params.get("key", "")
        client = request.client.host if request.client else ""
        if hmac.compare_digest(key.encode(), self.token.encode()) or _is_loopback(client):
            return self.token
        return ""

    def check_change(self, request: Request) -> None:
        """Raise `Forbidden` or `NotJson` unless this request may change the table."""
        self.check_origin(request)
        given = request.headers.get("x-momentum-token", "")
        if not hmac.compare_digest(given.encode(), self.token.encode()):
            why = "this page's token is not valid any more; reload the page"
            raise Forbidden(why, Sentence("refused.stale"))

    @staticmethod
    def check_origin(request: Request) -> None:
        """Raise `Forbidden` or `NotJson` unless this is a command from one of the table's own pages."""
        host = request.headers.get("host", "")
        if request.headers.get("origin") not in (f"http://{host}", f"https://{host}"):
            raise Forbidden("only the table's own page may change the table; open it and try there")
        if request.headers.get("content-type", "").split(";")[0].strip() != "application/json":
            raise NotJson("a command is sent as Content-Type: application/json")


async def read_body(request: Request) -> bytes:
    """Return a request's body; raises `TooLarge` as soon as it is longer than any command."""
    body = b""
    async for chunk in request.stream():
        body += chunk
        if len(body) > LONGEST_BODY:
            raise TooLarge(f"a command is at most {LONGEST_BODY} bytes long")
    if not body:
        raise Malformed("the body is empty; send a JSON object")
    return body


def _name_in(host: str) -> str:
    """Return the name that a Host header gives, without its port; all of it when it is none."""
    try:
        return urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return host


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def _is_loopback(client: str) -> bool:
    return _is_address(client) and ipaddress.ip_address(client).is_loopback
