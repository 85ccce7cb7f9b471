"""Whole games on the page, led by nothing but what it shows, with mistakes on the way."""

from __future__ import annotations

from playwright.sync_api import expect

from momentum.words import say
from tests.browser.conftest import Serve, Visit
from tests.browser.games import TRIAL_0, PublishedGame
from tests.browser.pointers import Finger, Fingertip
from tests.browser.tables import quick
from tests.browser.visitor import Visitor
from tests.web.served import Served

DESKTOP, PHONE = (1280, 800), (390, 844)


def play_with_a_mistake(visitor: Visitor, moves: list[str]) -> None:
    """Play these drops with their pushes; the first push is made to a wrong cell, seen, and made good."""
    erring = True
    for ply, cell in enumerate(moves):
        visitor.drop(("first", "second")[ply % 2], cell)
        while push := visitor.next_push(ply + 1):
            if erring and len(push) == 2:
                err_and_repair(visitor, *push)
                erring = False
            else:
                visitor.make(push)
    assert not erring


def err_and_repair(visitor: Visitor, start: str, end: str) -> None:
    """Push a marble to a wrong cell, see what the lights and the words say, and push it to the right one."""
    wrong = next(cell for cell in ("a7", "g7", "a1") if visitor.cell(cell).get_attribute("data-owner") == "")
    visitor.move(start, wrong)
    visitor.expect_light(wrong, "extra")
    visitor.expect_light(end, "place")
    visitor.expect_said("extra")
    visitor.expect_phase("push")
    visitor.move(wrong, end)
    visitor.expect_dark(wrong)


def expect_end(visitor: Visitor, game: PublishedGame, language: str) -> None:
    """See that the game has ended as it was published, in words, marbles and lights."""
    visitor.expect_winner(game.winner)
    visitor.expect_phase("over")
    visitor.expect_text("turn", say(language, f"result.{game.winner}"))
    visitor.expect_text("phase", say(language, "reason.eight"))
    assert visitor.marbles("first") == game.first.split()
    assert visitor.marbles("second") == game.second.split()
    won = visitor.page.locator('[data-light][data-means="won"]')
    assert won.count() == 8
    expect(visitor.page.locator('[data-step][data-means="result"]')).to_have_count(28)


def test_a_game_is_won_by_dragging_marbles_with_a_mouse(table: Served, visit: Visit) -> None:
    visitor = visit(table.address, size=DESKTOP)
    play_with_a_mistake(visitor, TRIAL_0.moves.split())
    expect_end(visitor, TRIAL_0, "en")


def test_a_game_is_won_by_dragging_marbles_with_a_finger_on_a_phone_in_korean(
    serve: Serve, visit: Visit
) -> None:
    table = serve(quick(language="ko"))
    visitor = visit(table.address, size=PHONE, touch=True)
    visitor.use(Finger(visitor.page))
    play_with_a_mistake(visitor, TRIAL_0.moves.split())
    expect_end(visitor, TRIAL_0, "ko")


def test_the_opening_is_played_by_tapping_on_a_phone(table: Served, visit: Visit) -> None:
    visitor = visit(table.address, size=PHONE, touch=True)
    visitor.use(Fingertip(visitor.page))
    play_with_a_mistake(visitor, TRIAL_0.moves.split()[:4])
    visitor.expect_turns(4)
