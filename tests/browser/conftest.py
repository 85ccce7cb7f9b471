"""One browser for the whole room, a context for every visitor, and no visitor with troubles."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from typing import Protocol

import pytest
from playwright.sync_api import Browser

from momentum.main import SimulatedSession
from momentum.play.server import Side
from momentum.web.guard import Guard
from momentum.web.views import Json
from tests.browser import chromium
from tests.browser.tables import Showcase, opened, quick
from tests.browser.visitor import Visitor
from tests.web.served import Served

PATIENCE_MS = 10_000
"""How long a test waits for a page before it gives up."""


class Serve(Protocol):
    """Serves a simulated table."""

    def __call__(
        self, build: SimulatedSession, *, port: int = 0, guard: Guard | None = None, side: Side | None = None
    ) -> Served: ...


class Exhibit(Protocol):
    """Serves a table that shows what it is told to."""

    def __call__(self, shown: Json) -> Showcase: ...


class Visit(Protocol):
    """Opens a page of a table in a context of its own."""

    def __call__(
        self,
        address: str,
        *,
        size: tuple[int, int] = (1280, 800),
        touch: bool = False,
        forgive: tuple[str, ...] = (),
        script: str = "",
    ) -> Visitor: ...


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """Start the machine's chromium, once; it ends with this room: others have event loops of their own."""
    path = chromium.executable()
    if path is None:
        if os.environ.get("CI"):
            pytest.fail(chromium.MISSING)
        pytest.skip(chromium.MISSING)
    with chromium.started(path) as browser:
        yield browser


@pytest.fixture
def tables() -> Iterator[contextlib.ExitStack]:
    """Hold what is served until the test ends."""
    with contextlib.ExitStack() as tables:
        yield tables


@pytest.fixture
def serve(tables: contextlib.ExitStack) -> Serve:
    """Return what serves simulated tables."""

    def serve(
        build: SimulatedSession, *, port: int = 0, guard: Guard | None = None, side: Side | None = None
    ) -> Served:
        return tables.enter_context(opened(build, port=port, guard=guard, side=side))

    return serve


@pytest.fixture
def exhibit(tables: contextlib.ExitStack) -> Exhibit:
    """Return what serves tables that show what they are told to."""

    def exhibit(shown: Json) -> Showcase:
        case = Showcase(shown)
        tables.enter_context(case.served())
        return case

    return exhibit


@pytest.fixture
def table(serve: Serve) -> Served:
    """Serve a simulated table that settles quickly."""
    return serve(quick())


@pytest.fixture
def visit(browser: Browser, tables: contextlib.ExitStack) -> Iterator[Visit]:
    """Return what opens pages; when the test ends, none of them may have had any trouble.

    Pages go before their tables: a page whose table goes first has troubles.
    """
    del tables
    visitors: list[Visitor] = []
    with contextlib.ExitStack() as contexts:

        def visit(
            address: str,
            *,
            size: tuple[int, int] = (1280, 800),
            touch: bool = False,
            forgive: tuple[str, ...] = (),
            script: str = "",
        ) -> Visitor:
            context = contexts.enter_context(
                browser.new_context(
                    viewport={"width": size[0], "height": size[1]},
                    has_touch=touch,
                    is_mobile=touch,
                )
            )
            context.set_default_timeout(PATIENCE_MS)
            context.add_init_script(script)
            visitor = Visitor(context.new_page(), forgiven=forgive)
            visitors.append(visitor)
            visitor.open(address)
            return visitor

        yield visit
    assert [trouble for visitor in visitors for trouble in visitor.unforgiven()] == []
