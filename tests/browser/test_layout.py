"""Both pages fit a phone, a laptop and a large screen: nothing runs over the edge, the board is all there."""

from __future__ import annotations

from playwright.sync_api import expect

from momentum.words import LANGUAGES
from tests.browser.conftest import Visit
from tests.browser.visitor import Visitor
from tests.web.served import Served

OVER_THE_EDGE = """() => {
  const root = document.scrollingElement;
  const over = ({left, right}) => right > innerWidth + 0.5 || left < -0.5;
  const parts = [...document.querySelectorAll("body *")].filter((element) =>
    element.checkVisibility() && !element.closest(".unseen, .skip, .inks, svg, dialog"));
  const names = parts
    .filter((element) => over(element.getBoundingClientRect()))
    .map((element) => element.id || element.className || element.tagName);
  return root.scrollWidth > root.clientWidth ? ["page", ...names] : names;
}"""
"""What is wider than the window."""

CUT_OFF = """() => [...document.querySelectorAll("button, .tool, .turn, .phase, .meta span, .tray-name")]
  .filter((element) => element.checkVisibility() && element.scrollWidth > element.clientWidth + 1)
  .map((element) => element.id || element.dataset.button || element.className)"""
"""Whose words do not fit into it."""


def expect_to_fit(visitor: Visitor) -> None:
    """See that nothing runs over the edge, in either language."""
    for language in reversed(LANGUAGES):
        visitor.page.locator('[data-button="language"], #language').click()
        expect(visitor.page.locator("html")).to_have_attribute("lang", language)
        assert visitor.page.evaluate(OVER_THE_EDGE) == []
        assert visitor.page.evaluate(CUT_OFF) == []


def expect_in_sight(visitor: Visitor) -> None:
    """See that what is needed to play needs no scrolling, and that dialogs fit."""
    for part in ("#board", "#turn", "#phase", '[data-tray="first"]', '[data-tray="second"]'):
        expect(visitor.page.locator(part)).to_be_in_viewport(ratio=1)
    for name in ("new", "resign", "draw"):
        visitor.button(name).click()
        dialog = visitor.part(f"{name}-dialog")
        expect(dialog).to_be_in_viewport(ratio=1)
        assert not dialog.evaluate("box => box.scrollWidth > box.clientWidth")
        visitor.page.keyboard.press("Escape")


def test_nothing_runs_over_the_edge(table: Served, visit: Visit) -> None:
    visitor = visit(table.address)
    visitor.play(["g4"])
    visitor.drop("second", "f4")
    visitor.next_push(2)
    visitor.drop("second", "a7")
    visitor.expect_light("a7", "extra")
    for width, height in ((390, 844), (1280, 800), (1920, 1080)):
        visitor.page.set_viewport_size({"width": width, "height": height})
        visitor.open(table.address)
        expect_to_fit(visitor)
        expect_in_sight(visitor)
        visitor.page.goto(f"{table.address}rules")
        expect(visitor.page.get_by_role("heading", level=1)).not_to_be_empty()
        expect_to_fit(visitor)


def test_a_phone_on_its_side_shows_the_whole_board(table: Served, visit: Visit) -> None:
    visitor = visit(table.address, size=(844, 390), touch=True)
    expect_to_fit(visitor)
    visitor.part("board").scroll_into_view_if_needed()
    expect(visitor.part("board")).to_be_in_viewport(ratio=1)
