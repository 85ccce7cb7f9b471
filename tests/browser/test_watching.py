"""Pages without hands: those that may only watch, and those of a real table."""

from __future__ import annotations

from playwright.sync_api import expect

from momentum.words import say
from tests.browser.conftest import Exhibit, Serve, Visit
from tests.browser.tables import WatchersGuard, quick, state_of
from tests.browser.visitor import Visitor

BUTTONS = ("swap", "undo", "pause", "new", "resign", "draw")


def expect_no_hands(visitor: Visitor) -> None:
    """See that neither mouse nor keys take or drop a marble here."""
    expect(visitor.tray("first")).to_have_attribute("aria-disabled", "true")
    visitor.carry(visitor.tray("first"), visitor.cell("d4"))
    visitor.expect_text("notice", say("en", "hand.off"))
    visitor.cell("d4").click()
    visitor.cell("d4").press("Enter")
    visitor.cell("d4").press("1")
    expect(visitor.page.locator("#held .marble")).to_have_count(0)
    assert visitor.marbles("first") == []


def test_a_page_without_the_key_only_watches(serve: Serve, visit: Visit) -> None:
    table = serve(quick(), guard=WatchersGuard("127.0.0.1"))
    watcher = visit(table.address)
    watcher.expect_text("watching", say("en", "page.watching"))
    expect(watcher.part("watching")).to_be_visible()
    expect_no_hands(watcher)
    for name in BUTTONS:
        expect(watcher.button(name)).to_have_attribute("aria-disabled", "true")
    watcher.button("new").click(force=True)
    watcher.expect_text("notice", say("en", "why.watching"))
    expect(watcher.part("new-dialog")).to_be_hidden()

    player = visit(f"{table.address}?key={table.token}")
    expect(player.part("watching")).to_be_hidden()
    player.drop("first", "d4")
    watcher.expect_marble("d4", "first")
    watcher.expect_turns(1)


def test_the_key_goes_along_to_the_rules_and_back(serve: Serve, visit: Visit) -> None:
    table = serve(quick(), guard=WatchersGuard("127.0.0.1"))
    player = visit(f"{table.address}?key={table.token}")
    player.page.locator('[data-button="rules"]').click()
    expect(player.part("back")).to_have_text(say("en", "rules.back"))
    player.part("back").click()
    player.expect_connected()
    player.drop("first", "d4")
    player.expect_turns(1)
    player.page.go_back()
    player.page.go_back()
    player.expect_connected()
    player.drop("second", "a1")
    player.expect_turns(2)


def test_a_real_tables_page_moves_no_marbles_but_has_its_buttons(exhibit: Exhibit, visit: Visit) -> None:
    visitor = visit(exhibit(state_of(kind="board")).address)
    visitor.expect_text("kind", say("en", "page.real"))
    expect_no_hands(visitor)
    expect(visitor.button("pause")).to_have_attribute("aria-disabled", "false")


def test_a_button_that_is_not_for_now_says_why(serve: Serve, visit: Visit) -> None:
    visitor = visit(serve(quick("pie=off")).address, size=(390, 844))
    visitor.button("swap").click(force=True)
    visitor.expect_text("notice", say("en", "why.swap"))
    expect(visitor.part("notice")).to_be_in_viewport(ratio=1)
