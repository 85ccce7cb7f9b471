"""The served table over real sockets: pages, state, events, commands, and everything that is refused."""

from __future__ import annotations

import contextlib
import http.client
import json
import socket
import threading
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from momentum.main import SimulatedSession
from momentum.referee import Mode, TableSettings
from momentum.web.live import PAGES
from tests.web.served import PATIENCE_S, Served, served


def test_the_page_is_served_with_a_strict_policy(table: Served) -> None:
    status, headers, body = table.request("GET", "/")
    assert status == 200
    assert b'lang="en"' in body
    assert "script-src" not in headers["content-security-policy"]
    assert headers["content-security-policy"].startswith("default-src 'self'")
    assert headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize(
    "path", ["/rules", "/words/en.json", "/words/ko.json", "/static/js/main.js", "/api/record"]
)
def test_everything_that_the_page_reads_is_served(table: Served, path: str) -> None:
    status, headers, _ = table.request("GET", path)
    assert status == 200
    assert headers["cache-control"] == "no-cache"


def test_two_drops_and_a_push_by_commands(table: Served) -> None:
    assert table.act(do="new", settings={"pie": False, "rounds": None}) == (200, {"ok": True})
    assert table.act(do="place", cell="d4", owner="first")[0] == 200
    table.wait_until(lambda state: state["game"]["ply"] == 1)
    assert table.act(do="place", cell="e5", owner="second")[0] == 200
    state = table.wait_until(lambda state: state["game"]["phase"] == "push")
    lights = {light["cell"]: light for light in state["lights"]["cells"]}
    assert lights["d4"]["means"] == "lift"
    assert lights["d4"]["to"] == "c3"
    assert lights["c3"]["means"] == "place"
    assert table.act(do="slide", cell="d4", to="c3", ms=80)[0] == 200
    state = table.wait_until(lambda state: state["game"]["ply"] == 2)
    assert state["game"]["first"] == ["c3"]
    assert state["marbles"][0] == {"id": 0, "x": 2.0, "y": 2.0, "owner": "first"}
    assert state["tray"] == {"first": 7, "second": 7}
    assert state["game"]["turns"][1]["pushes"] == [{"from": "d4", "to": "c3", "owner": "first"}]
    record = table.request("GET", "/api/record")[2].decode()
    assert record.endswith("\n1. d4 e5\n")
    for cell in ("c3", "e5"):
        assert table.act(do="lift", cell=cell)[0] == 200


def test_a_hand_that_cannot_do_it_is_told_why(table: Served) -> None:
    status, answer = table.act(do="lift", cell="g1")
    assert status == 409
    assert "g1" in answer["error"]
    assert answer["say"] == {"key": "hand.nothing", "cell": "g1"}


def test_hands_that_find_no_marble_or_no_room_are_told_why_in_words_for_players() -> None:
    with served() as table:
        for cell in ("a1", "a2", "a3", "a4", "a5", "a6", "a7", "c1"):
            assert table.act(do="place", cell=cell, owner="first")[0] == 200
        assert table.act(do="place", cell="g7", owner="first")[1]["say"] == {"key": "hand.empty_tray"}
        assert table.act(do="place", cell="c1", owner="second")[1]["say"]["key"] == "hand.occupied"
        table.act(do="slide", cell="c1", to="d1", ms=5000)
        refused = table.act(do="slide", cell="d1", to="e1", ms=5)[1]
        assert refused["say"] == {"key": "hand.rolling", "cell": "d1"}


def test_a_table_without_a_sound_refuses_to_be_muted(table: Served) -> None:
    status, answer = table.act(do="sound", on=False)
    assert (status, answer["say"]) == (409, {"key": "refused.silent"})
    status, answer = table.act(do="sound", on="no")
    assert (status, answer["error"]) == (400, "'on' must be true or false")


def test_colours_cannot_be_asked_of_presence_sensors(table: Served) -> None:
    status, answer = table.act(do="new", settings={"sensors": "polarity"})
    assert status == 400
    assert "'settings' must be" in answer["error"]


def test_a_clock_that_is_none_is_told_in_words_for_players(table: Served) -> None:
    status, answer = table.act(do="new", settings={"clock": "soon"})
    assert (status, answer["say"]) == (400, {"key": "refused.clock", "text": "soon"})


def test_a_tournament_game_is_not_put_aside_by_a_page() -> None:
    build = SimulatedSession(table=TableSettings(mode=Mode.TOURNAMENT))
    with served(build) as table:
        table.act(do="place", cell="d4", owner="first")
        table.wait_until(lambda state: state["game"]["ply"] == 1)
        assert not table.state()["game"]["can"]["new"]
        status, answer = table.act(do="new", settings={"mode": "casual"})
        assert status == 409
        assert answer["error"] == "a tournament game is being played; end it first"
        assert answer["say"] == {"key": "refused.tournament"}
        assert table.act(do="resign", player="second")[0] == 200
        assert table.act(do="new", settings={})[0] == 200


GOOD = json.dumps({"do": "lift", "cell": "d4"}).encode()


@pytest.mark.parametrize(
    ("change", "status", "why"),
    [
        ({"Origin": "http://evil.example"}, 403, "only the table's own page"),
        ({"Origin": ""}, 403, "only the table's own page"),
        ({"Origin": "null"}, 403, "only the table's own page"),
        ({"X_Momentum_Token": "guess"}, 403, "reload the page"),
        ({"X_Momentum_Token": ""}, 403, "reload the page"),
        ({"Content_Type": "text/plain"}, 415, "application/json"),
        ({"Host": "evil.example"}, 403, "does not answer to the name"),
    ],
)
def test_a_change_from_elsewhere_is_refused(
    table: Served, change: dict[str, str], status: int, why: str
) -> None:
    answer = table.request("POST", "/api/act", GOOD, **{**table.page_headers, **change})
    assert answer[0] == status
    assert why in json.loads(answer[2])["error"]


@pytest.mark.parametrize(
    ("body", "status", "why"),
    [
        (b"", 400, "empty"),
        (b"{", 400, "not JSON"),
        (b"\xff\xfe\x00", 400, "not JSON"),
        (b"[" * 4000, 400, "not JSON"),
        (b"[]", 400, "must be a JSON object"),
        (b"{}", 400, "'do' must be one of"),
        (b'{"do": 7}', 400, "'do' must be one of"),
        (b'{"do": "fly"}', 400, "'do' must be one of"),
        (b'{"do": "lift"}', 400, "'lift' takes cell"),
        (b'{"do": "lift", "cell": "z9"}', 400, "cells are a1 to g7"),
        (b'{"do": "lift", "cell": 4}', 400, "short text"),
        (b'{"do": "lift", "cell": "d4", "and": 1}', 400, "'lift' takes cell"),
        (b'{"do": "place", "cell": "d4", "owner": "third"}', 400, "third"),
        (b'{"do": "slide", "cell": "d4", "to": "d5", "ms": -1}', 400, "'ms' must be"),
        (b'{"do": "slide", "cell": "d4", "to": "d5", "ms": true}', 400, "'ms' must be"),
        (b'{"do": "slide", "cell": "d4", "to": "d5", "ms": 1e99}', 400, "'ms' must be"),
        (b'{"do": "slide", "cell": "d4", "to": "d5", "ms": NaN}', 400, "'ms' must be"),
        (b'{"do": "button", "name": "self-destruct"}', 400, "no button"),
        (b'{"do": "new", "settings": 5}', 400, "must be an object"),
        (b'{"do": "new", "settings": {"rounds": 0}}', 400, "settings: "),
        (b'{"do": "new", "settings": {"rounds": []}}', 400, "settings: rounds"),
        (b'{"do": "new", "settings": {"mode": "wild"}}', 400, "casual, tournament"),
        (b'{"do": "resign", "player": null}', 400, "short text"),
        (b'{"do": "draw", "why": "tired"}', 400, "'draw' takes nothing else"),
        (b" " * 5000, 413, "4096 bytes"),
    ],
)
def test_a_malformed_command_gets_a_sentence(table: Served, body: bytes, status: int, why: str) -> None:
    answer = table.request("POST", "/api/act", body, **table.page_headers)
    assert answer[0] == status
    assert why in json.loads(answer[2])["error"]


@given(
    body=st.one_of(
        st.binary(max_size=200),
        st.recursive(
            st.none() | st.booleans() | st.floats() | st.text(max_size=9),
            lambda inner: (
                st.lists(inner, max_size=3)
                | st.dictionaries(
                    st.sampled_from(
                        ["do", "cell", "to", "ms", "owner", "name", "settings", "player", "rounds"]
                    ),
                    inner,
                    max_size=4,
                )
            ),
        ).map(lambda value: json.dumps(value).encode()),
    )
)
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_whatever_is_sent_the_table_goes_on(table: Served, body: bytes) -> None:
    status, _, answer = table.request("POST", "/api/act", body, **table.page_headers)
    assert 400 <= status < 500
    assert json.loads(answer)["error"]


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/nothing", 404),
        ("GET", "/static/../../etc/passwd", 404),
        ("PUT", "/api/act", 405),
        ("POST", "/", 405),
    ],
)
def test_what_is_not_served_gets_a_sentence(table: Served, method: str, path: str, status: int) -> None:
    answer = table.request(method, path)
    assert answer[0] == status
    assert json.loads(answer[2])["error"]


def test_a_client_that_breaks_off_or_babbles_harms_nobody(table: Served) -> None:
    for noise in (
        b"\x00\xff" * 400,
        b"GET / HTTP/9.9\r\n\r\n",
        b"POST /api/act HTTP/1.1\r\nContent-Length: 99\r\n\r\n{",
    ):
        with socket.create_connection(("127.0.0.1", table.port), timeout=PATIENCE_S) as raw:
            raw.sendall(noise)
    assert table.request("GET", "/api/state")[0] == 200


def _read_event(answer: http.client.HTTPResponse) -> tuple[str, str]:
    name = answer.readline().decode().removeprefix("event: ").strip()
    data = answer.readline().decode().removeprefix("data: ").strip()
    assert answer.readline() == b"\n"
    return name, data


@contextlib.contextmanager
def _listening(table: Served) -> Iterator[http.client.HTTPResponse]:
    connection = http.client.HTTPConnection("127.0.0.1", table.port, timeout=PATIENCE_S)
    with contextlib.closing(connection):
        connection.request("GET", "/api/events")
        yield connection.getresponse()


def test_two_pages_hear_the_same_table() -> None:
    with served() as table, _listening(table) as one, _listening(table) as other:
        for page in (one, other):
            name, data = _read_event(page)
            assert name == "state"
            assert json.loads(data)["version"]
        table.act(do="place", cell="b2", owner="first")
        for page in (one, other):
            while True:
                name, data = _read_event(page)
                if name == "state" and json.loads(data)["game"]["ply"] == 1:
                    break


def test_more_pages_than_a_table_serves_are_told_so() -> None:
    with served() as table, contextlib.ExitStack() as stack:
        pages = [stack.enter_context(_listening(table)) for _ in range(PAGES)]
        for page in pages:
            _read_event(page)
        status, _, body = table.request("GET", "/api/events")
        assert status == 503
        assert "close one" in json.loads(body)["error"]


def test_many_clients_at_once_do_not_stop_the_table() -> None:
    with served() as table:
        answers: list[int] = []

        def hammer() -> None:
            answers.extend(
                table.request("POST", "/api/act", b"{", **table.page_headers)[0] for _ in range(25)
            )

        threads = [threading.Thread(target=hammer) for _ in range(8)]
        for thread in threads:
            thread.start()
        table.act(do="place", cell="d4", owner="first")
        for thread in threads:
            thread.join()
        assert set(answers) == {400}
        assert table.wait_until(lambda state: state["game"]["ply"] == 1)["game"]["first"] == ["d4"]
