"""Hands for a page: a mouse, a finger that drags, and a finger that taps."""

from __future__ import annotations

from typing import Protocol

from playwright.sync_api import CDPSession, Page

Point = tuple[float, float]
"""Where on the screen, in CSS pixels from the top left."""

STEPS = 2
"""Pieces of the way of a drag."""


class Hand(Protocol):
    """Takes a marble from one place of a page to another."""

    def carry(self, start: Point, end: Point) -> None:
        """Carry what lies at `start` to `end`."""


class Mouse:
    """Drags with the left button."""

    def __init__(self, page: Page) -> None:
        self._mouse = page.mouse

    def carry(self, start: Point, end: Point) -> None:
        """Press at `start`, move to `end`, let go."""
        self._mouse.move(*start)
        self._mouse.down()
        self._mouse.move(*end, steps=STEPS)
        self._mouse.up()


class Finger:
    """Drags over a touch screen, event by event as the screen itself reports it."""

    def __init__(self, page: Page) -> None:
        self._screen: CDPSession = page.context.new_cdp_session(page)

    def carry(self, start: Point, end: Point) -> None:
        """Touch at `start`, move to `end`, let go."""
        self._touch("touchStart", start)
        for step in range(1, STEPS + 1):
            self._touch("touchMove", _between(start, end, step / STEPS))
        self._touch("touchEnd")

    def _touch(self, kind: str, *points: Point) -> None:
        self._screen.send(
            "Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]}
        )


class Fingertip:
    """Taps where a marble is, then where it goes."""

    def __init__(self, page: Page) -> None:
        self._touchscreen = page.touchscreen

    def carry(self, start: Point, end: Point) -> None:
        """Tap at `start`, then at `end`."""
        self._touchscreen.tap(*start)
        self._touchscreen.tap(*end)


def _between(start: Point, end: Point, part: float) -> Point:
    return start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part
