"""What an arbiter does is told in both languages, with what it is about."""

from __future__ import annotations

import pytest
from hypothesis import given

from momentum.referee import parse_act
from momentum.referee.acts import Act
from momentum.spoken.rulings import ruling
from momentum.words import LANGUAGES
from tests.referee.test_arbiter import ACTS


@given(ACTS)
def test_every_act_has_words_in_every_language(act: Act) -> None:
    for language in LANGUAGES:
        assert all(sentence.in_words(language) for sentence in ruling(act))


@pytest.mark.parametrize(
    ("act", "words"),
    [
        ("pause", "Pause"),
        ("position first=d4,e5 second=-", "Position set: first player d4, e5; second player -"),
        ("clock first=5m second=4m30s", "First player's clock: 5m; Second player's clock: 4m30s"),
        ("penalty first opponent 2m", "Penalty for the first player: the opponent gets 2m"),
        ("penalty second time 30s", "Time off for the second player: 30s"),
        ("penalty both loss", "Both players lose, as a penalty"),
        ("contact d4 bad", "Contact not relied on: d4"),
        ("irregular first 2", "Irregular acts of the first player: 2"),
        ("undo 3", "Act 3 undone"),
    ],
)
def test_an_act_says_what_it_is_about(act: str, words: str) -> None:
    assert "; ".join(sentence.in_words("en") for sentence in ruling(parse_act(act))) == words
