"""A small JSON Schema validator: just the words that the published schema uses, and it refuses any other."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

_NOTES = {"$schema", "title", "description", "default", "$defs"}
_OF_OBJECTS = {"properties", "required", "additionalProperties", "propertyNames"}
_TYPES: dict[str, type] = {
    "object": dict, "array": list, "string": str, "integer": int, "boolean": bool, "null": type(None),
}  # fmt: skip


def problems(value: Any, schema: dict[str, Any], root: dict[str, Any], at: str = "$") -> list[str]:
    """Return what is wrong with a value by this schema; `root` holds its definitions."""
    found: list[str] = []
    for word, rule in schema.items():
        if word in _NOTES or (word in _OF_OBJECTS and not isinstance(value, dict)):
            continue
        if word == "$ref":
            found += problems(value, root["$defs"][rule.rsplit("/", 1)[1]], root, at)
        elif word == "anyOf":
            fits = any(not problems(value, each, root, at) for each in rule)
            found += [] if fits else [f"{at}: fits none"]
        elif word in ("properties", "items", "additionalProperties", "propertyNames"):
            for place, part, inner in _parts(word, rule, value, schema):
                found += (
                    [f"{at}.{place}: unknown"]
                    if inner is False
                    else problems(part, inner, root, f"{at}.{place}")
                )
        elif not _holds(word, rule, value):
            found.append(f"{at}: {word} {rule}")
    return found


def _parts(word: str, rule: Any, value: Any, schema: dict[str, Any]) -> Iterator[tuple[str, Any, Any]]:
    """Yield each part of a value that a word speaks of: its place, the part, and its own schema."""
    if word == "items":
        for number, each in enumerate(value if isinstance(value, list) else ()):
            yield str(number), each, rule
        return
    known = schema.get("properties", {})
    for key, each in value.items():
        if word == "propertyNames":
            yield key, key, rule
        elif word == "properties" and key in rule:
            yield key, each, rule[key]
        elif word == "additionalProperties" and key not in known:
            yield key, each, rule


def _holds(word: str, rule: Any, value: Any) -> bool:
    number = isinstance(value, int) and not isinstance(value, bool)
    rules: dict[str, Callable[[], bool]] = {
        "type": lambda: isinstance(value, _TYPES[rule]) and (rule != "integer" or number),
        "enum": lambda: value in rule,
        "required": lambda: set(rule) <= set(value),
        "pattern": lambda: not isinstance(value, str) or re.search(rule, value) is not None,
        "minimum": lambda: not number or bool(value >= rule),
        "maximum": lambda: not number or bool(value <= rule),
    }
    return rules[word]()
