"""Lights blink as the strip does; for who wants no motion nothing blinks, and every light stays lit."""

from __future__ import annotations

import time

from tests.browser.conftest import Visit
from tests.browser.visitor import Visitor
from tests.web.served import Served

LOOK_S = 1.5
"""Longer than any rhythm."""

LIT = {"a7": "extra", "d4": "place", "e4": "lift", "f4": "dropped", "g4": "off"}
"""The cells lit by `push_and_err`, and what their lights say."""
EXIT = "11"
"""The ring step beside g4."""

WATCH = """() => {
  window.changed = new Set();
  window.dimmed = new Set();
  const shown = new Map();
  const look = () => {
    for (const lamp of document.querySelectorAll("[data-means]")) {
      const name = lamp.dataset.light ?? lamp.dataset.step;
      const now = Number(lamp.querySelector(".lamp-light").style.opacity);
      const before = shown.get(name) ?? now;
      if (now !== before) window.changed.add(name);
      if (now < before) window.dimmed.add(name);
      shown.set(name, now);
    }
  };
  look();
  window.watcher = new MutationObserver(look);
  window.watcher.observe(document.getElementById("picture"), {subtree: true, attributes: true});
}"""
"""From now on, notes which lights change and which grow darker."""

NEXT_FRAME = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
"""Waits until the page has heard what its reader wants."""

WATCHED = """() => {
  window.watcher.disconnect();
  return [[...window.changed].sort(), [...window.dimmed].sort()];
}"""


def push_and_err(visitor: Visitor) -> None:
    """Light five meanings at once: f4 pushes g4 off and e4 to d4, and a7 is one too many."""
    visitor.play(["g4", "e4"])
    visitor.drop("first", "f4")
    visitor.next_push(3)
    visitor.drop("second", "a7")
    for cell, means in LIT.items():
        visitor.expect_light(cell, means)
    visitor.page.mouse.move(1, 1)


def look(visitor: Visitor) -> tuple[set[bytes], list[str], list[str]]:
    """Look at the board for a while; returns what was seen, and the lights that changed or grew darker."""
    visitor.page.evaluate(WATCH)
    pictures, until = [visitor.part("board").screenshot()], time.monotonic() + LOOK_S
    while time.monotonic() < until or len(pictures) < 5:
        pictures.append(visitor.part("board").screenshot())
    changed, dimmed = visitor.page.evaluate(WATCHED)
    return set(pictures), changed, dimmed


def test_lights_blink_unless_no_motion_is_wanted(table: Served, visit: Visit) -> None:
    visitor = visit(table.address)
    push_and_err(visitor)
    blinked = set[str]()
    for _ in range(3):
        pictures, _, dimmed = look(visitor)
        assert len(pictures) > 1
        blinked.update(dimmed)
        if blinked == {*LIT, EXIT}:
            break
    assert blinked == {*LIT, EXIT}

    visitor.page.emulate_media(reduced_motion="reduce")
    visitor.page.evaluate(NEXT_FRAME)
    for _ in range(4):
        pictures, changed, dimmed = look(visitor)
        assert dimmed == []
        if not changed:
            break
    assert changed == []
    assert len(pictures) == 1
    for cell in LIT:
        opacity = visitor.light(cell).locator(".lamp-light").evaluate("light => Number(light.style.opacity)")
        assert opacity > 0.3
