"""The guard: which page may act on a table that other machines can reach."""

from __future__ import annotations

import pytest
from starlette.requests import Request

from momentum.web.errors import Forbidden
from momentum.web.guard import Guard


def request(*, client: str = "192.0.2.7", host: str = "192.0.2.1:8049", query: str = "") -> Request:
    """Return a request as a server would hand it over."""
    headers = [(b"host", host.encode())]
    return Request(
        {
            "type": "http",
            "headers": headers,
            "query_string": query.encode(),
            "client": (client, 5000),
            "path": "/",
        }
    )


def test_a_page_on_this_machine_may_act() -> None:
    guard = Guard("0.0.0.0", token="secret")  # noqa: S104, S106 - the case in question
    assert guard.token_for(request(client="127.0.0.1")) == "secret"
    assert guard.token_for(request(client="::1")) == "secret"


def test_a_page_elsewhere_may_only_watch_without_the_key() -> None:
    guard = Guard("0.0.0.0", token="secret")  # noqa: S104, S106 - the case in question
    assert guard.token_for(request()) == ""
    assert guard.token_for(request(query="key=guess")) == ""
    assert guard.token_for(request(query="key=secret")) == "secret"


@pytest.mark.parametrize("host", ["localhost:8049", "127.0.0.1", "[::1]:8049", "192.0.2.1:8049"])
def test_addresses_and_localhost_are_answered(host: str) -> None:
    Guard("127.0.0.1").check_host(request(host=host))


@pytest.mark.parametrize("host", ["evil.example:8049", "", "127.0.0.1.evil.example", "[", "[::1"])
def test_foreign_names_are_not_answered(host: str) -> None:
    with pytest.raises(Forbidden, match="does not answer to the name"):
        Guard("127.0.0.1").check_host(request(host=host))
