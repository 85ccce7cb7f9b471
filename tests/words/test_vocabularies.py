"""Both languages say the same things, in words that fit what is put into them."""

from __future__ import annotations

import re
import string

import pytest

from momentum.errors import MomentumError
from momentum.guidance import Meaning, RingMeaning
from momentum.referee import Announcement, Phase
from momentum.rules import LastMarble, Player, Reason
from momentum.words import LANGUAGES, WordsError, say, vocabulary

KEYS = sorted(vocabulary("en"))
PARTICLES = ("은", "는", "이", "가", "을", "를", "로", "으로", "와", "과", "의", "에", "에서", "에게")


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def test_both_languages_have_the_same_keys_in_the_same_order() -> None:
    assert list(vocabulary("en")) == list(vocabulary("ko"))


@pytest.mark.parametrize("key", KEYS)
def test_both_languages_take_the_same_values(key: str) -> None:
    assert placeholders(vocabulary("en")[key]) == placeholders(vocabulary("ko")[key])


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_words_are_empty_or_padded(language: str) -> None:
    assert [key for key, text in vocabulary(language).items() if not text or text != text.strip()] == []


def test_korean_puts_no_particle_after_a_value() -> None:
    pattern = re.compile(r"\}(?:" + "|".join(PARTICLES) + r")(?![가-힣])")
    assert [key for key, text in vocabulary("ko").items() if pattern.search(text)] == []


def test_korean_words_are_korean() -> None:
    same = {"page.title", "language.switch", "language.switch_label"}
    latin = [key for key, text in vocabulary("ko").items() if not re.search("[가-힣]", text)]
    assert set(latin) <= same


def test_english_words_are_english() -> None:
    korean = [key for key, text in vocabulary("en").items() if re.search("[가-힣]", text)]
    assert set(korean) == {"language.switch", "language.switch_label"}


@pytest.mark.parametrize(
    ("family", "members"),
    [
        ("said", Announcement),
        ("phase", Phase),
        ("reason", Reason),
        ("player", Player),
        ("turn", Player),
        ("cell", Player),
        ("tray.label", Player),
        ("means", Meaning),
        ("legend", Meaning),
        ("ring", RingMeaning),
        ("new", LastMarble),
        ("settings", LastMarble),
    ],
)
def test_everything_that_can_be_shown_has_words(
    family: str, members: type[Announcement | Phase | Reason | Player | Meaning | RingMeaning | LastMarble]
) -> None:
    assert [member for member in members if f"{family}.{member.value}" not in vocabulary("en")] == []


def test_say_fills_in_the_values() -> None:
    assert say("en", "do.lift", cell="d4", to="c3") == "Push d4 to c3"
    assert say("ko", "do.lift", cell="d4", to="c3") == "d4 구슬을 c3 칸으로 미세요"


def test_a_language_we_do_not_speak_is_refused_with_those_we_do() -> None:
    with pytest.raises(WordsError, match=r"'fr'; choose one of en, ko"):
        say("fr", "do.drop")


def test_an_unknown_key_is_refused_by_name() -> None:
    with pytest.raises(WordsError, match=r"'do\.fly' in 'ko'"):
        say("ko", "do.fly")


def test_a_missing_value_is_refused_by_name() -> None:
    with pytest.raises(WordsError, match=r"'do\.lift' need a value for 'to'"):
        say("en", "do.lift", cell="d4")


def test_words_errors_are_momentum_errors_and_value_errors() -> None:
    assert issubclass(WordsError, MomentumError)
    assert issubclass(WordsError, ValueError)


def test_nobody_can_change_the_words() -> None:
    with pytest.raises(TypeError):
        vocabulary("en")["do.drop"] = "Eat it"  # type: ignore[index]
