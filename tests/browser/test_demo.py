"""The demo's page: virtual hands play a whole game while everybody else's stay off."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from momentum.play import demo, shows
from momentum.words import say
from tests.browser.conftest import Serve, Visit
from tests.browser.games import TRIAL_0
from tests.browser.tables import quick


@pytest.fixture
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the virtual hands think, look and carry more than ten times as fast."""
    monkeypatch.setattr(shows, "FIRST_LOOK_S", 1.0)
    for name, ms in {"THINK_MS": 60.0, "LOOK_MS": 55.0, "CARRY_MS": 40.0, "ROLL_MS": 50.0}.items():
        monkeypatch.setattr(demo, name, ms)


@pytest.mark.usefixtures("hurried")
def test_virtual_hands_play_a_game_to_its_end_and_nobody_else_does(serve: Serve, visit: Visit) -> None:
    table = serve(quick(demo=True), side=shows.show_on_page)
    visitor = visit(table.address)
    visitor.expect_text("demo", say("en", "page.demo"))
    expect(visitor.tray("first")).to_have_attribute("aria-disabled", "true")
    visitor.carry(visitor.tray("second"), visitor.cell("a1"))
    visitor.expect_text("notice", say("en", "hand.off"))
    visitor.page.wait_for_function('() => document.querySelector("#said [data-said=extra]")', timeout=30_000)
    visitor.page.wait_for_function('() => document.getElementById("turn").dataset.winner', timeout=30_000)
    visitor.expect_winner(TRIAL_0.winner)
    assert visitor.marbles("first") == TRIAL_0.first.split()
    assert visitor.marbles("second") == TRIAL_0.second.split()
    expect(visitor.part("demo")).to_be_visible()
