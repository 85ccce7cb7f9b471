"""A simulated table served for a test on a free port, in a thread of its own."""

from __future__ import annotations

import asyncio
import contextlib
import http.client
import json
import re
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from momentum.main import SimulatedSession
from momentum.play.server import ServerSettings, listen, make_server, serve_on
from momentum.play.session import Session
from momentum.web.guard import Guard

PATIENCE_S = 10.0
"""How long a test waits for a table before it gives up."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Served:
    """A served table, and a client of it."""

    port: int
    """Where it is served."""
    token: str
    """What its page shows to act."""
    session: Session
    """The session behind it; its own thread turns it, so tests only read values from it."""

    @property
    def address(self) -> str:
        """The page's address."""
        return f"http://127.0.0.1:{self.port}/"

    def request(
        self, method: str, path: str, body: bytes | None = None, **headers: str
    ) -> tuple[int, dict[str, str], bytes]:
        """Send one request; header names are given with underscores."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE_S)
        with contextlib.closing(connection):
            connection.request(method, path, body, {name.replace("_", "-"): v for name, v in headers.items()})
            answer = connection.getresponse()
            return answer.status, dict(answer.getheaders()), answer.read()

    def act(self, **command: Any) -> tuple[int, dict[str, Any]]:
        """Send a command as the page does."""
        status, _, body = self.request("POST", "/api/act", json.dumps(command).encode(), **self.page_headers)
        return status, json.loads(body)

    @property
    def page_headers(self) -> dict[str, str]:
        """The headers with which the page sends its commands."""
        return {
            "Content_Type": "application/json",
            "Origin": self.address.rstrip("/"),
            "X_Momentum_Token": self.token,
        }

    def state(self) -> dict[str, Any]:
        """Return the state that pages are shown."""
        answer: dict[str, Any] = json.loads(self.request("GET", "/api/state")[2])
        return answer

    def wait_until(self, so: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """Return the first state of which this holds."""
        until = time.monotonic() + PATIENCE_S
        while time.monotonic() < until:
            state = self.state()
            if so(state):
                return state
        raise AssertionError(f"not within {PATIENCE_S} s; the game stands at {self.state()['game']}")


@contextlib.contextmanager
def served(build: SimulatedSession | None = None, pin: Path | None = None) -> Iterator[Served]:
    """Serve a simulated table while the block runs; its empty board has settled when the block begins.

    `pin` is the file with the arbiter's PIN.
    """
    session = (build or SimulatedSession()).open()
    sock, guard = listen(ServerSettings(port=0)), Guard("127.0.0.1")
    server = make_server(session, guard, pin)
    thread = threading.Thread(target=lambda: asyncio.run(serve_on(sock, session, server)))
    thread.start()
    table = Served(port=sock.getsockname()[1], token=guard.token, session=session)
    try:
        page = table.request("GET", "/")[2].decode()
        shown = re.search(r'name="momentum-token" content="([^"]*)"', page)
        assert shown is not None
        assert shown[1] == guard.token
        table.wait_until(lambda state: state["game"]["phase"] != "setup")
        yield table
    finally:
        server.should_exit = True
        thread.join(PATIENCE_S)
        sock.close()
