"""The arbiter's page in a real browser: log in, pause, correct the position, resume; players see it, too."""

from __future__ import annotations

import contextlib
import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import expect

from momentum.play.session import SessionSettings
from momentum.play.speech import Speech
from momentum.records.store import open_journal
from momentum.records.store.schema import Database
from momentum.spoken import Detail
from momentum.web.pin import Pin
from momentum.words import say
from tests.browser.conftest import Visit
from tests.browser.tables import opened, quick
from tests.browser.test_access import expect_names
from tests.browser.visitor import Visitor
from tests.records.journals import Failing, wrapping
from tests.spoken.aloud import Listener
from tests.web.served import Served

PHONE = (390, 844)


@pytest.fixture
def guarded(tables: contextlib.ExitStack, tmp_path: Path) -> Served:
    """Serve a table that speaks, and whose arbiter has a PIN."""
    file = tmp_path / "games.sqlite.pin"
    Pin(file).set("2468")
    manner = SessionSettings(speech=Speech(voice=Listener(), detail=Detail.SHORT))
    return tables.enter_context(opened(replace(quick("pie=off"), session=manner), pin=file))


def come_in(visitor: Visitor, table: Served, language: str) -> None:
    """Open the arbiter's page, mistype the PIN once, and log in."""
    page = visitor.page
    page.goto(f"{table.address}arbiter")
    expect(page.locator("#pin")).to_be_focused()
    if language == "ko":
        visitor.button("language").click()
    expect_names(visitor)
    page.locator("#pin").fill("1111")
    page.locator("#login button").click()
    expect(page.locator("#login-said")).to_have_text(say(language, "arbiter.wrong_pin"))
    page.locator("#pin").fill("2468")
    page.locator("#login button").click()
    expect(page.locator("#open")).to_be_visible()
    expect(page.locator("#phase")).not_to_be_empty()


def give_reason(visitor: Visitor, language: str, name: str) -> None:
    """Answer why by a tap on one of the reasons."""
    expect(visitor.part("why")).to_be_visible()
    visitor.part("chips").get_by_role("button", name=say(language, f"grounds.{name}"), exact=True).click()
    expect(visitor.part("why")).to_be_hidden()


@pytest.mark.parametrize("language", ["en", "ko"])
def test_pause_correct_the_position_and_resume(guarded: Served, visit: Visit, language: str) -> None:
    players = visit(guarded.address)
    if language == "ko":
        players.button("language").click()
    players.drop("first", "d4")
    players.finish_turn(1)
    arbiter = visit(guarded.address, size=PHONE, touch=True, forgive=("status of 403",))
    come_in(arbiter, guarded, language)
    page = arbiter.page
    arbiter.part("sound").click()
    expect(players.button("sound")).to_have_text(say(language, "button.table_unmute"))
    expect(arbiter.cell("d4")).to_be_disabled()
    expect(arbiter.part("stand")).to_be_hidden()
    arbiter.part("edit").click()  # which pauses first
    expect(arbiter.part("phase")).to_have_text(say(language, "phase.paused"))
    pause = say(language, "act.pause")
    players.expect_text(
        "ruling", say(language, "arbiter.last", act=pause, reason=say(language, "grounds.called"))
    )
    expect(players.part("announcement")).to_contain_text(say(language, "arbiter.told", act=pause))
    expect(arbiter.part("difference")).to_be_empty()
    arbiter.cell("d4").click()  # the first player's becomes the second player's
    arbiter.cell("e5").click()
    expect(arbiter.cell("d4")).to_have_attribute("data-owner", "second")
    expect_names(arbiter)
    for control in ("edit-help", "set", "from-board", "from-game", "cancel-edit"):
        expect(arbiter.part(control)).to_be_in_viewport(ratio=1)
    arbiter.carry(arbiter.cell("e5"), arbiter.cell("f6"))
    expect(arbiter.cell("f6")).to_have_attribute("data-owner", "first")
    arbiter.part("set").click()
    give_reason(arbiter, language, "agreed")
    expect(arbiter.part("editing")).to_be_hidden()
    expect(arbiter.part("difference")).to_have_text(say(language, "arbiter.missing_first", cell="f6"))
    arbiter.expect_text("next-text", say(language, "arbiter.set_next"))
    arbiter.part("stand").click()
    expect(arbiter.part("why-help")).to_have_text(say(language, "arbiter.stand_help"))
    arbiter.part("why-cancel").click()
    arbiter.part("pause").click()
    give_reason(arbiter, language, "put_right")
    arbiter.expect_text("next-text", say(language, "arbiter.waiting"))
    players.expect_phase("restore")
    assert guarded.state()["game"]["first"] == ["f6"]
    assert guarded.state()["game"]["second"] == ["d4"]
    act = say(language, "act.position", first="", second="").split(":")[0]
    page.get_by_role("button", name=say(language, "arbiter.undo_act", number=2, act=act)).click()
    give_reason(arbiter, language, "mistake")
    players.expect_phase("drop")
    expect(arbiter.part("notice")).to_have_text(say(language, "arbiter.goes_on"))
    arbiter.expect_text("next-text", "")
    assert guarded.state()["game"]["first"] == ["d4"]
    expect(page.locator("#acts .undone")).to_have_count(1)


def test_a_full_disk_is_told_and_the_arbiter_lets_play_go_on(
    tables: contextlib.ExitStack, tmp_path: Path, visit: Visit
) -> None:
    file = tmp_path / "games.sqlite.pin"
    Pin(file).set("2468")
    disks: list[Failing] = []
    journal = tables.enter_context(
        contextlib.closing(
            open_journal(tmp_path / "games.sqlite", wrapping(lambda opened: kept(disks, opened)))
        )
    )
    table = tables.enter_context(opened(replace(quick("pie=off"), journal=journal), pin=file))
    players = visit(table.address)
    arbiter = visit(table.address, size=PHONE, touch=True, forgive=("status of 403", "status of 409"))
    come_in(arbiter, table, "en")
    disks[0].code = sqlite3.SQLITE_FULL
    players.drop("first", "d4")
    for visitor in (players, arbiter):
        expect(visitor.part("device")).to_contain_text(say("en", "journal.full"))
    arbiter.part("pause").click()
    expect(arbiter.part("notice")).to_have_text(say("en", "ruling.unwritten"))
    arbiter.part("unrecorded").click()
    give_reason(arbiter, "en", "agreed")
    for visitor in (players, arbiter):
        expect(visitor.part("device")).to_contain_text(say("en", "journal.unrecorded"))
    expect(arbiter.part("unrecorded")).to_be_hidden()
    expect_names(arbiter)
    players.finish_turn(1)
    disks[0].code = None


def kept(disks: list[Failing], opened: Database) -> Failing:
    """Keep a database that can fail, and return it."""
    disks.append(Failing(opened))
    return disks[-1]


def test_clocks_are_shown_and_set(tables: contextlib.ExitStack, tmp_path: Path, visit: Visit) -> None:
    file = tmp_path / "games.sqlite.pin"
    Pin(file).set("2468")
    timed = tables.enter_context(opened(quick("pie=off clock=5m"), pin=file))
    arbiter = visit(timed.address, size=PHONE, touch=True, forgive=("status of 403",))
    come_in(arbiter, timed, "en")
    arbiter.page.locator("#time summary").click()
    arbiter.part("whose").select_option("second")
    arbiter.part("minutes").fill("2")
    arbiter.part("set-clock").click()
    give_reason(arbiter, "en", "mistake")
    expect(arbiter.page.locator('[data-clock="second"] .clock-face')).to_have_text("2:30")
    arbiter.part("minutes").fill("1")
    arbiter.part("seconds").fill("0")
    arbiter.part("give-time").click()
    give_reason(arbiter, "en", "conduct")
    expect(arbiter.page.locator('[data-clock="second"] .clock-face')).to_have_text("3:30")
    arbiter.part("pause").click()  # one tap stops the clocks
    expect(arbiter.part("pause")).to_have_text(say("en", "act.resume"))
    arbiter.part("pause").click()
    expect(arbiter.part("reason")).not_to_be_focused()
    expect(arbiter.part("why-do")).to_have_text(say("en", "act.resume"))
    arbiter.part("why-do").click()
    expect(arbiter.part("why-said")).to_have_text(say("en", "arbiter.reason_wanted"))
    arbiter.part("reason").fill("tea is over")
    arbiter.part("why-do").click()
    expect(arbiter.part("pause")).to_have_text(say("en", "act.pause"))
    acts = [(act["act"], act["reason"]) for act in timed.state()["arbiter"]["acts"]]
    assert acts == [
        ("clock second=2m30s", say("en", "grounds.mistake")),
        ("penalty first opponent 1m", say("en", "grounds.conduct")),
        ("pause", say("en", "grounds.called")),
        ("resume", "tea is over"),
    ]


def test_every_control_of_the_page_is_large_and_what_is_refused_is_told(
    guarded: Served, visit: Visit
) -> None:
    arbiter = visit(guarded.address, size=PHONE, touch=True, forgive=("status of 403", "status of 409"))
    come_in(arbiter, guarded, "en")
    page = arbiter.page
    for fold in page.locator("summary:visible").all():
        fold.click()
    small = page.locator("button:visible, summary:visible, input:visible, select:visible").evaluate_all(
        "all => all.filter((one) => one.getBoundingClientRect().height < 35).map((one) => one.outerHTML)"
    )
    assert small == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.get_by_role("button", name=say("en", "act.reopen")).click()
    give_reason(arbiter, "en", "mistake")
    expect(arbiter.part("notice")).to_have_text(say("en", "ruling.no_result"))
    page.locator("#leave").click()
    expect(page.locator("#login")).to_be_visible()
