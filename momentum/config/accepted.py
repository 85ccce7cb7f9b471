"""What each key of a config takes, in words; read from the schema itself."""

from __future__ import annotations

import types
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from msgspec import Meta

from momentum.config.schema import Config, HexColour, Section

_WORDS = {
    bool: "true or false",
    int: "a whole number",
    float: "a number",
    str: "a text",
    types.NoneType: "nothing",
}


def accepted(key: str) -> str:
    """Return what a key such as `sensors.rows` takes; raises `KeyError` for a key there is not."""
    section: type[Section] = Config
    *sections, last = key.split(".")
    for name in sections:
        section = section_in(get_type_hints(section)[name]) or section
    return _words(get_type_hints(section, include_extras=True)[last])


def section_in(hint: Any) -> type[Section] | None:
    """Return the section that a type hint names, or None when it is a plain value."""
    options = get_args(hint) if _is_union(hint) else (hint,)
    return next((each for each in options if isinstance(each, type) and issubclass(each, Section)), None)


def _is_union(hint: Any) -> bool:
    return get_origin(hint) in (Union, types.UnionType)


def _words(hint: Any) -> str:
    if hint == HexColour:
        return "a colour such as #2896ff"
    if get_origin(hint) is Annotated:
        return _annotated(*get_args(hint))
    if get_origin(hint) is Literal:
        return " or ".join(f'"{each}"' for each in get_args(hint))
    if _is_union(hint):
        return " or ".join(_words(each) for each in get_args(hint) if each is not types.NoneType)
    if section_in(hint):
        return "a section of its own"
    return _WORDS[hint]


def _annotated(inner: Any, meta: Meta) -> str:
    if get_origin(inner) is tuple:
        count = "seven" if meta.min_length else "up to seven"
        return f"a list of {count} GPIO numbers from 0 to 27"
    least = f"over {meta.gt:g}" if meta.gt is not None else f"from {meta.ge:g}"
    return f"{_words(inner)} {least} to {meta.le:g}"
