"""What the table says is heard, unless it is muted; the choice is remembered."""

from __future__ import annotations

from dataclasses import replace

from playwright.sync_api import expect

from momentum.play.session import SessionSettings
from momentum.play.speech import Speech
from momentum.spoken import Detail
from momentum.words import say
from tests.browser.conftest import Serve, Visit
from tests.browser.tables import quick
from tests.browser.visitor import Visitor
from tests.spoken.aloud import Listener
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


def test_the_tables_own_sound_is_muted_for_everybody_and_apart_from_the_pages(
    serve: Serve, visit: Visit
) -> None:
    voice = Listener()
    speech = Speech(voice=voice, detail=Detail.SHORT)
    table = serve(replace(quick(), session=SessionSettings(speech=speech)))
    one, other = visit(table.address), visit(table.address)
    expect(one.button("sound")).to_have_text(say("en", "button.table_mute"))
    one.button("sound").click()
    for visitor in (one, other):
        expect(visitor.button("sound")).to_have_text(say("en", "button.table_unmute"))
        expect(visitor.button("mute")).to_have_text(say("en", "button.mute"))
    other.button("sound").click()
    expect(one.button("sound")).to_have_text(say("en", "button.table_mute"))
    assert voice.heard[-2:] == ["The table is muted.", "The table is heard."]


def test_a_table_that_makes_no_sound_offers_no_mute_of_its_own(table: Served, visit: Visit) -> None:
    expect(visit(table.address).button("sound")).to_be_hidden()
