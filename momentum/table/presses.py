"""Presses: from buttons that are down to presses and long presses; pure, time is an argument."""

from __future__ import annotations

import math
from dataclasses import dataclass

DEBOUNCE_MS = 20.0
"""How long a button must read the same before it counts."""
HOLD_MS = 2000.0
"""How long a button is held for a long press."""

WHEN_LET_GO = frozenset({"arbiter"})
"""Buttons whose press is told when they are let go of: held for long, they do something else instead."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Press:
    """A button went down, or is up again where that is what counts."""

    name: str
    """Which one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LongPress:
    """A button has been down for `HOLD_MS`; said once.

    While another one is down that has not been so long, it waits for it: two that are held together make one
    long press. One that is let go of meanwhile takes the others' long press with it.
    """

    name: str
    """Which one."""
    together_with: frozenset[str]
    """The other buttons that have been down as long; they make no long press of their own."""


class Presses:
    """Follows the buttons of one table."""

    def __init__(self) -> None:
        self._raw: frozenset[str] = frozenset()
        self._raw_since = -math.inf
        self._down: dict[str, float] = {}
        self._held: set[str] = set()
        self._waiting: set[str] = set()

    @property
    def resting(self) -> bool:
        """Whether nothing is down and nothing is being debounced."""
        return not self._raw and not self._down

    def feed(self, at_ms: float, down: frozenset[str]) -> tuple[Press | LongPress, ...]:
        """Take the buttons that are down now and return the presses that this makes, in order."""
        if down != self._raw:
            self._raw, self._raw_since = down, at_ms
        elif self.resting:
            return ()
        pressed = self._settle(at_ms) if at_ms - self._raw_since >= DEBOUNCE_MS else ()
        return (*pressed, *self._long(at_ms))

    def _settle(self, at_ms: float) -> tuple[Press, ...]:
        gone = self._down.keys() - self._raw
        late = sorted((gone & WHEN_LET_GO) - self._held - self._waiting)
        if gone:
            self._held = (self._held | self._waiting) - gone
            self._down = {name: since for name, since in self._down.items() if name not in gone}
        new = sorted(self._raw - self._down.keys())
        self._down.update(dict.fromkeys(new, at_ms))
        at_once = [name for name in new if name not in WHEN_LET_GO]
        return tuple(Press(name=name) for name in (*late, *at_once))

    def _long(self, at_ms: float) -> tuple[LongPress, ...]:
        fresh = self._down.keys() - self._held
        self._waiting = {name for name in fresh if at_ms - self._down[name] >= HOLD_MS - DEBOUNCE_MS}
        if not self._waiting or self._waiting != fresh:
            return ()
        self._held |= fresh
        name, *others = sorted(fresh)
        return (LongPress(name=name, together_with=frozenset(others)),)
