"""A visitor of a table's page: moves its marbles, reads it as people do, and notes all that goes wrong."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import ConsoleMessage, Locator, Page, Request
from playwright.sync_api import TimeoutError as TooLate

from tests.browser import looks
from tests.browser.pointers import Hand, Mouse, Point


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
    """How often a page was asked for."""
    _hand: Hand | None = None

    def __post_init__(self) -> None:
        self.page.on("console", self._hear)
        self.page.on("pageerror", lambda error: self.troubles.append(f"page error: {error}"))
        self.page.on("request", self._follow)

    def _hear(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.troubles.append(f"{message.type}: {message.text}")

    def _follow(self, request: Request) -> None:
        if not request.url.startswith(("http://127.0.0.1:", "data:")):
            self.troubles.append(f"asked elsewhere: {request.url}")
        self.loads += request.is_navigation_request()

    def unforgiven(self) -> list[str]:
        """Return the troubles that the test did not make itself."""
        return [text for text in self.troubles if not any(re.search(p, text) for p in self.forgiven)]

    # Opening, and parts of the page

    def open(self, address: str) -> None:
        """Open a table's page and wait until it is connected and shows the table."""
        self.page.goto(address, wait_until="commit")
        self.expect_connected()

    def expect_connected(self) -> None:
        """Wait until the page follows its table."""
        self._wait("the page follows its table", looks.CONNECTED)

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
        return tuple(self._wait(f"a push is asked for, or turn {turns} is over", looks.NEXT_PUSH, turns))

    def make(self, push: tuple[str, ...]) -> None:
        """Do what the page asks for, and wait until its lights for it are out."""
        if len(push) == 2:
            self.carry(self.cell(push[0]), self.cell(push[1]))
        else:
            self.take_off(push[0])
        self._wait(f"{' to '.join(push)} is pushed", looks.PUSHED, list(push))

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
        owners = [owner] if owner else ["first", "second"]
        self._wait(f"a marble of {' or '.join(owners)} lies on {cell}", looks.LIES, [cell, owners])

    def expect_light(self, cell: str, means: str) -> None:
        """Wait until the light under a cell says this."""
        self.expect_attribute(f'[data-light="{cell}"]', "data-means", means)

    def expect_dark(self, cell: str) -> None:
        """Wait until the light under a cell says nothing."""
        self.expect_attribute(f'[data-light="{cell}"]', "data-means", "")

    def expect_phase(self, phase: str) -> None:
        """Wait until the page says that the table waits for this."""
        self.expect_attribute("#phase", "data-phase", phase)

    def expect_turns(self, count: int) -> None:
        """Wait until the page lists so many turns."""
        self._wait(f"{count} turns are listed", looks.LISTED, count)

    def expect_winner(self, winner: str) -> None:
        """Wait until the page says who has won."""
        self.expect_attribute("#turn", "data-winner", winner)

    def expect_said(self, what: str) -> None:
        """Wait until this is the newest announcement."""
        self.expect_attribute("#announcement", "data-said", what)

    def expect_no_marble(self, cell: str) -> None:
        """Wait until a cell is shown empty."""
        self.expect_attribute(f'[data-cell="{cell}"]', "data-owner", "")

    def expect_text(self, name: str, text: str) -> None:
        """Wait until the element with this id says exactly this."""
        self._wait(f"#{name} says {text!r}", looks.HOLDS, [f"#{name}", "text", text])

    def expect_attribute(self, selector: str, name: str, value: str) -> None:
        """Wait until an element has this attribute; a missing one counts as empty."""
        self._wait(f"{name} of {selector} is {value!r}", looks.HOLDS, [selector, name, value])

    def _wait(self, what: str, look: str, about: Any = None) -> Any:
        try:
            return self.page.wait_for_function(look, arg=about).json_value()
        except TooLate:
            raise AssertionError(f"waited in vain until {what}; {self.page.evaluate(looks.SHOWN)}") from None

    def marbles(self, owner: str) -> list[str]:
        """Return the cells with a player's marbles, in the order of their names."""
        cells = self.page.locator(f'[data-cell][data-owner="{owner}"]')
        return sorted(str(name) for name in cells.evaluate_all("all => all.map((cell) => cell.dataset.cell)"))


def middle(element: Locator) -> Point:
    """Return the middle of an element on the screen."""
    box = element.bounding_box()
    assert box is not None, f"{element} is not on the page"
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
