"""The list of games that have ended, and one of them as a document; what cannot be opened gets a sentence."""

from __future__ import annotations

import pytest

from momentum.main import SimulatedSession
from momentum.records.entries import Entry
from momentum.records.errors import JournalError
from momentum.records.history import GameLine
from momentum.records.store import Journal, JournalInMemory
from momentum.web.app import create_app
from momentum.web.errors import NotPossible
from momentum.web.games import PAGE, Games, document_text
from momentum.web.guard import Guard
from tests.records.journals import given_up, played_on
from tests.web.asked import Answer, ask


def asked(journal: Journal | None, path: str) -> Answer:
    """Return what a table on this journal answers."""
    return ask(create_app(SimulatedSession(journal=journal).open(), Guard("127.0.0.1")), path)


def test_games_that_have_ended_are_listed_newest_first() -> None:
    journal = JournalInMemory().open()
    given_up(journal, "first", "d4", "e4")
    given_up(journal, "second", "d4")
    played_on(journal, "d4")
    answer = asked(journal, "/api/games").json
    assert (answer["kept"], answer["more"]) == (True, False)
    assert [(game["number"], game["turns"], game["winner"]) for game in answer["games"]] == [
        (2, 1, "first"),
        (1, 2, "second"),
    ]
    assert [game["number"] for game in asked(journal, "/api/games?before=2").json["games"]] == [1]


def test_a_long_list_comes_in_parts() -> None:
    journal = JournalInMemory().open()
    for _ in range(PAGE + 2):
        given_up(journal, "first")
    first = asked(journal, "/api/games").json
    rest = asked(journal, f"/api/games?before={first['games'][-1]['number']}").json
    assert (len(first["games"]), first["more"]) == (PAGE, True)
    assert (len(rest["games"]), rest["more"]) == (2, False)


def test_a_game_is_opened_as_the_document_of_its_record() -> None:
    journal = JournalInMemory().open()
    given_up(journal, "first", "d4", "e4", "a1")
    document = asked(journal, "/api/games/1").json
    assert document["format"] == "momentum-record"
    assert [turn["move"] for turn in document["turns"]] == ["d4", "e4", "a1"]
    assert document["result"] == {"winner": "second", "reason": "resign"}


@pytest.mark.parametrize(
    ("path", "status", "why"),
    [
        ("/api/games/2", 404, "has not ended yet"),
        ("/api/games/9", 404, "has no game 9"),
        ("/api/games/x", 400, "'x' is no game's number"),
        ("/api/games/²", 400, "is no game's number"),
        ("/api/games/1234567890", 400, "is no game's number"),
        ("/api/games?before=-1", 400, "'-1' is no game's number"),
    ],
)
def test_what_cannot_be_opened_gets_a_sentence(path: str, status: int, why: str) -> None:
    journal = JournalInMemory().open()
    given_up(journal, "first", "d4", "e4")
    played_on(journal, "d4")
    answer = asked(journal, path)
    assert answer.status == status
    assert why in answer.json["error"]


def test_a_table_that_keeps_no_games_says_so() -> None:
    usual = {"first": "#2896ff", "second": "#ff8c00"}
    empty = {"kept": False, "colours": usual, "games": [], "more": False}
    assert asked(None, "/api/games").json == empty
    assert asked(None, "/api/games/1").status == 404


class Broken:
    """A shelf that cannot be read."""

    def ended(self, before: int | None, most: int) -> list[GameLine]:
        """Fail."""
        raise JournalError(f"no list before {before}, not even {most} games")

    def line(self, number: int) -> GameLine:
        """Fail."""
        raise JournalError(f"no line {number}")

    def entries_of(self, game: int) -> list[Entry]:
        """Fail."""
        raise JournalError(f"no entries of {game}")


def test_a_journal_that_cannot_be_read_is_told() -> None:
    games = Games(Broken())
    with pytest.raises(NotPossible, match="no list"):
        games.listed(None, late=False)
    with pytest.raises(NotPossible, match="no line 1"):
        games.entries("1", late=False)
    with pytest.raises(NotPossible, match="no entries"):
        document_text(())
