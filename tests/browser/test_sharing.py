"""Two browsers at one table see the same, each in its own language, and both may move marbles."""

from __future__ import annotations

from momentum.words import say
from tests.browser.conftest import Visit
from tests.browser.visitor import Visitor
from tests.web.served import Served

SEEN = """() => ({
  marbles: [...document.querySelectorAll("[data-cell]")].map((cell) => cell.dataset.owner),
  lights: [...document.querySelectorAll("[data-light], [data-step]")].map((lamp) => lamp.dataset.means ?? ""),
  turn: document.getElementById("turn").dataset.turn,
  phase: document.getElementById("phase").dataset.phase,
  turns: document.querySelector("#turns tbody").textContent,
  trays: [...document.querySelectorAll(".tray-count")].map((count) => count.textContent),
})"""
"""What does not depend on the language."""


def expect_same(one: Visitor, other: Visitor) -> None:
    """See that both pages show the same table."""
    assert one.page.evaluate(SEEN) == other.page.evaluate(SEEN)


def test_two_browsers_play_at_one_table(table: Served, visit: Visit) -> None:
    one = visit(table.address)
    one.drop("first", "d4")
    one.finish_turn(1)
    other = visit(table.address, size=(390, 844))
    other.button("language").click()
    other.expect_turns(1)
    expect_same(one, other)
    other.drop("second", "e5")
    for visitor in (one, other):
        assert visitor.next_push(2) == ("d4", "c3")
    expect_same(one, other)
    one.expect_text("phase", say("en", "do.lift", cell="d4", to="c3"))
    other.expect_text("phase", say("ko", "do.lift", cell="d4", to="c3"))
    one.make(("d4", "c3"))
    for visitor in (one, other):
        visitor.expect_turns(2)
        visitor.expect_marble("c3", "first")
    expect_same(one, other)
