"""A page that hears of the table late: what was done meanwhile is shown as it is, and can be done again."""

from __future__ import annotations

from tests.browser.conftest import Serve, Visit
from tests.browser.tables import quick
from tests.browser.visitor import Visitor
from tests.web.served import Served

LAGGING = """
window.lagging = false;
window.late = null;
const listen = EventSource.prototype.addEventListener;
EventSource.prototype.addEventListener = function (name, hear, ...how) {
  const heed = (event) => {
    if (name === "state" && window.lagging) window.late = () => hear(event);
    else hear(event);
  };
  listen.call(this, name, heed, ...how);
};
"""
"""While the page lags, only the newest state is kept for it, as the table does for a slow line."""

CATCH_UP = """() => {
  window.lagging = false;
  window.late?.();
}"""


def carry_unseen(table: Served, visitor: Visitor, start: str, end: str) -> None:
    """Carry a marble while the page hears nothing of the table, until the table has it where it was put."""
    visitor.page.evaluate("() => { window.lagging = true; }")
    with visitor.page.expect_response("**/api/act"), visitor.page.expect_response("**/api/act"):
        visitor.carry(visitor.cell(start), visitor.cell(end))
    table.wait_until(lambda state: len(state["marbles"]) == 1)
    visitor.page.evaluate(CATCH_UP)


def test_a_marble_is_not_lost_that_was_never_seen_away(table: Served, visit: Visit) -> None:
    visitor = visit(table.address, script=LAGGING)
    visitor.drop("first", "d4")
    visitor.expect_turns(1)
    carry_unseen(table, visitor, "d4", "b2")
    visitor.expect_marble("b2", "first")
    visitor.expect_no_marble("d4")
    visitor.move("b2", "d4")
    visitor.expect_phase("drop")


def test_a_marble_that_was_put_back_unseen_is_not_lost(serve: Serve, visit: Visit) -> None:
    visitor = visit(serve(quick("pie=off")).address, script=LAGGING)
    visitor.drop("first", "d4")
    visitor.expect_turns(1)
    visitor.page.evaluate("() => { window.lagging = true; }")
    with visitor.page.expect_response("**/api/act"):
        visitor.cell("d4").click()
    with visitor.page.expect_response("**/api/act"):
        visitor.cell("d4").click()
    visitor.page.evaluate(CATCH_UP)
    visitor.expect_marble("d4", "first")
