"""Every word comes in the language on show, in every state of the page, and the choice is remembered."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from momentum.rules import mask_of, parse_cell
from momentum.spoken import Sentence
from momentum.web.views import JournalView
from momentum.words import LANGUAGES, say
from tests.browser.conftest import Exhibit, Visit
from tests.browser.tables import state_of
from tests.browser.visitor import Visitor
from tests.web.served import Served

TEXTS = """() => {
  const own = (element) => [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE);
  const named = ["aria-label", "title", "alt", "placeholder"];
  const said = (element) => named.map((name) => element.getAttribute(name));
  const seen = [...document.querySelectorAll("body *")].filter((element) =>
    element.checkVisibility() && !element.closest('noscript, body [lang="en"]'));
  const texts = seen.flatMap((element) => [...own(element).map((node) => node.data), ...said(element)]);
  return [document.title, ...texts].map((text) => text?.trim()).filter(Boolean);
}"""
"""Everything that is seen or read aloud; what is marked as a machine's own English sentence apart."""

HANGUL = re.compile("[가-힣ㄱ-ㅎㅏ-ㅣ]")
LATIN = re.compile("[A-Za-z]{2,}")
ENGLISH_IN_KOREAN = {"English", "Delete", "Esc", "Home", "End", "Momentum", "Phil", "Leduc"}
"""The other language's own name, four keys, and the game's and its author's names."""
KOREAN_IN_ENGLISH = re.compile("한국어")


def texts(visitor: Visitor) -> list[str]:
    found: list[str] = visitor.page.evaluate(TEXTS)
    return found


def foreign(texts: list[str], language: str) -> list[str]:
    """Return the texts that hold words of the other language."""
    if language == "en":
        return [text for text in texts if HANGUL.search(KOREAN_IN_ENGLISH.sub("", text))]
    return [text for text in texts if set(LATIN.findall(text)) - ENGLISH_IN_KOREAN]


def switch(visitor: Visitor, language: str) -> None:
    """Press the language button and wait until the page says so."""
    visitor.page.locator('[data-button="language"], #language').click()
    expect(visitor.page.locator("html")).to_have_attribute("lang", language)


def expect_both(visitor: Visitor) -> None:
    """See that all words are English, then all Korean, then English as before."""
    before = texts(visitor)
    assert len(before) > 20
    assert foreign(before, "en") == []
    switch(visitor, "ko")
    assert foreign(texts(visitor), "ko") == []
    switch(visitor, "en")
    assert texts(visitor) == before


def test_all_words_follow_the_language_through_a_game(table: Served, visit: Visit) -> None:
    visitor = visit(table.address)
    visitor.page.locator("#said-box summary").click()
    expect_both(visitor)
    visitor.drop("first", "g4")
    visitor.finish_turn(1)
    expect_both(visitor)
    visitor.drop("second", "f4")
    visitor.next_push(2)
    visitor.drop("second", "a7")
    visitor.expect_said("extra")
    expect_both(visitor)
    visitor.take_off("a7")
    visitor.finish_turn(2)
    visitor.button("pause").click()
    visitor.expect_phase("paused")
    expect_both(visitor)
    visitor.button("draw").click()
    visitor.page.locator("#draw-dialog [data-confirm]").click()
    visitor.expect_winner("draw")
    expect_both(visitor)


def test_all_words_of_the_dialogs_and_the_rules_follow_the_language(table: Served, visit: Visit) -> None:
    visitor = visit(table.address)
    for language in reversed(LANGUAGES):
        switch(visitor, language)
        for name in ("new", "resign", "draw"):
            visitor.button(name).click()
            visitor.expect_text(f"{name}-title", say(language, f"{name}.title"))
            assert foreign(texts(visitor), language) == []
            visitor.page.keyboard.press("Escape")
    visitor.page.locator('[data-button="rules"]').click()
    expect(visitor.page.get_by_role("heading", level=1)).to_have_text(say("en", "rules.title"))
    expect_both(visitor)


def test_what_is_wrong_with_a_real_table_is_said_in_the_language_on_show(
    exhibit: Exhibit, visit: Visit
) -> None:
    faults = mask_of([parse_cell("c5"), parse_cell("g1")])
    shown = state_of(kind="board", fault=faults, device="no /dev/ttyACM0", lights="no /dev/spidev0.0")
    shown["device"]["weak_supply"] = True
    case = exhibit(shown)
    visitor = visit(case.address)
    told = visitor.part("device")
    expect(told).to_contain_text(f"{say('en', 'device.lost')} no /dev/ttyACM0 {say('en', 'device.unlit')}")
    expect(told).to_contain_text("/dev/spidev0.0")
    expect(told).to_contain_text(say("en", "device.weak_supply"))
    expect(told).to_contain_text(say("en", "device.fault", cells="g1, c5"))
    expect_both(visitor)


def test_a_game_that_cannot_be_written_down_is_told_with_what_to_do(exhibit: Exhibit, visit: Visit) -> None:
    journal = JournalView(say=Sentence("journal.full"), why="the disk that holds games.sqlite is full")
    case = exhibit(state_of(device="the game cannot be written down", journal=journal, voice="it died"))
    visitor = visit(case.address)
    told = visitor.part("device")
    expect(told).to_contain_text(f"{say('en', 'journal.full')} {journal.why} {say('en', 'device.unheard')}")
    expect(told).not_to_contain_text(say("en", "device.lost"))
    expect(visitor.part("phase")).to_have_text(say("en", "do.paused_device"))
    expect_both(visitor)


def test_a_refusal_by_the_table_is_told_in_the_language_on_show(table: Served, visit: Visit) -> None:
    visitor = visit(table.address, forgive=("status of 409",))
    switch(visitor, "ko")
    visitor.drop("first", "a4")
    assert table.act(do="slide", cell="a4", to="a5", ms=10_000)[0] == 200
    visitor.cell("a4").click()
    expect(visitor.part("notice")).to_have_text(say("ko", "hand.nothing", cell="a4"))
    assert foreign(texts(visitor), "ko") == []


def test_the_language_is_remembered_on_every_page_of_this_browser_alone(table: Served, visit: Visit) -> None:
    visitor = visit(table.address)
    switch(visitor, "ko")
    visitor.open(table.address)
    expect(visitor.page.locator("html")).to_have_attribute("lang", "ko")
    visitor.expect_text("turn", say("ko", "turn.first"))
    visitor.page.goto(f"{table.address}rules")
    expect(visitor.page.get_by_role("heading", level=1)).to_have_text(say("ko", "rules.title"))
    other = visit(table.address)
    other.expect_text("turn", say("en", "turn.first"))
