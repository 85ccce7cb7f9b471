"""The pages use words that exist, use them all, and hold nothing that a strict content policy would stop."""

from __future__ import annotations

import re
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path

import pytest

from momentum.guidance import Meaning, RingMeaning
from momentum.referee import Announcement
from momentum.words import vocabulary

STATIC = resources.files("momentum") / "web" / "static"
KEYS = set(vocabulary("en"))
FAMILIES = {key.split(".")[0] for key in KEYS}


def texts(folder: Traversable, ending: str) -> dict[str, str]:
    return {
        item.name: item.read_text(encoding="utf-8")
        for item in folder.iterdir()
        if item.is_file() and item.name.endswith(ending)
    }


PAGES = texts(STATIC, ".html")
SCRIPTS = texts(STATIC / "js", ".js")
STYLES = texts(STATIC / "css", ".css")
PROGRAMS = [path.read_text(encoding="utf-8") for path in Path(str(STATIC)).parents[1].rglob("*.py")]


def keys_in_page(text: str) -> set[str]:
    return set(re.findall(r'data-word(?:-label)?="([^"]+)"', text))


def keys_in_script(text: str) -> set[str]:
    literals = re.findall(r'"([a-z]+(?:\.[a-z0-9_]+)+)"', text)
    return {literal for literal in literals if literal.split(".")[0] in FAMILIES}


def prefixes_in_script(text: str) -> set[str]:
    prefixes = re.findall(r"`([a-z]+\.[a-z_.]*)\$\{", text)
    return {prefix for prefix in prefixes if prefix.split(".")[0] in FAMILIES}


def prefixes_in_program(text: str) -> set[str]:
    prefixes = re.findall(r'f"([a-z]+\.[a-z_.]*)\{', text)
    return {prefix for prefix in prefixes if prefix.split(".")[0] in FAMILIES}


def named_in_table(text: str, table: str) -> set[str]:
    body = re.search(rf"const {table} = \{{\n(.*?)\n\}};", text, re.DOTALL)
    assert body is not None
    return set(re.findall(r"^  (\w+):", body[1], re.MULTILINE))


def test_there_are_pages_for_the_table_its_spectators_its_arbiter_its_games_and_the_rules() -> None:
    assert set(PAGES) == {"arbiter.html", "games.html", "index.html", "rules.html", "watch.html"}


@pytest.mark.parametrize("name", PAGES)
def test_a_page_asks_only_for_words_that_exist(name: str) -> None:
    assert keys_in_page(PAGES[name]) - KEYS == set()


@pytest.mark.parametrize("name", SCRIPTS)
def test_a_script_asks_only_for_words_that_exist(name: str) -> None:
    assert keys_in_script(SCRIPTS[name]) - KEYS == set()
    assert [
        prefix
        for prefix in prefixes_in_script(SCRIPTS[name])
        if not any(key.startswith(prefix) for key in KEYS)
    ] == []


def test_no_words_lie_unused() -> None:
    texts_with_literals = [*SCRIPTS.values(), *PROGRAMS]
    used = set().union(*map(keys_in_page, PAGES.values()), *map(keys_in_script, texts_with_literals))
    prefixes = tuple(
        set().union(*map(prefixes_in_script, SCRIPTS.values()), *map(prefixes_in_program, PROGRAMS))
    )
    assert {key for key in KEYS - used if not key.startswith(prefixes)} == set()


@pytest.mark.parametrize("name", PAGES)
def test_a_page_has_no_inline_script_style_or_handler(name: str) -> None:
    assert re.findall(r"<style|\sstyle=|\son\w+=|<script(?![^>]*\ssrc=)", PAGES[name]) == []


@pytest.mark.parametrize("name", PAGES)
def test_a_page_leaves_its_language_to_the_server(name: str) -> None:
    assert PAGES[name].count("{{language}}") == 1


def test_the_table_page_takes_its_token_from_the_server() -> None:
    assert PAGES["index.html"].count('<meta name="momentum-token" content="{{token}}">') == 1


@pytest.mark.parametrize("name", SCRIPTS)
def test_a_script_makes_no_markup_from_text(name: str) -> None:
    assert (
        re.findall(
            r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function", SCRIPTS[name]
        )
        == []
    )


@pytest.mark.parametrize("name", SCRIPTS)
def test_a_script_imports_only_its_neighbours(name: str) -> None:
    assert set(re.findall(r'from "\./([^"]+)"', SCRIPTS[name])) - set(SCRIPTS) == set()
    assert re.findall(r'from "(?!\./)[^"]+"', SCRIPTS[name]) == []


@pytest.mark.parametrize("text", [*PAGES.values(), *SCRIPTS.values(), *STYLES.values()])
def test_nothing_is_fetched_from_elsewhere(text: str) -> None:
    addresses = set(re.findall(r"https?://[^\s\"')]+", text))
    assert addresses <= {"http://www.w3.org/2000/svg"}


@pytest.mark.parametrize("name", PAGES)
def test_every_file_that_a_page_names_is_there(name: str) -> None:
    for path in re.findall(r'"/static/([^"]+)"', PAGES[name]):
        assert STATIC.joinpath(*path.split("/")).is_file(), path


def test_every_meaning_has_a_shape() -> None:
    glyphs = SCRIPTS["glyphs.js"]
    assert named_in_table(glyphs, "CELL_SHAPES") == {meaning.value for meaning in Meaning}
    assert named_in_table(glyphs, "RING_SHAPES") == {meaning.value for meaning in RingMeaning}


def test_every_announcement_has_a_sound_of_its_own() -> None:
    sound = SCRIPTS["sound.js"]
    assert named_in_table(sound, "PATTERNS") == {announcement.value for announcement in Announcement}
    patterns = re.findall(r"^  \w+: (\[\[.*\]\]),$", sound, re.MULTILINE)
    assert len(set(patterns)) == len(Announcement)
