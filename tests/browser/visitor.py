"""A visitor of a table's page: moves its marbles, reads it as people do, and notes all that goes wrong."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from playwright.sync_api import ConsoleMessage, Locator, Page, Request, expect

from tests.browser.pointers import Hand, Mouse, Point

NEXT_PUSH = """(turns) => {
  if (document.querySelectorAll("#turns [data-ply]").length >= turns) return [];
  const phase = document.getElementById("phase");
  const cells = phase.textContent.match(/[a-g][1-7]/g) ?? [];
  const means = document.querySelector(`[data-light="${cells[0]}"]`)?.dataset.means;
  const whole = (means === "lift" && cells.length === 2) || (means === "off" && cells.length === 1);
  return phase.dataset.phase === "push" && whole ? cells : null;
}"""
"""What the page asks for next: d4 and c3 for a push, g1 for a marble to be taken off, nothing after the turn.

It is read from the sentence and the light together, so that neither alone can lead the hand."""


PUSHED = """(cells) => cells.every((cell) => {
  const means = document.querySelector(`[data-light="${cell}"]`).dataset.means;
  return !["lift", "off", "place"].includes(means);
})"""
"""Whether no light asks for a push on these cells any more."""

LIES = (
    """([cell, owners]) => owners.includes(document.querySelector(`[data-cell="${cell}"]`).dataset.owner)"""
)
"""Whether a marble of one of these players is shown on a cell."""


@dataclass
class Visitor:
    """One page in one browser context of its own; without slots, for Playwright marks its listeners."""

    page: Page
    """The page."""
    forgiven: tuple[str, ...] = ()
    """Patterns of troubles that the test itself makes."""
    troubles: list[str] = field(default_factory=list)
    """Errors and warnings of the page, and everything it asked of anybody but its table."""
    loads: int = 0
    """How often a document was loaded."""
    _hand: Hand | None = None

    def __post_init__(self) -> None:
        self.page.on("console", self._hear)
        self.page.on("pageerror", lambda error: self.troubles.append(f"page error: {error}"))
        self.page.on("request", self._follow)
        self.page.on("load", lambda _: self._loaded())

    def _hear(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.troubles.append(f"{message.type}: {message.text}")

    def _follow(self, request: Request) -> None:
        if not request.url.startswith(("http://127.0.0.1:", "data:")):
            self.troubles.append(f"asked elsewhere: {request.url}")

    def _loaded(self) -> None:
        self.loads += 1

    def unforgiven(self) -> list[str]:
        """Return the troubles that the test did not make itself."""
        return [text for text in self.troubles if not any(re.search(p, text) for p in self.forgiven)]

    # Opening, and parts of the page

    def open(self, address: str) -> None:
        """Open a table's page and wait until it is connected and shows the table."""
        self.page.goto(address)
        self.expect_connected()

    def expect_connected(self) -> None:
        """Wait until the page follows its table."""
        expect(self.part("connection")).to_have_attribute("data-state", "open")
        expect(self.part("phase")).not_to_have_attribute("data-phase", "")

    def part(self, name: str) -> Locator:
        """Return the element with this id."""
        return self.page.locator(f"#{name}")

    def cell(self, name: str) -> Locator:
        """Return a cell of the grid."""
        return self.page.locator(f'[data-cell="{name}"]')

    def light(self, name: str) -> Locator:
        """Return the light under a cell."""
        return self.page.locator(f'[data-light="{name}"]')

    def tray(self, owner: str) -> Locator:
        """Return a player's tray."""
        return self.page.locator(f'[data-tray="{owner}"]')

    def button(self, name: str) -> Locator:
        """Return one of the page's buttons."""
        return self.page.locator(f'button[data-button="{name}"]')

    # Hands

    def use(self, hand: Hand) -> None:
        """Move marbles with this hand from now on."""
        self._hand = hand

    def carry(self, start: Locator, end: Locator) -> None:
        """Carry what lies on one element to another."""
        if self._hand is None:
            self._hand = Mouse(self.page)
        self._hand.carry(middle(start), middle(end))

    def move(self, start: str, end: str) -> None:
        """Carry the marble on one cell to another and wait until the table shows it there."""
        self.carry(self.cell(start), self.cell(end))
        self.expect_marble(end)

    def take_off(self, cell: str) -> None:
        """Carry the marble on a cell back into its owner's tray."""
        owner = self.cell(cell).get_attribute("data-owner") or "first"
        self.carry(self.cell(cell), self.tray(owner))

    def drop(self, owner: str, cell: str) -> None:
        """Carry a marble from a player's tray to a cell and wait until the table shows it there."""
        self.carry(self.tray(owner), self.cell(cell))
        self.expect_marble(cell, owner)

    def next_push(self, turns: int) -> tuple[str, ...]:
        """Wait for what the page asks for next; nothing once it lists this many turns."""
        asked = self.page.wait_for_function(NEXT_PUSH, arg=turns).json_value()
        return tuple(asked)

    def make(self, push: tuple[str, ...]) -> None:
        """Do what the page asks for, and wait until its lights for it are out."""
        if len(push) == 2:
            self.carry(self.cell(push[0]), self.cell(push[1]))
        else:
            self.take_off(push[0])
        self.page.wait_for_function(PUSHED, arg=list(push))

    def finish_turn(self, turns: int) -> None:
        """Do everything that the page asks for until it lists this many turns."""
        while push := self.next_push(turns):
            self.make(push)

    def play(self, moves: Iterable[str]) -> None:
        """Play these drops on the page, from the first player's on, each with its pushes."""
        for ply, cell in enumerate(moves):
            self.drop(("first", "second")[ply % 2], cell)
            self.finish_turn(ply + 1)

    # What it shows

    def expect_marble(self, cell: str, owner: str | None = None) -> None:
        """Wait until a marble, this player's if one is named, is shown on a cell."""
        self.page.wait_for_function(LIES, arg=[cell, [owner] if owner else ["first", "second"]])

    def expect_light(self, cell: str, means: str) -> None:
        """Wait until the light under a cell says this."""
        expect(self.light(cell)).to_have_attribute("data-means", means)

    def expect_dark(self, cell: str) -> None:
        """Wait until the light under a cell says nothing."""
        expect(self.light(cell)).not_to_have_attribute("data-means", re.compile("."))

    def expect_phase(self, phase: str) -> None:
        """Wait until the page says that the table waits for this."""
        expect(self.part("phase")).to_have_attribute("data-phase", phase)

    def expect_turns(self, count: int) -> None:
        """Wait until the page lists so many turns."""
        expect(self.page.locator("#turns [data-ply]")).to_have_count(count)

    def expect_winner(self, winner: str) -> None:
        """Wait until the page says who has won."""
        expect(self.part("turn")).to_have_attribute("data-winner", winner)

    def marbles(self, owner: str) -> list[str]:
        """Return the cells with a player's marbles, in the order of their names."""
        cells = self.page.locator(f'[data-cell][data-owner="{owner}"]')
        return sorted(str(name) for name in cells.evaluate_all("all => all.map((cell) => cell.dataset.cell)"))


def middle(element: Locator) -> Point:
    """Return the middle of an element on the screen."""
    box = element.bounding_box()
    assert box is not None, f"{element} is not on the page"
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
