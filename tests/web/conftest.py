"""One served table for the tests of a module."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.web.served import Served, served


@pytest.fixture(scope="module")
def table() -> Iterator[Served]:
    """Serve a simulated table."""
    with served() as table:
        yield table
