"""Everything by keyboard alone: a turn with its pushes, a mistake and its repair, buttons and dialogs."""

from __future__ import annotations

from playwright.sync_api import expect

from momentum.rules import parse_cell
from tests.browser.conftest import Visit
from tests.browser.visitor import Visitor
from tests.web.served import Served

FOCUS = """() => {
  const element = document.activeElement;
  const style = getComputedStyle(element);
  const box = element.getBoundingClientRect();
  const outlined = style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2;
  const across = box.width > 8 && box.left >= 0 && box.right <= innerWidth;
  return element.matches(":focus-visible") && outlined && across && box.top >= 0 && box.bottom <= innerHeight;
}"""
"""Whether the focus can be seen: an outline of two pixels at least, all of it in the window."""


def press(visitor: Visitor, *keys: str) -> None:
    """Press keys one after another; after each, the focus must be seen."""
    for key in keys:
        visitor.page.keyboard.press(key)
        assert visitor.page.evaluate(FOCUS), f"the focus is not seen after {key}"


def go(visitor: Visitor, start: str, end: str) -> None:
    """Walk from one cell to another with the arrow keys."""
    (y, x), (to_y, to_x) = divmod(parse_cell(start), 7), divmod(parse_cell(end), 7)
    press(visitor, *["ArrowRight" if to_x > x else "ArrowLeft"] * abs(to_x - x))
    press(visitor, *["ArrowUp" if to_y > y else "ArrowDown"] * abs(to_y - y))
    expect(visitor.cell(end)).to_be_focused()


def tab_to(visitor: Visitor, name: str) -> None:
    """Press Tab until a button has the focus."""
    for _ in range(20):
        press(visitor, "Tab")
        if visitor.page.evaluate("document.activeElement.dataset.button") == name:
            return
    raise AssertionError(f"Tab does not come to {name}")


def reach_board(visitor: Visitor) -> None:
    """Come to the board from the top of the page, by its skip link."""
    press(visitor, "Tab")
    expect(visitor.page.locator(".skip")).to_be_focused()
    visitor.page.keyboard.press("Enter")
    press(visitor, "Tab")
    expect(visitor.cell("d4")).to_be_focused()


def test_a_turn_with_a_push_a_mistake_and_its_repair(table: Served, visit: Visit) -> None:
    visitor = visit(table.address)
    reach_board(visitor)
    press(visitor, "Enter")
    visitor.expect_marble("d4", "first")
    visitor.expect_turns(1)
    go(visitor, "d4", "e5")
    press(visitor, "Space")
    assert visitor.next_push(2) == ("d4", "c3")
    go(visitor, "e5", "d4")
    press(visitor, "Enter")
    go(visitor, "d4", "b4")
    press(visitor, "Enter")
    visitor.expect_light("b4", "extra")
    visitor.expect_light("c3", "place")
    visitor.expect_said("extra")
    press(visitor, "Enter")
    go(visitor, "b4", "c3")
    press(visitor, "Enter")
    visitor.expect_turns(2)
    assert visitor.marbles("first") == ["c3"]
    assert visitor.marbles("second") == ["e5"]


def test_the_board_is_walked_and_left_and_marbles_are_taken_and_put_back(table: Served, visit: Visit) -> None:
    visitor = visit(table.address)
    reach_board(visitor)
    press(visitor, "Home", "PageUp")
    expect(visitor.cell("a7")).to_be_focused()
    press(visitor, "End", "PageDown", "ArrowDown", "ArrowRight")
    expect(visitor.cell("g1")).to_be_focused()
    press(visitor, "Tab")
    expect(visitor.tray("first")).to_be_focused()
    press(visitor, "Shift+Tab")
    expect(visitor.cell("g1")).to_be_focused()
    press(visitor, "2")
    expect(visitor.tray("second")).to_have_attribute("aria-pressed", "true")
    expect(visitor.page.locator("#held .marble-second")).to_be_visible()
    press(visitor, "1")
    expect(visitor.tray("second")).to_have_attribute("aria-pressed", "false")
    expect(visitor.tray("first")).to_have_attribute("aria-pressed", "true")
    press(visitor, "Escape")
    expect(visitor.tray("first")).to_have_attribute("aria-pressed", "false")
    expect(visitor.page.locator("#held .marble")).to_have_count(0)
    press(visitor, "2", "Enter")
    visitor.expect_marble("g1", "second")
    press(visitor, "Delete")
    visitor.expect_no_marble("g1")


def test_buttons_and_dialogs_answer_to_keys_and_give_the_focus_back(table: Served, visit: Visit) -> None:
    visitor = visit(table.address)
    reach_board(visitor)
    tab_to(visitor, "resign")
    press(visitor, "Enter")
    expect(visitor.part("resign-dialog")).to_be_visible()
    assert visitor.page.evaluate('document.activeElement.closest("dialog").id') == "resign-dialog"
    press(visitor, "Escape")
    expect(visitor.part("resign-dialog")).to_be_hidden()
    expect(visitor.button("resign")).to_be_focused()
    press(visitor, "Enter", "Tab", "Space")
    visitor.expect_winner("first")
