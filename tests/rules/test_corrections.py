"""Corrections: what an arbiter sets between turns, how turns are counted then, how they are undone."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from momentum.rules import (
    BadCorrection,
    Correction,
    GameIsOver,
    Player,
    Position,
    Reason,
    Result,
    RuleSet,
)
from tests.rules.boards import played

CELLS = st.sets(st.integers(0, 48), max_size=14).map(sorted)


@st.composite
def corrections(draw: st.DrawFn) -> Correction:
    """Corrections that can be made."""
    cells = draw(CELLS)
    first = sum(1 << cell for cell in cells[::2])
    return Correction(
        after=draw(st.integers(0, 60)),
        position=Position(first, sum(1 << cell for cell in cells[1::2])),
        to_move=draw(st.sampled_from(Player)),
        ply=draw(st.integers(0, 1998)),
    )


@given(corrections())
def test_a_correction_has_a_text_that_reads_back(correction: Correction) -> None:
    assert Correction.parse(str(correction), correction.after) == correction


def test_play_goes_on_from_a_correction_and_turns_are_counted_from_its_count() -> None:
    game = (
        played("d4", "g7")
        .corrected(Position.parse("d4/a1"), Player.SECOND, 7)
        .play(played("a7").turns[0].move)
    )
    assert str(game.position) == "d4/a1,a7"
    assert (game.ply, game.round, game.to_move) == (8, 4, Player.FIRST)
    assert [ply for ply, _ in game.numbered()] == [1, 2, 8]


def test_a_turn_after_a_correction_is_undone_to_it_and_one_before_it_takes_it_along() -> None:
    corrected = played("d4", "g7").corrected(Position.parse("d4/a1"))
    assert corrected.play(played("a7").turns[0].move).undone() == corrected
    assert corrected.undone() == played("d4")


def test_a_second_correction_at_one_place_takes_the_place_of_the_first() -> None:
    once = played("d4").corrected(Position.parse("e4/-"))
    twice = once.corrected(to_move=Player.FIRST)
    assert [str(each) for each in twice.corrections] == ["e4/- first 1"]


def test_the_round_limit_follows_the_count_that_was_set() -> None:
    game = played("d4", "g7", rules=RuleSet(rounds=10)).corrected(ply=19)
    assert game.play(played("a7").turns[0].move).result == Result(Player.FIRST, Reason.ROUNDS)


def test_a_correction_lets_a_game_go_on_that_was_over() -> None:
    over = played("a1", "g7", rules=RuleSet(rounds=1))
    assert over.result is not None
    assert over.corrected(ply=0).result is None


def test_the_pie_rule_follows_what_was_set() -> None:
    game = played("d4", "g7").corrected(Position.parse("d4/-"), Player.SECOND, 1)
    assert game.may_swap
    assert not game.corrected(ply=2).may_swap


@pytest.mark.parametrize("text", ["", "d4/e5 second", "d4/e5 second -1", "d4 second 2", "d4/e5 second 99999"])
def test_what_is_no_correction_is_refused(text: str) -> None:
    with pytest.raises(BadCorrection, match="correction"):
        Correction.parse(text, 0)


def test_the_last_word_is_the_arbiters_after_a_correction_or_a_result_of_theirs() -> None:
    game = played("d4", "g7")
    assert not game.ruled
    assert game.corrected().ruled
    assert not game.corrected().play(played("a7").turns[0].move).ruled
    both = game.end(Result(None, Reason.ARBITER, both_lose=True))
    assert both.ruled
    with pytest.raises(GameIsOver, match="lost by both players"):
        both.end(Result(None, Reason.AGREED))
