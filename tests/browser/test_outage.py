"""The table stops and starts again: the page says so, finds back, reloads once for its token, plays on."""

from __future__ import annotations

from playwright.sync_api import expect
from starlette.requests import Request

from momentum.web.errors import Forbidden
from momentum.web.guard import Guard
from momentum.words import say
from tests.browser.conftest import Serve, Visit
from tests.browser.tables import opened, quick
from tests.browser.visitor import middle

NO_ANSWER = r"Failed to load resource: net::ERR_"
REFUSED = r"Failed to load resource: .*status of 403"


def test_a_table_that_starts_again_is_played_on_after_one_reload(serve: Serve, visit: Visit) -> None:
    with opened(quick()) as table:
        visitor = visit(table.address, forgive=(NO_ANSWER, REFUSED))
        visitor.drop("first", "d4")
        visitor.expect_turns(1)
    banner = visitor.part("connection")
    visitor.expect_attribute("#connection", "data-state", "lost")
    expect(banner).to_have_text(say("en", "connection.lost"))
    expect(banner).to_be_in_viewport(ratio=1)
    assert middle(banner)[0] == 640
    expect(visitor.button("pause")).to_have_attribute("aria-disabled", "true")
    expect(visitor.tray("first")).to_have_attribute("aria-disabled", "true")

    serve(quick(), port=table.port)
    visitor.expect_connected()
    visitor.expect_turns(0)
    assert visitor.loads == 1
    with visitor.page.expect_navigation():
        visitor.carry(visitor.tray("first"), visitor.cell("d4"))
    visitor.expect_connected()
    visitor.drop("first", "d4")
    visitor.expect_turns(1)
    assert visitor.loads == 2


class Refusing(Guard):
    """Takes every token for an old one."""

    def check_change(self, request: Request) -> None:
        """Refuse."""
        raise Forbidden(f"{request.method} is refused; this test wants it so")


def test_a_token_that_stays_wrong_leads_to_one_reload_and_then_to_words(serve: Serve, visit: Visit) -> None:
    table = serve(quick(), guard=Refusing("127.0.0.1"))
    visitor = visit(table.address, forgive=(REFUSED,))
    with visitor.page.expect_navigation():
        visitor.carry(visitor.tray("first"), visitor.cell("d4"))
    visitor.expect_connected()
    visitor.carry(visitor.tray("first"), visitor.cell("d4"))
    visitor.expect_text("notice", say("en", "hand.refused"))
    visitor.expect_no_marble("d4")
    visitor.expect_attribute('[data-tray="first"]', "aria-label", say("en", "tray.label.first", count=8))
    assert visitor.loads == 2
