"""Requests asked of an application in this process, from any client, without a socket."""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass
from typing import Any

from starlette.applications import Starlette

ELSEWHERE = "192.0.2.7"
"""A client on another machine."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What came back."""

    status: int
    """The HTTP status."""
    headers: dict[str, str]
    """Its headers, by name in small letters."""
    body: bytes
    """Its body."""

    @property
    def json(self) -> Any:
        """The body, read as JSON."""
        return json.loads(self.body)


def ask(
    app: Starlette,
    path: str,
    *,
    method: str = "GET",
    client: str = ELSEWHERE,
    body: bytes = b"",
    headers: dict[str, str] | None = None,
) -> Answer:
    """Ask for a path, with its query, and return the whole answer."""
    path, _, query = path.partition("?")
    given = {"host": "192.0.2.1:8049", **(headers or {})}
    scope = {
        "type": "http",
        "http_version": "1.1",
        "method": method,
        "path": path,
        "query_string": query.encode(),
        "headers": [(name.encode(), value.encode()) for name, value in given.items()],
        "client": (client, 5000),
    }
    sent: list[Any] = []

    async def receive() -> Any:
        return {"type": "http.request", "body": body, "more_body": False}

    async def send(message: Any) -> None:
        sent.append(message)

    asyncio.run(app(scope, receive, send))
    start = next(message for message in sent if message["type"] == "http.response.start")
    return Answer(
        status=start["status"],
        headers={name.decode(): value.decode() for name, value in start["headers"]},
        body=b"".join(message.get("body", b"") for message in sent),
    )
