"""Entries: their canonical form is what is documented, and their hashes are a chain anybody can recompute."""

from __future__ import annotations

import hashlib
import itertools
import json
from dataclasses import fields

import pytest
from hypothesis import given
from hypothesis import strategies as st

from momentum.records import decided
from momentum.records.decided import board_text, decision_words, kept, kept_words
from momentum.records.entries import Draft, Entry, Kind, canonical, checkpoint_message, entry_after
from momentum.records.errors import RecordError
from momentum.referee import (
    Announcement,
    Decision,
    DropAccepted,
    GameEnded,
    GameStarted,
    Phase,
    PhaseEntered,
    Said,
    Saved,
    Seen,
    TableSettings,
    TurnEnded,
    Undone,
)
from momentum.rules import Drop, Game, Player, Reason, Result, Swap, parse_cell, parse_cells


def chain(*drafts: Draft) -> list[Entry]:
    """Return the entries that write these drafts of game 1 down."""
    entries: list[Entry] = []
    for draft in drafts:
        entries.append(entry_after(entries[-1] if entries else None, 1, draft))
    return entries


def test_a_hash_is_that_of_a_json_array_with_the_hash_before_in_it() -> None:
    first, second = chain(
        Draft(kind=Kind.GAME, body={"settings": "pie=on", "noted": "2026-11-30T14:00:00Z"}),
        Draft(kind=Kind.LOST, at_ms=1234.6, body={"why": "kabel “weg” 케이블"}),
    )
    assert (
        first.hash
        == hashlib.sha256(
            b'[1,"' + b"0" * 64 + b'",1,"game",0,{"noted":"2026-11-30T14:00:00Z","settings":"pie=on"}]'
        ).digest()
    )
    written = json.dumps(
        [2, first.hash.hex(), 1, "lost", 1235, {"why": "kabel “weg” 케이블"}], separators=(",", ":")
    )
    assert second.hash == hashlib.sha256(written.encode("ascii")).digest()


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)


@given(st.dictionaries(st.text(max_size=5), JSON, max_size=4))
def test_a_body_comes_back_and_has_one_form_only(body: dict[str, object]) -> None:
    (entry,) = chain(Draft(kind=Kind.BOARD, body=body))
    assert entry.body == body
    assert entry.text.isascii()
    assert canonical(dict(reversed(body.items()))) == entry.text


def test_every_entry_follows_the_one_before_and_no_other() -> None:
    drafts = [Draft(kind=Kind.BUTTON, at_ms=number, body={"name": "pause"}) for number in range(4)]
    entries = chain(*drafts)
    for before, entry in itertools.pairwise(entries):
        assert entry.follows(before.hash)
        assert not entry.follows(entry.hash)


@pytest.mark.parametrize(
    ("kind", "then", "sealed"),
    [
        (Kind.BOARD, ["turn 1 first d4 d4/-", "said turn_second"], True),
        (Kind.BUTTON, ["undone 0 d4"], True),
        (Kind.RESIGNED, ["result second resign"], True),
        (Kind.BOARD, ["drop first d4", "phase push"], False),
        (Kind.STOP, [], True),
        (Kind.IMPORT, [], True),
        (Kind.START, [], False),
    ],
)
def test_turns_results_imports_and_stops_are_sealed(kind: Kind, then: list[str], sealed: bool) -> None:
    (entry,) = chain(Draft(kind=kind, body={"then": then}))
    assert entry.sealed is sealed


def test_a_checkpoint_signs_the_count_and_the_last_hash() -> None:
    assert checkpoint_message(7, bytes(range(32))) == (
        b"momentum journal checkpoint\n7\n000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f\n"
    )


TURN = Game.new().play(Drop(parse_cell("d4"))).turns[0]


@pytest.mark.parametrize(
    ("decision", "words"),
    [
        (Said(at_ms=0, what=Announcement.TURN_FIRST), "said turn_first"),
        (PhaseEntered(at_ms=0, phase=Phase.PUSH), "phase push"),
        (DropAccepted(at_ms=0, player=Player.SECOND, cell=parse_cell("e5"), pushes=()), "drop second e5"),
        (TurnEnded(at_ms=0, ply=1, turn=TURN), "turn 1 first d4 d4/-"),
        (Undone(at_ms=0, ply=3, move=Swap()), "undone 3 swap"),
        (Undone(at_ms=0, ply=3, move=None), "undone 3 -"),
        (GameEnded(at_ms=0, result=Result(None, Reason.ROUNDS)), "result draw rounds"),
        (GameStarted(at_ms=0), "started"),
    ],
)
def test_decisions_have_words(decision: Decision, words: str) -> None:
    assert decision_words(decision) == words


def test_every_decision_there_is_has_words() -> None:
    assert {each.__name__ for each in decided._WORDS} == {each.__name__ for each in Decision.__subclasses__()}


BARE = Saved(settings=TableSettings(), game=Game.new(), drop=None, swap_lifted=False, started=False)


@given(
    st.builds(
        Saved,
        settings=st.just(BARE.settings),
        game=st.just(BARE.game),
        drop=st.none() | st.integers(0, 48),
        swap_lifted=st.booleans(),
        started=st.booleans(),
        left_over=st.integers(0, (1 << 49) - 1),
        undoing=st.booleans(),
        paused=st.booleans(),
    )
)
def test_what_a_referee_keeps_reads_back(saved: Saved) -> None:
    assert kept(BARE, kept_words(saved)) == saved


def test_all_that_a_referee_keeps_is_written() -> None:
    known = {
        "settings",
        "game",
        "drop",
        "swap_lifted",
        "started",
        "left_over",
        "undoing",
        "paused",
        "held",
        "distrusted",
    }
    known |= {"confirmed", "announcing"}
    known |= {"acts", "clock", "turn_clocks", "irregular"}  # they are told by decisions
    assert {field.name for field in fields(Saved)} == known


@pytest.mark.parametrize("text", ["hands=8", "started=yes", "drop=z9", "left_over=a1,a1x"])
def test_words_that_nobody_keeps_are_refused(text: str) -> None:
    with pytest.raises(RecordError):
        kept(BARE, text)


def test_a_board_is_written_as_far_as_the_contacts_know_it() -> None:
    seen = parse_cells("d4,e5")
    assert board_text(Seen(occupied=seen)) == "d4,e5"
    assert board_text(Seen(occupied=seen, second=parse_cells("e5"))) == "d4/e5"
    assert board_text(Seen(occupied=0, second=0)) == "-/-"
