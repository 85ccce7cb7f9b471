"""What a screen reader is told: controls have names, cells say what lies on them and what is to be done."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import expect

from momentum.words import say
from tests.browser.conftest import Visit
from tests.browser.visitor import Visitor
from tests.web.served import Served

CONTROLS = frozenset(
    {"button", "link", "checkbox", "radio", "spinbutton", "textbox", "gridcell", "grid", "dialog", "group",
     "region", "table", "DisclosureTriangle"}
)  # fmt: skip
"""Roles of what can be used or stepped into; a name is a must for each."""
MAY_BE_NAMELESS = frozenset({"group", "table"})
"""A `details` element is a group without a name of its own, and a table is named by its box."""


def tree(visitor: Visitor) -> list[dict[str, Any]]:
    """Return the nodes of the browser's accessibility tree that a screen reader meets."""
    session = visitor.page.context.new_cdp_session(visitor.page)
    nodes: list[dict[str, Any]] = session.send("Accessibility.getFullAXTree")["nodes"]
    session.detach()
    return [node for node in nodes if not node["ignored"]]


def named(visitor: Visitor, role: str) -> list[str]:
    """Return the names of everything with this role."""
    return [node["name"]["value"] for node in tree(visitor) if node["role"]["value"] == role]


def expect_names(visitor: Visitor) -> None:
    """See that every control has a name."""
    nameless = [
        node["role"]["value"]
        for node in tree(visitor)
        if node["role"]["value"] in CONTROLS - MAY_BE_NAMELESS and not node["name"]["value"].strip()
    ]
    assert nameless == []


def test_every_control_has_a_name_in_both_languages(table: Served, visit: Visit) -> None:
    visitor = visit(table.address)
    visitor.page.locator("#said-box summary").click()
    for _ in ("en", "ko"):
        expect_names(visitor)
        assert len(named(visitor, "button")) >= 10
        for name in ("new", "resign", "draw"):
            visitor.button(name).click()
            expect(visitor.part(f"{name}-dialog")).to_be_visible()
            expect_names(visitor)
            visitor.page.keyboard.press("Escape")
        visitor.button("language").click()
    visitor.page.locator('[data-button="rules"]').click()
    expect(visitor.part("back")).not_to_be_empty()
    expect_names(visitor)


def test_cells_say_what_lies_on_them_and_what_is_to_be_done(table: Served, visit: Visit) -> None:
    visitor = visit(table.address)
    assert len(set(named(visitor, "gridcell"))) == 49
    visitor.drop("first", "d4")
    visitor.finish_turn(1)
    visitor.drop("second", "e5")
    visitor.next_push(2)
    cells = {name.split(",")[0]: name for name in named(visitor, "gridcell")}
    assert cells["d4"] == f"d4, {say('en', 'cell.first')}, {say('en', 'means.lift', to='c3')}"
    assert cells["e5"] == f"e5, {say('en', 'cell.second')}, {say('en', 'means.dropped')}"
    assert cells["c3"] == f"c3, {say('en', 'cell.empty')}, {say('en', 'means.place')}"
    assert cells["a1"] == f"a1, {say('en', 'cell.empty')}"
    expect(visitor.part("announcement")).to_have_attribute("aria-live", "polite")
    expect(visitor.part("notice")).to_have_attribute("role", "alert")
    expect(visitor.part("connection")).to_have_attribute("role", "status")
