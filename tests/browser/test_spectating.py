"""The spectators' page: the table late, with nothing to act with; players see it at once."""

from __future__ import annotations

from dataclasses import replace

from playwright.sync_api import expect

from momentum.play.session import SessionSettings
from momentum.words import say
from tests.browser.conftest import Exhibit, Serve, Visit
from tests.browser.tables import quick, state_of
from tests.browser.test_access import expect_names
from tests.browser.test_layout import expect_to_fit
from tests.browser.test_words import expect_both, switch

LATE_S = 0.5


def test_spectators_see_the_table_late_and_cannot_touch_it(serve: Serve, visit: Visit) -> None:
    build = quick("clock=61m")
    table = serve(replace(build, session=SessionSettings(spectator_delay_s=LATE_S)))
    player = visit(table.address)
    watcher = visit(f"{table.address}watch")
    watcher.expect_text("late", say("en", "watch.late", seconds=LATE_S))
    player.drop("first", "d4")
    player.drop("second", "e5")
    watcher.expect_light("d4", "lift")
    player.finish_turn(2)
    watcher.expect_turns(2)
    watcher.expect_marble("c3", "first")
    clock = watcher.page.locator('[data-clock="first"]')
    expect(clock).to_have_attribute("data-runs", "yes")
    expect(clock).to_contain_text("1:00:5")
    expect(watcher.page.locator('meta[name="momentum-token"]')).to_have_count(0)
    expect(watcher.page.locator("main button")).to_have_count(0)
    watcher.cell("c3").click()
    watcher.cell("c3").press("Delete")
    watcher.cell("c3").press("ArrowUp")
    expect(watcher.cell("c4")).to_be_focused()
    expect(watcher.page.locator(".marble.held, #held .marble")).to_have_count(0)
    assert player.marbles("first") == watcher.marbles("first") == ["c3"]


def test_the_spectators_page_speaks_both_languages(exhibit: Exhibit, visit: Visit) -> None:
    visitor = visit(f"{exhibit(state_of(fault=1)).address}watch")
    visitor.expect_text("late", say("en", "watch.now"))
    expect_both(visitor)
    expect_names(visitor)
    visitor.page.set_viewport_size({"width": 390, "height": 844})
    expect_to_fit(visitor)
    switch(visitor, "ko")
    expect_names(visitor)
