"""The printed slip: a page with a result, room for signatures and a QR code; read and checked again."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape
from importlib.resources import files
from itertools import groupby, zip_longest

import segno

from momentum.records.book import winner_text
from momentum.records.errors import RecordError
from momentum.records.slip import BEGINS, Slip
from momentum.words import LANGUAGES, say

_QUIET = 4
"""Modules of white around a QR code, as its standard asks for."""
_LANGUAGE = re.compile(r'<html lang="([a-z]+)">')
_SIGNED = re.compile(rf"{BEGINS}[^<\s][^<\n]*")


def slip_page(slip: Slip, language: str) -> str:
    """Return the page to print: HTML that needs nothing beside it, made of the slip's own words alone."""
    template = (files("momentum") / "records" / "slip.html").read_text(encoding="utf-8")
    values = {**_facts(slip, language), **_names(language), "picture": qr_picture(str(slip))}
    return re.sub(r"\{\{(\w+)\}\}", lambda match: values[match[1]], template)


def _facts(slip: Slip, language: str) -> dict[str, str]:
    facts = {
        "language": language,
        "result": say(language, f"result.{winner_text(slip.result)}"),
        "reason": say(language, f"reason.{slip.result.reason}"),
        "game": str(slip.game),
        "began": slip.began.replace("T", " ").replace("Z", " UTC"),
        "turns": str(slip.turns),
        "marbles": f"{slip.marbles[0]} – {slip.marbles[1]}",
        "text": str(slip),
    }
    return {name: escape(value) for name, value in facts.items()}


def _names(language: str) -> dict[str, str]:
    names = {
        "title": "slip.title",
        "game_name": "slip.game",
        "began_name": "slip.began",
        "turns_name": "slip.turns",
        "marbles_name": "slip.marbles",
        "first_name": "slip.first_name",
        "first_signature": "slip.first_signature",
        "second_name": "slip.second_name",
        "second_signature": "slip.second_signature",
        "arbiter_name": "slip.arbiter_name",
        "arbiter_signature": "slip.arbiter_signature",
        "about": "slip.about",
    }
    return {name: escape(say(language, key)) for name, key in names.items()}


def qr_picture(text: str) -> str:
    """Return the QR code of a text as an SVG element."""
    rows = [list(row) for row in segno.make_qr(text, error="m").matrix_iter(border=_QUIET)]
    path = "".join(_bars(rows))
    return f'<svg viewBox="0 0 {len(rows)} {len(rows)}" role="img" aria-label="QR"><path d="{path}"/></svg>'


def _bars(rows: list[list[int]]) -> Iterator[str]:
    """Yield every row's dark bars as pieces of a path."""
    for y, row in enumerate(rows):
        x = 0
        for dark, modules in groupby(row):
            width = len(list(modules))
            if dark:
                yield f"M{x} {y}h{width}v1h-{width}z"
            x += width


def read_slip_page(page: str) -> Slip:
    """Return the slip of a page, which must be the one printed for it; raises `RecordError`."""
    texts = set(_SIGNED.findall(page))
    if len(texts) != 1:
        raise RecordError("this page holds no signed result, or more than one")
    slip = Slip.parse(texts.pop())
    language = _LANGUAGE.search(page)
    if language is None or language[1] not in LANGUAGES:
        raise RecordError('the page is not as it was printed: <html lang="..."> is another')
    _compare(page, slip_page(slip, language[1]))
    return slip


def _compare(page: str, printed: str) -> None:
    """Raise `RecordError` when a page is not what is printed for its signed text."""
    if page == printed:
        return
    pairs = zip_longest(page.split("\n"), printed.split("\n"), fillvalue="")
    number, (found, wanted) = next((n, pair) for n, pair in enumerate(pairs, start=1) if pair[0] != pair[1])
    raise RecordError(
        f"the page does not show what was signed: its line {number} is {found.strip()[:80]!r}, "
        f"printed was {wanted.strip()[:80]!r}"
    )
