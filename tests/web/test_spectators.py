"""Spectators see the table late, see no less of it, and can do nothing to it."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest
from starlette.routing import Route

from momentum.main import SimulatedSession
from momentum.play.session import Session, SessionSettings
from momentum.records.store import JournalInMemory
from momentum.web.app import create_app
from momentum.web.guard import Guard
from momentum.web.live import Live
from momentum.web.spectators import Spectators
from tests.records.journals import given_up
from tests.web.asked import ask

KEY = "secret"
COMMANDS: list[dict[str, Any]] = [
    {"do": "place", "cell": "d4", "owner": "first"},
    {"do": "lift", "cell": "d4"},
    {"do": "slide", "cell": "d4", "to": "d5", "ms": 10},
    {"do": "button", "name": "pause"},
    {"do": "new", "settings": {}},
    {"do": "resign", "player": "first"},
    {"do": "draw"},
]


def session(delay_s: float = 0.0) -> Session:
    """Return a session whose spectators see it so late."""
    return SimulatedSession(session=SessionSettings(spectator_delay_s=delay_s)).open()


def guard() -> Guard:
    """Return a guard whose key is known here."""
    return Guard("127.0.0.1", token=KEY)


class Table:
    """A table whose state is a number."""

    def __init__(self) -> None:
        self.number = 0
        self.live = Live(
            lambda: {"game": {"n": self.number, "can": {"undo": True}}, "hands": True},
            lambda: bytes([self.number]),
        )

    def count(self) -> None:
        """Be another state."""
        self.number += 1
        self.live.state_changed()
        self.live.frame_changed()


def shown(spectators: Spectators) -> Any:
    """Return what spectators are shown."""
    state = json.loads(spectators.live.state_text())
    return state["game"] and state["game"]["n"]


def test_spectators_see_what_was_so_a_while_ago() -> None:
    table = Table()
    spectators = Spectators(table.live, delay_s=10)
    seen = []
    for second in range(25):
        table.count()
        spectators.tick(second * 1000.0)
        seen.append(shown(spectators))
    assert seen == [None] * 10 + list(range(1, 16))
    assert spectators.live.frame() == bytes([15])
    assert json.loads(spectators.live.state_text())["delay_s"] == 10


def test_without_a_delay_they_see_it_as_it_is() -> None:
    table = Table()
    spectators = Spectators(table.live, delay_s=0)
    table.count()
    spectators.tick(0.0)
    assert shown(spectators) == 1


def test_their_clocks_run_on_from_when_they_stood_so() -> None:
    table = Table()
    spectators = Spectators(table.live, delay_s=10)
    for now_ms in (0.0, 10_000.0, 13_500.0):
        spectators.tick(now_ms)
    assert json.loads(spectators.live.state_text())["age_ms"] == 3500


def test_lights_that_change_by_themselves_are_not_told_as_another_state() -> None:
    table = Table()
    spectators = Spectators(table.live, delay_s=1)
    for now_ms in range(0, 4000, 200):
        table.live.frame_changed()
        spectators.tick(float(now_ms))
    assert spectators.live.numbers[0] == 1


def test_nothing_in_what_they_see_can_be_done() -> None:
    table = Table()
    spectators = Spectators(table.live, delay_s=0)
    spectators.tick(0.0)
    state = json.loads(spectators.live.state_text())
    assert state["hands"] is False
    assert state["game"]["can"] == {"undo": False}


def test_their_page_hears_of_each_new_view_once() -> None:
    table = Table()
    spectators = Spectators(table.live, delay_s=1)

    async def listen() -> list[str]:
        messages = spectators.live.messages()
        heard = [await anext(messages), await anext(messages)]
        table.count()
        for now_ms in (0.0, 500.0, 1000.0, 1500.0):
            spectators.tick(now_ms)
        heard += [await anext(messages), await anext(messages)]
        spectators.live.close()
        return heard

    events = [message.split("\n")[0] for message in asyncio.run(listen())]
    assert events == ["event: state", "event: frame"] * 2


@pytest.mark.parametrize("client", ["192.0.2.7", "127.0.0.1"])
def test_the_spectators_page_holds_no_key_for_anybody(client: str) -> None:
    app = create_app(session(), guard())
    for path in ("/watch", f"/watch?key={KEY}", "/games", "/api/watch/state"):
        answer = ask(app, path, client=client)
        assert answer.status == 200
        assert KEY.encode() not in answer.body


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("token", [None, "", "guess"])
def test_whatever_a_spectator_sends_nothing_is_done(command: dict[str, Any], token: str | None) -> None:
    table = session()
    before = table.referee.snapshot()
    headers = {"origin": "http://192.0.2.1:8049", "content-type": "application/json"}
    if token is not None:
        headers["x-momentum-token"] = token
    app = create_app(table, guard())
    for path in ("/api/act", "/api/watch/act", "/watch", "/api/watch/events", "/api/watch/state"):
        answer = ask(app, path, method="POST", body=json.dumps(command).encode(), headers=headers)
        assert answer.status in (403, 404, 405)
    assert table.referee.snapshot() == before


@pytest.mark.parametrize("path", ["/api/state", "/api/events", "/api/record", "/api/state?key=guess"])
def test_with_a_delay_nobody_peeks_without_the_key(path: str) -> None:
    app = create_app(session(delay_s=90), guard())
    answer = ask(app, path)
    assert answer.status == 403
    assert answer.json["error"].startswith("spectators see this table 90 s late, at /watch")


def test_with_a_delay_only_these_pages_answer_somebody_without_the_key() -> None:
    app = create_app(session(delay_s=90), guard())
    paths = {route.path.replace("{number}", "1") for route in app.routes if isinstance(route, Route)}
    answered = {path for path in paths if path != "/api/watch/events" and ask(app, path).status == 200}
    assert answered <= {"/watch", "/games", "/rules", "/arbiter", "/api/watch/state", "/api/games"}


def test_with_a_delay_players_and_their_page_see_it_at_once() -> None:
    app = create_app(session(delay_s=90), guard())
    assert ask(app, f"/api/state?key={KEY}").status == 200
    assert ask(app, "/api/state", client="127.0.0.1").status == 200
    assert ask(app, f"/?key={KEY}").status == 200
    led = ask(app, "/")
    assert (led.status, led.headers["location"]) == (307, "/watch")


def test_without_a_delay_anybody_may_look() -> None:
    app = create_app(session(), guard())
    for path in ("/", "/api/state", "/api/record"):
        assert ask(app, path).status == 200


def test_a_game_that_just_ended_is_not_in_the_spectators_list_yet() -> None:
    journal = JournalInMemory().open()
    given_up(journal, "first", "d4", "e4")
    build = SimulatedSession(journal=journal, session=SessionSettings(spectator_delay_s=600))
    app = create_app(build.open(), guard())
    assert [game["number"] for game in ask(app, "/api/games").json["games"]] == [1]
    journal.interrupted = 1  # the program died with that game on its table, and goes on with it
    app = create_app(build.open(), guard())
    assert ask(app, "/api/games").json["games"] == []
    assert ask(app, "/api/games/1").status == 404
    assert [game["number"] for game in ask(app, f"/api/games?key={KEY}").json["games"]] == [1]
    assert ask(app, f"/api/games/1?key={KEY}").json["result"] == {"winner": "second", "reason": "resign"}
