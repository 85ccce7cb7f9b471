"""The arbiter's page over real sockets: the login, the acts, and everything that is refused."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from momentum.main import SimulatedSession
from momentum.play.session import SessionSettings
from momentum.play.speech import Speech
from momentum.spoken import Detail
from momentum.web.door import FREE_TRIES
from momentum.web.pin import Pin
from tests.spoken.aloud import Listener
from tests.web.served import Served, served

PIN = "2468"


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the file of a PIN that is set."""
    file = tmp_path_factory.mktemp("state") / "games.sqlite.pin"
    Pin(file).set(PIN)
    return file


@pytest.fixture
def guarded(file: Path) -> Iterator[Served]:
    """Serve a table whose arbiter has a PIN."""
    with served(pin=file) as table:
        yield table


def post(
    table: Served, path: str, body: object, **headers: str
) -> tuple[int, dict[str, str], dict[str, Any]]:
    """Send what the arbiter's page sends."""
    sent = body if isinstance(body, bytes) else json.dumps(body).encode()
    usual = {"Content_Type": "application/json", "Origin": table.address.rstrip("/")}
    status, heads, answer = table.request("POST", f"/api/arbiter/{path}", sent, **{**usual, **headers})
    return status, heads, json.loads(answer)


def logged_in(table: Served) -> dict[str, str]:
    """Log in and return the headers with which the page acts."""
    status, heads, _ = post(table, "login", {"pin": PIN})
    assert status == 200
    cookie = heads["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=strict" in cookie
    ticket = cookie.split(";")[0]
    page = table.request("GET", "/arbiter", Cookie=ticket)[2].decode()
    token = page.split('name="momentum-arbiter" content="')[1].split('"')[0]
    assert token
    assert 'data-door="open"' in page
    return {"Cookie": ticket, "X_Momentum_Arbiter": token}


def test_a_table_without_a_pin_says_how_to_set_one(table: Served) -> None:
    page = table.request("GET", "/arbiter")[2].decode()
    assert 'data-door="none"' in page
    assert "momentum arbiter pin" in page
    status, _, answer = post(table, "login", {"pin": PIN})
    assert status == 409
    assert "momentum arbiter pin" in answer["error"]


def test_the_arbiter_mutes_the_table_and_nobody_does_without_the_pin(file: Path) -> None:
    speech = Speech(voice=Listener(), detail=Detail.SHORT)
    with served(SimulatedSession(session=SessionSettings(speech=speech)), pin=file) as table:
        assert post(table, "sound", {"on": False})[0] == 403
        page = logged_in(table)
        assert post(table, "sound", {"on": "no"}, **page)[0] == 400
        assert post(table, "sound", {"on": False}, **page)[0] == 200
        assert table.state()["sound"] == {"there": True, "muted": True}


def test_the_arbiter_logs_in_acts_undoes_and_leaves(guarded: Served) -> None:
    assert 'data-door="shut"' in guarded.request("GET", "/arbiter")[2].decode()
    page = logged_in(guarded)
    act = {"act": "position first=d4 second=e5", "reason": "as both players say"}
    assert post(guarded, "act", act, **page)[::2] == (200, {"ok": True, "number": 1})
    state = guarded.state()
    assert (state["game"]["first"], state["game"]["second"]) == (["d4"], ["e5"])
    told = {"key": "act.position", "first": "d4", "second": "e5"}
    assert state["arbiter"]["acts"] == [{"number": 1, **act, "say": [told], "undone_by": None}]
    assert post(guarded, "act", {"act": "undo 1", "reason": "misheard"}, **page)[0] == 200
    assert guarded.state()["arbiter"]["acts"][0]["undone_by"] == 2
    assert post(guarded, "act", {"act": "pause", "reason": "tea"}, **page)[0] == 200
    can = guarded.state()["game"]["can"]
    assert not can["pause"]
    assert not can["new"]
    for name in ("pause", "arbiter"):
        status, answer = guarded.act(do="button", name=name)
        assert (status, answer["say"]) == (409, {"key": "do.paused_held"})
    assert post(guarded, "logout", {}, **page)[0] == 200
    assert post(guarded, "act", {"act": "resume", "reason": "more tea"}, **page)[0] == 403


def test_wrong_pins_lock_the_page_but_not_the_right_one_before(guarded: Served) -> None:
    inside = logged_in(guarded)
    for _ in range(FREE_TRIES):
        status, _, answer = post(guarded, "login", {"pin": "0000"})
        assert (status, answer["error"]) == (403, "this is not the PIN")
    status, _, answer = post(guarded, "login", {"pin": PIN})
    assert status == 429
    assert "momentum arbiter on the table's own machine" in answer["error"]
    assert post(guarded, "act", {"act": "note", "reason": "still here"}, **inside)[0] == 200


@pytest.mark.parametrize(
    ("body", "status", "why"),
    [
        ({"act": "pause", "reason": ""}, 409, "needs a reason"),
        ({"act": "pause", "reason": "two\nlines"}, 409, "one line"),
        ({"act": "resume", "reason": "x"}, 409, "nobody has paused"),
        ({"act": "fly", "reason": "x"}, 400, "the acts are"),
        ({"act": "pause", "reason": "x" * 201}, 400, "at most 200"),
        ({"act": ["pause"], "reason": "x"}, 400, "'act' must be a text"),
        ({"act": "pause"}, 400, "with act and reason"),
        ([], 400, "with act and reason"),
        (b"{", 400, "not JSON"),
        (b"[" * 4000, 400, "not JSON"),
        (b"", 400, "empty"),
        (b" " * 5000, 413, "4096 bytes"),
    ],
)
def test_what_cannot_be_done_or_read_gets_a_sentence(
    guarded_page: tuple[Served, dict[str, str]], body: object, status: int, why: str
) -> None:
    table, page = guarded_page
    answer = post(table, "act", body, **page)
    assert answer[0] == status
    assert why in answer[2]["error"]


def test_an_act_that_cannot_be_is_told_in_words_for_every_language(
    guarded_page: tuple[Served, dict[str, str]],
) -> None:
    table, page = guarded_page
    status, _, answer = post(table, "act", {"act": "clock first=soon", "reason": "x"}, **page)
    assert (status, answer["say"]) == (400, {"key": "ruling.time", "text": "soon"})


@pytest.mark.parametrize(
    ("change", "status"),
    [
        ({"Origin": "http://evil.example"}, 403),
        ({"Origin": ""}, 403),
        ({"X_Momentum_Arbiter": "guess"}, 403),
        ({"Cookie": ""}, 403),
        ({"Cookie": "momentum_arbiter=guess"}, 403),
        ({"Content_Type": "text/plain"}, 415),
        ({"Host": "evil.example"}, 403),
    ],
)
def test_an_act_from_elsewhere_is_refused(
    guarded_page: tuple[Served, dict[str, str]], change: dict[str, str], status: int
) -> None:
    table, page = guarded_page
    answer = post(table, "act", {"act": "note", "reason": "x"}, **{**page, **change})
    assert answer[0] == status
    assert answer[2]["error"]


@pytest.fixture(scope="module")
def guarded_page(file: Path) -> Iterator[tuple[Served, dict[str, str]]]:
    """Serve one table for all that is refused, with somebody inside."""
    with served(pin=file) as table:
        yield table, logged_in(table)
