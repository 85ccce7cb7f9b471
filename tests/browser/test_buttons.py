"""The table's buttons on the page: swap, undo, pause, clear; and the dialogs that begin and end games."""

from __future__ import annotations

from playwright.sync_api import Locator, expect

from momentum.words import say
from tests.browser.conftest import Serve, Visit
from tests.browser.tables import quick
from tests.browser.visitor import Visitor
from tests.web.served import Served


def start(dialog: Locator) -> None:
    """Press the button that begins the new game."""
    dialog.get_by_role("button", name=say("en", "new.start")).click()


def test_swapping_by_putting_a_marble_instead_or_by_the_button(table: Served, visit: Visit) -> None:
    visitor = visit(table.address)
    visitor.drop("first", "d4")
    visitor.expect_light("d4", "swap")
    visitor.take_off("d4")
    visitor.expect_text("phase", say("en", "do.swap_open", cell="d4"))
    visitor.drop("second", "d4")
    visitor.expect_turns(2)
    visitor.expect_attribute("#turn", "data-turn", "first")
    expect(visitor.page.locator('[data-ply="2"]')).to_have_text(say("en", "turns.swap"))
    visitor.button("undo").click()
    visitor.expect_turns(1)
    visitor.expect_phase("drop")
    visitor.button("swap").click()
    visitor.expect_turns(2)


def test_undoing_leads_the_marble_back_and_a_pause_waits(table: Served, visit: Visit) -> None:
    visitor = visit(table.address)
    visitor.play(["d4", "a1"])
    visitor.button("undo").click()
    visitor.expect_light("a1", "extra")
    visitor.expect_phase("restore")
    visitor.take_off("a1")
    visitor.expect_phase("drop")
    visitor.expect_turns(1)
    visitor.expect_attribute("#turn", "data-turn", "second")
    visitor.button("pause").click()
    visitor.expect_phase("paused")
    expect(visitor.button("pause")).to_have_text(say("en", "button.resume"))
    visitor.button("pause").click()
    visitor.expect_phase("drop")
    expect(visitor.button("pause")).to_have_text(say("en", "button.pause"))


def expect_settings(dialog: Locator, settings: dict[str, bool | str]) -> None:
    """See that a dialog's fields hold these values."""
    for name, value in settings.items():
        field = dialog.locator(f'[name="{name}"]')
        if isinstance(value, bool):
            assert field.is_checked() is value
        elif name == "rounds":
            assert field.input_value() == value
        else:
            assert dialog.locator(f'[name="{name}"]:checked').input_value() == value


def test_a_new_game_is_played_under_the_settings_that_were_chosen(table: Served, visit: Visit) -> None:
    visitor = visit(table.address)
    dialog = visitor.part("new-dialog")
    visitor.button("new").click()
    expect_settings(dialog, {"pie": True, "limit": True, "rounds": "30", "guidance": True})
    expect_settings(dialog, {"last_marble": "play_on", "mode": "casual"})
    dialog.locator('[name="pie"]').uncheck()
    dialog.locator('[name="rounds"]').fill("1")
    dialog.locator('[name="last_marble"][value="guard"]').check()
    dialog.locator('[name="mode"][value="tournament"]').check()
    dialog.locator('[name="guidance"]').uncheck()
    start(dialog)
    parts = ("settings.pie_off", "settings.guard", "settings.tournament", "settings.guidance_off")
    pie, guard, mode, guidance = (say("en", part) for part in parts)
    rounds = say("en", "settings.rounds_on", rounds=1)
    visitor.expect_text("settings", " · ".join([pie, rounds, guard, mode, guidance]))
    assert table.state()["game"]["settings"] == {
        "pie": False,
        "rounds": 1,
        "last_marble": "guard",
        "mode": "tournament",
        "guidance": False,
        "sensors": "presence",
        "clock": "off",
        "announce": "device",
        "confirm": False,
        "irregular": "off",
        "event": "",
        "terms": {"clock": [], "irregular": []},
    }
    visitor.drop("first", "d4")
    visitor.expect_turns(1)
    for name in ("swap", "undo", "new"):
        visitor.expect_attribute(f'[data-button="{name}"]', "aria-disabled", "true")
    visitor.drop("second", "e5")
    visitor.expect_phase("push")
    for cell in ("d4", "e5", "c3"):
        visitor.expect_dark(cell)
    visitor.move("d4", "c3")
    visitor.expect_winner("draw")
    visitor.expect_text("phase", say("en", "reason.rounds"))


def test_a_new_game_takes_no_limit_or_a_possible_one(serve: Serve, visit: Visit) -> None:
    visitor = visit(serve(quick("rounds=12 last_marble=forced")).address)
    dialog = visitor.part("new-dialog")
    visitor.button("new").click()
    expect_settings(dialog, {"limit": True, "rounds": "12", "last_marble": "forced"})
    dialog.locator('[name="rounds"]').fill("1000")
    start(dialog)
    expect(dialog).to_be_visible()
    dialog.locator('[name="rounds"]').fill("999")
    start(dialog)
    visitor.expect_text("round", say("en", "round.limited", round=0, limit=999))
    visitor.button("new").click()
    dialog.locator('[name="limit"]').uncheck()
    expect(dialog.locator('[name="rounds"]')).to_be_disabled()
    start(dialog)
    visitor.expect_text("round", say("en", "round.free", round=0))


def test_dialogs_that_are_cancelled_change_nothing(table: Served, visit: Visit) -> None:
    visitor = visit(table.address)
    for name in ("new", "resign", "draw"):
        dialog = visitor.part(f"{name}-dialog")
        visitor.button(name).click()
        expect(dialog).to_be_visible()
        dialog.locator("[data-close]").click()
        expect(dialog).to_be_hidden()
        visitor.button(name).click()
        expect(dialog).to_be_visible()
        visitor.page.keyboard.press("Escape")
        expect(dialog).to_be_hidden()
    visitor.expect_phase("drop")
    assert table.state()["game"]["winner"] is None


def resign(visitor: Visitor, player: str) -> None:
    """Resign for one player by the dialog."""
    visitor.button("resign").click()
    visitor.page.locator(f'#resign-dialog [data-resign="{player}"]').click()


def test_each_player_resigns_to_the_other_and_may_take_it_back(table: Served, visit: Visit) -> None:
    visitor = visit(table.address)
    for player, other in (("first", "second"), ("second", "first")):
        resign(visitor, player)
        visitor.expect_winner(other)
        visitor.expect_text("phase", say("en", "reason.resign"))
        visitor.expect_said(f"win_{other}")
        visitor.button("undo").click()
        visitor.expect_winner("")
        visitor.expect_phase("drop")


def test_a_draw_is_agreed_and_the_board_is_cleared_for_a_new_game(table: Served, visit: Visit) -> None:
    visitor = visit(table.address)
    visitor.play(["d4", "a1"])
    visitor.button("draw").click()
    visitor.page.locator("#draw-dialog [data-confirm]").click()
    visitor.expect_winner("draw")
    visitor.expect_text("turn", say("en", "result.draw"))
    visitor.expect_text("phase", say("en", "reason.agreed"))
    visitor.button("clear").click()
    for cell in ("d4", "a1"):
        visitor.expect_no_marble(cell)
    visitor.expect_winner("draw")
    visitor.button("new").click()
    start(visitor.part("new-dialog"))
    visitor.expect_phase("drop")
    visitor.expect_turns(0)
