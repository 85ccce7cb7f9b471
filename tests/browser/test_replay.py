"""Finished games on their page: listed, opened, stepped through by buttons, keys and slider."""

from __future__ import annotations

from dataclasses import replace

from playwright.sync_api import expect

from momentum.records.book import Record
from momentum.records.store import JournalInMemory
from momentum.words import say
from tests.browser.conftest import Serve, Visit
from tests.browser.tables import quick
from tests.browser.test_access import expect_names
from tests.browser.test_layout import expect_to_fit
from tests.browser.test_words import expect_both, switch
from tests.browser.visitor import Visitor
from tests.records.journals import given_up

SET_RIGHT = """\
[Momentum "2"]
[Rules "pie=off"]
[Result "neither arbiter"]

1. d4 e5 {arbiter: d4/e5 first 2}
2. a1 {both had left}
"""


def expect_step(visitor: Visitor, ply: int, first: list[str], second: list[str]) -> None:
    """Wait until the board after a turn is shown, with these marbles."""
    expect(visitor.part("step")).to_have_js_property("value", str(ply))
    assert (visitor.marbles("first"), visitor.marbles("second")) == (first, second)


def test_what_an_arbiter_set_is_a_step_of_its_own(serve: Serve, visit: Visit) -> None:
    journal = JournalInMemory().open()
    journal.import_game(Record.parse(SET_RIGHT), "event.txt")
    visitor = visit(serve(replace(quick(), journal=journal)).address)
    visitor.page.goto(f"{visitor.page.url}games?game=1")
    expect(visitor.part("replay-result")).to_contain_text(say("en", "result.neither"))
    visitor.page.keyboard.press("End")
    expect_step(visitor, 4, ["a1", "d4"], ["e5"])
    expect(visitor.part("replay-note")).to_contain_text("both had left")
    visitor.part("step-back").click()
    expect_step(visitor, 3, ["d4"], ["e5"])
    turn = say("en", "turn.first")
    expect(visitor.part("replay-turn")).to_have_text(say("en", "games.set", turn=turn))
    visitor.part("step-back").click()
    expect_step(visitor, 2, ["c3"], ["e5"])
    visitor.page.locator('#turns [data-ply="3"]').click()
    expect_step(visitor, 4, ["a1", "d4"], ["e5"])


def test_a_finished_game_is_stepped_through(serve: Serve, visit: Visit) -> None:
    journal = JournalInMemory().open()
    given_up(journal, "second", "d4", "e5", "d3")
    given_up(journal, "first", "a1")
    visitor = visit(serve(replace(quick(), journal=journal)).address)
    visitor.part("games-link").click()
    expect(visitor.page.locator("#games a")).to_have_count(2)
    expect(visitor.part("replay")).to_be_hidden()
    visitor.page.locator('[data-game="1"]').click()
    expect(visitor.part("replay-title")).to_be_focused()
    expect_step(visitor, 0, [], [])

    visitor.page.keyboard.press("ArrowRight")
    expect_step(visitor, 1, ["d4"], [])
    visitor.part("step-on").click()
    expect_step(visitor, 2, ["c3"], ["e5"])
    visitor.expect_light("d4", "lift")
    visitor.expect_light("e5", "dropped")
    expect(visitor.part("replay-turn")).to_contain_text(
        say("en", "games.pushed", **{"from": "d4", "to": "c3"})
    )
    visitor.part("step").press("End")
    expect_step(visitor, 3, ["b3", "d3"], ["e5"])
    visitor.page.locator('#turns [data-ply="1"]').click()
    expect_step(visitor, 1, ["d4"], [])
    expect(visitor.page.locator('#turns [aria-current="step"]')).to_have_attribute("data-ply", "1")
    visitor.part("step-end").click()
    visitor.part("step-back").click()
    visitor.part("step-start").click()
    expect_step(visitor, 0, [], [])
    visitor.part("step-on").click()

    expect_both(visitor)
    expect_names(visitor)
    visitor.page.set_viewport_size({"width": 390, "height": 844})
    expect_to_fit(visitor)
    switch(visitor, "ko")
    expect_names(visitor)
    visitor.page.reload()
    expect(visitor.part("replay-title")).to_have_text(say("ko", "games.game", number=1))
    visitor.page.go_back()
    expect(visitor.part("replay")).to_be_hidden()
