"""The README's pictures, taken of real served tables: `python -m tests.browser.pictures` from the root."""

from __future__ import annotations

import contextlib
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import Browser

from momentum.main import SimulatedSession
from momentum.web.pin import Pin
from tests.browser import chromium
from tests.browser.games import TRIAL_0
from tests.browser.palette import reduced
from tests.browser.tables import opened, quick
from tests.browser.visitor import Visitor

FOLDER = Path("docs") / "pictures"
"""Where they go."""
LARGEST_BYTES = 400_000
"""No picture may be larger."""

BEFORE = "c1 d6 e3 d2 e1 f5 g4 a2 f2 d7 g2 b1 b3 c3 g6 b2"
"""Eight rounds after which a drop on e5 pushes e1 off along a line, and d4 and d5 one cell on."""

HOLDABLE = """
const listen = EventSource.prototype.addEventListener;
EventSource.prototype.addEventListener = function (name, hear, ...how) {
  listen.call(this, name, (event) => name === "frame" && window.held ? undefined : hear(event), ...how);
};"""
"""Lets a page stop showing new frames, for a picture takes longer than a light is lit."""

HOLD = """(levels) => {
  const level = (cell) => Number(document.querySelector(`[data-light="${cell}"] .lamp-light`).style.opacity);
  window.held = Object.entries(levels).every(([cell, least]) => level(cell) >= least);
  return window.held;
}"""
"""Holds the first frame in which these lights are as bright as this, 0..1."""


@contextlib.contextmanager
def visiting(
    browser: Browser, build: SimulatedSession, size: tuple[int, int], pin: Path | None = None
) -> Iterator[Visitor]:
    """Open the page of a table of its own while the block runs."""
    width, height = size
    with opened(build, pin=pin) as table:
        context = browser.new_context(viewport={"width": width, "height": height})
        with contextlib.closing(context):
            context.add_init_script(HOLDABLE)
            visitor = Visitor(context.new_page())
            visitor.open(table.address)
            yield visitor


def take(visitor: Visitor, name: str, levels: dict[str, float]) -> None:
    """Write a picture of the page at a moment when these lights are as bright as this."""
    visitor.page.mouse.move(1, 1)
    visitor.page.wait_for_function(HOLD, arg=levels)
    path = FOLDER / name
    path.write_bytes(reduced(visitor.page, visitor.page.screenshot()))
    size = path.stat().st_size
    print(f"{path}: {size:,} bytes")
    if size > LARGEST_BYTES:
        raise SystemExit(f"{path} is larger than {LARGEST_BYTES:,} bytes")


def take_table(browser: Browser) -> None:
    """Take a laptop's screen: pushes are led, the first one along a line and off the board."""
    with visiting(browser, quick(), (1280, 800)) as visitor:
        visitor.play(BEFORE.split())
        visitor.drop("first", "e5")
        visitor.next_push(17)
        take(visitor, "table.png", {"e3": 0.9, "e1": 0.5, "d4": 0.3, "c3": 0.3, "d5": 0.3, "c5": 0.3})


def take_phone(browser: Browser) -> None:
    """Take a phone's screen, in Korean: a last marble is announced, and lights show what knocks one off."""
    with visiting(browser, quick(language="ko"), (390, 844)) as visitor:
        visitor.play(TRIAL_0.moves.split()[:13])
        visitor.page.wait_for_function("""() => document.querySelector('[data-means="hint"]')""")
        take(visitor, "phone.png", {})


def take_arbiter(browser: Browser) -> None:
    """Take the arbiter's page on a phone: play is paused, and the position is corrected by tapping cells."""
    with tempfile.TemporaryDirectory() as folder:
        pin = Path(folder) / "pin"
        Pin(pin).set("2468")
        with visiting(browser, quick("pie=off clock=15m+10s"), (390, 844), pin) as visitor:
            visitor.play(["d4", "e5", "c6", "f3"])
            page = visitor.page
            page.goto(page.url + "arbiter")
            page.locator("#pin").fill("2468")
            page.locator("#login button").click()
            page.locator("#phase:not(:empty)").wait_for()
            visitor.part("edit").click()
            visitor.cell("f2").click()
            take(visitor, "arbiter.png", {})


def main() -> int:
    """Take all pictures; returns 1 where there is no browser."""
    path = chromium.executable()
    if path is None:
        print(chromium.MISSING, file=sys.stderr)
        return 1
    FOLDER.mkdir(parents=True, exist_ok=True)
    with chromium.started(path) as browser:
        take_table(browser)
        take_phone(browser)
        take_arbiter(browser)
    return 0


if __name__ == "__main__":
    sys.exit(main())
