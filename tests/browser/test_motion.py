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
  const shown = new Map();
  window.dimmed = new Set();
  window.changes = 0;
  const look = () => {
    for (const lamp of document.querySelectorAll("[data-means]")) {
      const name = lamp.dataset.light ?? lamp.dataset.step;
      const now = Number(lamp.querySelector(".lamp-light").style.opacity);
      const before = shown.get(name) ?? now;
      if (now < before) window.dimmed.add(name);
      if (now !== before) window.changes += 1;
      shown.set(name, now);
    }
  };
  look();
  new MutationObserver(look).observe(document.getElementById("picture"), {subtree: true, attributes: true});
}"""
"""From now on, counts changes of lights and notes which of them grow darker."""

BLINKED = """(lights) => lights.every((name) => window.dimmed.has(name))"""
"""Whether all these lights have been seen to grow darker."""

NEXT_FRAME = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
"""Waits until the page has heard what its reader wants."""

AT_REST = """(ms) => {
  if (window.changes !== window.counted) [window.counted, window.since] = [window.changes, performance.now()];
  return performance.now() - window.since > ms;
}"""
"""Whether no light has changed for so long."""


def push_and_err(visitor: Visitor) -> None:
    """Light five meanings at once: f4 pushes g4 off and e4 to d4, and a7 is one too many."""
    visitor.play(["g4", "e4"])
    visitor.drop("first", "f4")
    visitor.next_push(3)
    visitor.drop("second", "a7")
    for cell, means in LIT.items():
        visitor.expect_light(cell, means)
    visitor.page.mouse.move(1, 1)


def test_lights_blink_unless_no_motion_is_wanted(table: Served, visit: Visit) -> None:
    visitor = visit(table.address)
    push_and_err(visitor)
    visitor.page.evaluate(WATCH)
    visitor.page.wait_for_function(BLINKED, arg=[*LIT, EXIT])

    visitor.page.emulate_media(reduced_motion="reduce")
    visitor.page.evaluate(NEXT_FRAME)
    visitor.page.evaluate(WATCH)
    visitor.page.wait_for_function(AT_REST, arg=1000 * LOOK_S)
    assert visitor.page.evaluate("window.dimmed.size") == 0, "a light grew darker though no motion is wanted"
    at_rest = visitor.page.evaluate("window.changes")
    pictures, until = [visitor.part("board").screenshot()], time.monotonic() + LOOK_S
    while time.monotonic() < until or len(pictures) < 4:
        pictures.append(visitor.part("board").screenshot())
    assert visitor.page.evaluate("window.changes") == at_rest
    assert len(set(pictures)) == 1
    for cell in LIT:
        opacity = visitor.light(cell).locator(".lamp-light").evaluate("light => Number(light.style.opacity)")
        assert opacity > 0.3
