"""Whole games under every setting, turn by turn beside the slow twin."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from momentum.bench.slow_twin import TwinGame, drop
from momentum.rules import Game, LastMarble, Player, Position, RuleSet
from tests.rules.boards import Policy, able_policy, names, positions, random_policy, rule_sets


def twin_of(rules: RuleSet) -> TwinGame:
    """Return a twin's new game under the same settings."""
    return TwinGame(pie=rules.pie, rounds=rules.rounds, last_marble=rules.last_marble.value)


def announced_by(twin: TwinGame) -> str | None:
    """Return whose last marble a twin has announced and unanswered, the opponent's first."""
    other = "second" if twin.to_move == "first" else "first"
    waiting = [player for player in (other, twin.to_move) if player in twin.announcers]
    return waiting[0] if waiting and twin.winner is None else None


def result_of(game: Game) -> tuple[str | None, str | None]:
    """Return a game's winner and reason in the twin's words."""
    if game.result is None:
        return None, None
    return game.result.winner or "draw", game.result.reason.value


def compare(game: Game, twin: TwinGame) -> None:
    """Hold a game and its twin to the same state."""
    assert {str(move) for move in game.legal_moves()} == twin.legal()
    assert (names(game.position.first), names(game.position.second)) == (
        frozenset(twin.first),
        frozenset(twin.second),
    )
    assert result_of(game) == (twin.winner, twin.reason)
    assert (game.announced, game.to_move) == (announced_by(twin), twin.to_move)


def play_both(game: Game, twin: TwinGame, policy: Policy, rng: Random) -> None:
    """Play a game and its twin to the end, or for 70 turns, comparing each."""
    compare(game, twin)
    while game.legal_moves() and game.ply < 70:
        move = policy(game, rng)
        game = game.play(move)
        pushes = twin.play(str(move))
        assert len(pushes) == len(game.turns[-1].pushes)
        compare(game, twin)


@settings(deadline=None, max_examples=60)
@given(rule_sets(most_rounds=40), st.sampled_from([random_policy, able_policy]), st.integers(0, 2**32))
def test_a_whole_game_runs_as_the_slow_twins_does(rules: RuleSet, policy: Policy, seed: int) -> None:
    play_both(Game.new(rules), twin_of(rules), policy, Random(seed))


@settings(deadline=None, max_examples=60)
@given(rule_sets(most_rounds=40), positions(), st.sampled_from(Player), st.integers(0, 2**32))
def test_a_game_from_any_position_runs_as_the_slow_twins_does(
    rules: RuleSet, position: Position, to_move: Player, seed: int
) -> None:
    rules = replace(rules, pie=False)
    twin = twin_of(rules)
    twin.first, twin.second = set(names(position.first)), set(names(position.second))
    twin.to_move = to_move.value
    twin.announcers = {player.value for player in Player if position.count(player) == 7}
    play_both(Game(rules=rules, position=position, to_move=to_move), twin, random_policy, Random(seed))


@pytest.mark.parametrize("last_marble", LastMarble)
def test_both_ways_out_of_an_announcement_are_met_under_each_setting(last_marble: LastMarble) -> None:
    rng = Random(11)
    answered, unanswered = 0, 0
    for _ in range(60):
        game = Game.new(RuleSet(rounds=None, last_marble=last_marble))
        while game.result is None:
            duty, other = game.announced is game.to_move.other, game.to_move.other
            game = game.play(random_policy(game, rng))
            answered += duty and game.position.count(other) < 7
            unanswered += duty and game.position.count(other) == 7
    assert answered > 0
    assert unanswered > 0


def test_the_twin_refuses_what_may_not_be_played() -> None:
    with pytest.raises(ValueError, match="d4 is occupied"):
        drop({"d4"}, set(), "second", "d4")
    with pytest.raises(ValueError, match="swap may not be played"):
        TwinGame().play("swap")
