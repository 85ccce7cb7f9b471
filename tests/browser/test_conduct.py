"""An event on the page: its profile is confirmed by both players, and irregular acts are shown."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import Serve, Visit
from tests.browser.tables import quick
from tests.browser.test_layout import expect_to_fit

EVENT = "pie=off rounds=1 guidance=off clock=15m confirm=on irregular=warning+2m event=Spring_open"


def test_an_event_is_confirmed_played_and_its_result_confirmed(serve: Serve, visit: Visit) -> None:
    table = serve(quick(EVENT))
    visitor = visit(table.address)
    first, second = (visitor.page.locator(f'[data-conduct="{player}"]') for player in ("first", "second"))
    visitor.expect_text("conduct-event", "Spring open")
    expect(visitor.part("settings")).to_contain_text(
        "irregular acts: each is a warning, each gives the opponent 2:00"
    )
    expect_to_fit(visitor)
    first.click()
    expect(first).to_have_text("First player: confirmed ✓")
    visitor.expect_phase("setup")
    second.click()
    visitor.expect_phase("drop")
    expect(visitor.part("conduct")).to_be_hidden()
    visitor.drop("first", "d4")
    visitor.expect_turns(1)
    visitor.move("d4", "c4")
    expect(visitor.part("irregular-counts")).to_have_text("First player: 0 · Second player: 1")
    expect(visitor.part("irregular-acts")).to_contain_text("moved the other's marble before a drop – d4")
    visitor.move("c4", "d4")
    visitor.drop("second", "g7")
    visitor.expect_winner("draw")
    expect(visitor.button("new")).to_have_attribute("aria-disabled", "true")
    second.click()
    first.click()
    expect(visitor.part("conduct-title")).to_contain_text("only the arbiter can change it now")
    visitor.button("new").click()
    visitor.expect_phase("setup")
