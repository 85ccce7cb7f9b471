"""What the table says is heard, unless it is muted; the choice is remembered."""

from __future__ import annotations

from playwright.sync_api import expect

from momentum.words import say
from tests.browser.conftest import Visit
from tests.browser.visitor import Visitor
from tests.web.served import Served

COUNT_TONES = """
window.tones = 0;
const start = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function (...when) {
  window.tones += 1;
  return start.apply(this, when);
};
"""


def tones(visitor: Visitor) -> int:
    """Return how many tones the page has begun."""
    return int(visitor.page.evaluate("window.tones"))


def test_a_turn_is_heard_a_muted_one_is_not_and_being_muted_is_remembered(
    table: Served, visit: Visit
) -> None:
    visitor = visit(table.address, script=COUNT_TONES)
    visitor.drop("first", "d4")
    visitor.expect_turns(1)
    assert tones(visitor) == 1
    expect(visitor.button("mute")).to_have_text(say("en", "button.mute"))
    visitor.button("mute").click()
    expect(visitor.button("mute")).to_have_text(say("en", "button.unmute"))
    visitor.drop("second", "a1")
    visitor.expect_turns(2)
    assert tones(visitor) == 1
    visitor.open(table.address)
    expect(visitor.button("mute")).to_have_text(say("en", "button.unmute"))
    visitor.drop("first", "g7")
    visitor.expect_turns(3)
    assert tones(visitor) == 0
    visitor.button("mute").click()
    visitor.drop("second", "a7")
    visitor.expect_turns(4)
    assert tones(visitor) == 1
