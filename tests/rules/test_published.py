"""Games and positions published elsewhere, replayed."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

import pytest

from momentum.rules import Drop, Game, Player, Position, Reason, RuleSet, mask_of, parse_cell, resolve
from tests.rules.boards import names

PUBLISHED = json.loads((Path(__file__).parents[1] / "vectors" / "published.json").read_text(encoding="utf-8"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Trial:
    """A published game."""

    moves: tuple[str, ...]
    """The drops in turn."""
    counts: tuple[int, ...]
    """How many legal moves there were before each; empty when the source does not say."""
    winner: str | None
    """`first`, `second`, or None while it goes on."""
    first: frozenset[str]
    """The first player's cells at the end."""
    second: frozenset[str]
    """The second player's cells at the end."""


TRIALS = {
    row["id"]: Trial(
        moves=tuple(row["moves"]),
        counts=tuple(row.get("legal_move_counts", ())),
        winner=row["winner"],
        first=frozenset(row["first"]),
        second=frozenset(row["second"]),
    )
    for row in PUBLISHED["games"]
}


@pytest.mark.parametrize("trial", TRIALS.values(), ids=TRIALS)
def test_a_published_game_ends_as_it_did_there(trial: Trial) -> None:
    game = Game.new(RuleSet())
    for move in trial.moves:
        assert game.result is None
        game = game.play(Drop(parse_cell(move)))
    assert (names(game.position.first), names(game.position.second)) == (trial.first, trial.second)
    assert (game.result and game.result.winner) == trial.winner
    assert game.result is None or game.result.reason is Reason.EIGHT


@pytest.mark.parametrize("trial", [each for each in TRIALS.values() if each.counts])
def test_a_published_game_offers_as_many_moves_as_counted_there(trial: Trial) -> None:
    game = Game.new(RuleSet())
    for move, count in zip(trial.moves, trial.counts, strict=True):
        assert len(game.legal_moves()) == count
        game = game.play(Drop(parse_cell(move)))
    assert game.legal_moves() == ()


@pytest.mark.parametrize("row", PUBLISHED["positions"], ids=[row["id"] for row in PUBLISHED["positions"]])
def test_a_published_position_becomes_what_is_drawn_there(row: dict[str, str | list[str]]) -> None:
    before = Position(*(mask_of(map(parse_cell, row[player])) for player in Player))
    outcome = resolve(before, Player(str(row["to_move"])), parse_cell(str(row["drop"])))
    assert names(outcome.after.first) == set(row["after_first"])
    assert names(outcome.after.second) == set(row["after_second"])
