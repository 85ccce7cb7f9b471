"""Everything a player reads or hears, in each language, looked up by a dotted key."""

from __future__ import annotations

import json
from functools import cache
from importlib import resources
from types import MappingProxyType

from momentum.errors import MomentumError

LANGUAGES = ("en", "ko")
"""The languages there are words in."""


class WordsError(MomentumError, ValueError):
    """A language, a key or a value that there are no words for."""


@cache
def vocabulary(language: str) -> MappingProxyType[str, str]:
    """Return every key of a language with its words; raises `WordsError` for a language we do not speak."""
    if language not in LANGUAGES:
        raise WordsError(f"no words in {language!r}; choose one of {', '.join(LANGUAGES)}")
    text = resources.files(__name__).joinpath(f"{language}.json").read_text(encoding="utf-8")
    words: dict[str, str] = json.loads(text)
    return MappingProxyType(words)


def say(language: str, key: str, **values: object) -> str:
    """Return the words of `key` with its placeholders filled in.

    Raises `WordsError` for an unknown language or key, and for a placeholder that was given no value.
    """
    words = vocabulary(language)
    if key not in words:
        raise WordsError(
            f"no words for {key!r} in {language!r}; the keys are in momentum/words/{language}.json"
        )
    try:
        return words[key].format(**values)
    except KeyError as missing:
        raise WordsError(f"the words for {key!r} need a value for {missing}") from None
