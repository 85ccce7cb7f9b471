"""The players' colours of the table's config reach the marbles on the page, while it is open, too."""

from __future__ import annotations

from playwright.sync_api import expect

from momentum.rules import Player
from tests.browser.conftest import Exhibit, Visit
from tests.browser.tables import state_of
from tests.browser.visitor import Visitor

GLASS = """(owner) => [...document.querySelectorAll(`#glass-${owner} stop`)].map((stop) =>
  stop.getAttribute("stop-color"))"""


def glass(visitor: Visitor, owner: Player) -> list[str]:
    """Return the colours of a player's marbles, from the middle outward."""
    colours: list[str] = visitor.page.evaluate(GLASS, owner.value)
    return colours


def test_marbles_have_the_colours_of_the_config(exhibit: Exhibit, visit: Visit) -> None:
    case = exhibit(state_of(colours={Player.FIRST: (40, 150, 255), Player.SECOND: (255, 140, 0)}))
    visitor = visit(case.address)
    usual = {player: glass(visitor, player) for player in Player}
    assert usual[Player.FIRST] != usual[Player.SECOND]
    case.show(state_of(colours={Player.FIRST: (0, 200, 0), Player.SECOND: (255, 140, 0)}))
    expect(visitor.page.locator("#glass-first stop").nth(1)).to_have_attribute("stop-color", "#00c800")
    assert glass(visitor, Player.FIRST) == ["rgb(153 233 153)", "#00c800", "#00c800", "rgb(0 60 0)"]
    assert glass(visitor, Player.SECOND) == usual[Player.SECOND]
    case.show(state_of(colours={Player.FIRST: (40, 150, 255)}))
    again = visitor.page.locator("#glass-first stop").nth(1)
    expect(again).to_have_attribute("stop-color", usual[Player.FIRST][1])
