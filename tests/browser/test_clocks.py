"""The clocks on the page: large digits that count on, the running one told, chosen with a new game."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import Serve, Visit
from tests.browser.tables import quick
from tests.browser.test_layout import expect_in_sight, expect_to_fit


def test_both_clocks_count_on_and_a_new_game_may_have_others(serve: Serve, visit: Visit) -> None:
    table = serve(quick("pie=off clock=61m_turn=press"))
    visitor = visit(table.address)
    first, second = (visitor.page.locator(f'[data-clock="{player}"]') for player in ("first", "second"))
    expect(first).to_have_attribute("data-runs", "yes")
    expect(first).to_contain_text("1:00:5")
    expect(first).to_contain_text("runs")
    expect(second).to_contain_text("1:01:00")
    expect(second).to_contain_text("stands")
    expect(second).to_have_attribute("aria-label", "Second player, 1:01:00 left; stands")
    visitor.drop("first", "d4")
    visitor.expect_turns(1)
    expect(first).to_contain_text("Press to end the turn")
    first.click()
    expect(second).to_have_attribute("data-runs", "yes")
    expect(first).to_have_attribute("data-runs", "no")
    expect_to_fit(visitor)
    expect_in_sight(visitor)
    visitor.button("new").click()
    visitor.page.locator('[name="clock"]').select_option("own")
    visitor.page.locator('[name="clock_text"]').fill("first 2s | second 3m+2s warn=-")
    visitor.page.locator("#new-dialog .primary").click()
    visitor.take_off("d4")
    expect(first).to_contain_text("time was up first", timeout=15_000)
    expect(second).to_contain_text("3:00")
    visitor.expect_winner("second")
    visitor.expect_text("phase", "Time has run out.")
