"""Exchange: games as JSON fit the published schema and come back; what is not right is told by its move."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings

from momentum.records.book import Record
from momentum.records.errors import RecordError
from momentum.records.exchange import document_of, json_text, parse_document, record_of, schema
from momentum.records.store import JournalInMemory
from momentum.rules import Drop, Game, Player, Position, Reason, Result
from tests.records.schema_check import problems
from tests.records.test_book import LUDII, records

PUBLISHED = Path(__file__).parents[2] / "docs" / "record.schema.json"


def document() -> dict[str, Any]:
    """Return a published game as a program would read it."""
    content: dict[str, Any] = json.loads(json_text(document_of(Record.parse(LUDII))))
    return content


def read(content: dict[str, Any]) -> Record:
    """Read a document."""
    return record_of(parse_document(json.dumps(content).encode()))


def test_the_published_schema_is_the_one_that_is_read_by() -> None:
    assert json.loads(PUBLISHED.read_text(encoding="utf-8")) == schema()


@settings(max_examples=15)
@given(records())
def test_every_record_fits_the_schema_and_comes_back(record: Record) -> None:
    text = json_text(document_of(record))
    root = schema()
    assert problems(json.loads(text), root, root) == []
    assert record_of(parse_document(text.encode())) == record


def test_headers_and_comments_come_back() -> None:
    assert read(document()) == Record.parse(LUDII)


def test_pushes_may_stand_in_any_order() -> None:
    content = document()
    for turn in content["turns"]:
        turn["pushes"].reverse()
    assert read(content) == Record.parse(LUDII)


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda it: it.update(version=2), r"`\$.version`"),
        (lambda it: it.update(colour="red"), "unknown field `colour`"),
        (lambda it: it.pop("turns"), "missing required field `turns`"),
        (lambda it: it["turns"][0].update(move="z9"), r"`\$.turns\[0\].move`"),
        (lambda it: it["rules"].update(rounds=0), r"`\$.rules.rounds`"),
        (lambda it: it["turns"][0].update(clock_ms=-1), r"`\$.turns\[0\].clock_ms`"),
    ],
)
def test_what_does_not_fit_the_schema_is_told_with_its_place(change: Any, why: str) -> None:
    content = document()
    change(content)
    root = schema()
    assert problems(content, root, root)
    with pytest.raises(RecordError, match=why):
        read(content)


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda it: it["turns"][2].update(move="e6"), "move 2 of the first player, e6: .*e6"),
        (lambda it: it["turns"][2].update(after="a1/-"), "move 2 of the first player, d3: written is"),
        (lambda it: it["turns"][2].update(pushes=[]), "move 2 of the first player, d3: written is"),
        (lambda it: it["turns"][2].update(ply=7), "move 2 of the first player, d3: written is"),
        (lambda it: it.update(result=None), "the record says"),
        (lambda it: it["turns"][0].update(move="d4\n"), "move 1 of the first player: .*is no move"),
        (lambda it: it["comments"].append({"after": 15, "text": "[%clk soon]"}), "what no text record can"),
        (lambda it: it["headers"].update(Event="one\ntwo"), "what no text record can"),
        (lambda it: it["headers"].update(Rules="pie=on"), "what no text record can"),
        (lambda it: it["comments"].append({"after": 99, "text": "late"}), "what no text record can"),
    ],
)
def test_what_does_not_fit_the_rules_is_told_with_its_move(change: Any, why: str) -> None:
    content = document()
    change(content)
    with pytest.raises(RecordError, match=why):
        read(content)


def test_what_is_no_json_is_told() -> None:
    with pytest.raises(RecordError, match=r"no game by docs/record.schema.json"):
        parse_document(b"{")


def test_a_game_that_was_imported_keeps_its_comments_and_clocks() -> None:
    record = Record.parse(LUDII.replace("3. f1", "3. f1 {[%clk 0:04:57.25] a long thought}"))
    journal = JournalInMemory().open()
    again = journal.story(journal.import_game(record, "game.txt")).record()
    assert (again.moves, again.comments, again.clocks) == (record.moves, record.comments, ((5, 297_250),))


def corrected() -> dict[str, Any]:
    """Return a corrected game that both players lost, as a program would read it."""
    game = Game.new().play(Drop(24)).corrected(Position.parse("d4/e5"), Player.SECOND)
    game = game.end(Result(None, Reason.ARBITER, both_lose=True))
    content: dict[str, Any] = json.loads(json_text(document_of(Record.of(game))))
    assert read(content).game() == game
    return content


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (
            lambda it: it["corrections"][0].update(position="d4/d4"),
            "the correction after 1 turns: .*two marbles",
        ),
        (lambda it: it["corrections"][0].update(after=9), "corrections do not stand one after another"),
        (
            lambda it: it["corrections"].append(it["corrections"][0]),
            "corrections do not stand one after another",
        ),
        (lambda it: it["result"].update(winner="first"), "both lose, and that the first player won"),
    ],
)
def test_a_wrong_correction_or_loss_is_told(change: Callable[[dict[str, Any]], Any], why: str) -> None:
    content = corrected()
    change(content)
    with pytest.raises(RecordError, match=why):
        read(content)
