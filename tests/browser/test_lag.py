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
    if (name === "state" && window.lagging) window.late = {hear, event};
    else hear(event);
  };
  listen.call(this, name, heed, ...how);
};
"""
"""While the page lags, only the newest state is kept for it, as the table does for a slow line."""

CATCH_UP = """() => {
  if (!window.late || JSON.parse(window.late.event.data).marbles.length === 0) return false;
  window.lagging = false;
  window.late.hear(window.late.event);
  return true;
}"""
"""Once the newest state has a marble again, shows it; those before it are never seen."""


def lag(visitor: Visitor) -> None:
    """Let the page hear nothing of the table."""
    visitor.page.evaluate("() => { window.lagging = true; }")


def test_a_marble_is_not_lost_that_was_never_seen_away(table: Served, visit: Visit) -> None:
    visitor = visit(table.address, script=LAGGING)
    visitor.drop("first", "d4")
    visitor.expect_turns(1)
    lag(visitor)
    visitor.carry(visitor.cell("d4"), visitor.cell("b2"))
    table.wait_until(lambda state: [(m["x"], m["y"]) for m in state["marbles"]] == [(1.0, 1.0)])
    visitor.page.wait_for_function(CATCH_UP)
    visitor.expect_marble("b2", "first")
    visitor.expect_no_marble("d4")
    visitor.move("b2", "d4")
    visitor.expect_phase("drop")


def test_a_marble_that_was_put_back_unseen_is_not_lost(serve: Serve, visit: Visit) -> None:
    visitor = visit(serve(quick("pie=off")).address, script=LAGGING)
    visitor.drop("first", "d4")
    visitor.expect_turns(1)
    lag(visitor)
    for _ in ("up", "down"):
        with visitor.page.expect_response("**/api/act"):
            visitor.cell("d4").click()
    visitor.page.wait_for_function(CATCH_UP)
    visitor.expect_marble("d4", "first")
    visitor.move("d4", "b2")
