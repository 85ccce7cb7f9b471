"""What rules and clocks refuse an arbiter has words in every language, not a sentence for programs alone."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from momentum.referee import Act, BadAct, Tick, parse_act
from momentum.rules import Player
from momentum.spoken import Sentence
from momentum.words import LANGUAGES
from tests.referee.sitting import Sitting
from tests.referee.test_arbiter import ACTS, somewhere

CLOCKS = "pie=off clock=5m"
EIGHT = "a1,a2,a3,a4,a5,a6,a7,b1"


def told(why: BadAct | None) -> str:
    """Return the key of why something was refused; its words can be said in every language."""
    assert why is not None
    for language in LANGUAGES:
        assert "{" not in Sentence.of(why.key, **why.values).in_words(language)
    return why.key


@pytest.mark.parametrize(
    ("text", "key"),
    [
        (f"position first={EIGHT} second=-", "ruling.eight"),
        (f"position first={EIGHT},c1 second=-", "ruling.too_many"),
        ("position first=d4 second=d4", "ruling.two"),
        ("counts ply=2000", "ruling.count"),
        ("counts ply=-1", "ruling.whole"),
        ("take_back 0", "ruling.whole"),
        ("irregular first 100", "ruling.count"),
        ("clock first=soon", "ruling.time"),
        ("clock first=101h", "ruling.long_time"),
        ("penalty first time 0s", "ruling.no_time"),
    ],
)
def test_an_act_that_cannot_be_is_told_in_words(text: str, key: str) -> None:
    with pytest.raises(BadAct) as refused:
        parse_act(text)
    assert told(refused.value) == key


def objection(sitting: Sitting, act: str) -> BadAct | None:
    """Return why this act cannot be done now."""
    return sitting.referee.objection(parse_act(act), "as agreed")


def test_time_for_a_clock_whose_flag_has_fallen_is_refused_in_words() -> None:
    sitting = Sitting(CLOCKS)
    sitting.play("d4")
    sitting.later(301_000)
    sitting.tell(Tick(at_ms=sitting.at_ms))
    why = objection(sitting, "penalty first opponent 1m")
    assert told(why) == "ruling.fallen"
    assert why is not None
    assert why.values == {"player": Player.SECOND}


def test_time_for_a_clock_that_counts_up_is_refused_in_words() -> None:
    sitting = Sitting("pie=off clock=up")
    sitting.play("d4")
    assert told(objection(sitting, "penalty first opponent 1m")) == "ruling.counts_up"


def test_a_game_with_eight_on_the_board_does_not_go_on_and_that_is_told_in_words() -> None:
    sitting = Sitting("pie=off")
    moves = ("a1", "g7", "c1", "g5", "e1", "g3", "g1", "e7", "a3", "c7", "c3", "e5", "e3", "c5", "a5")
    sitting.play(*moves)
    assert sitting.phase == "over"
    for act in ("reopen", "swap_sides", "turn second"):
        assert told(objection(sitting, act)) == "ruling.eight"


@settings(max_examples=200)
@given(st.integers(0, 500), ACTS)
def test_whatever_cannot_be_done_is_told_in_words(seed: int, act: Act) -> None:
    why = somewhere(seed).referee.objection(act, "as agreed")
    assert why is None or told(why)
