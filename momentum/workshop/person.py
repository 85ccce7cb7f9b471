"""A virtual person at a simulated table: does what is asked for, and follows the lights with its eyes."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import TYPE_CHECKING

from hardware.protocols import PIXELS
from momentum.rules import CELLS
from momentum.workshop.chain import beside
from momentum.workshop.dialogue import Say, Want

if TYPE_CHECKING:
    from hardware.simulator import SimulatedTable

LIFT_MS, PLACE_MS, GIVE_UP_MS = 50.0, 400.0, 1200.0
"""After being asked: when the marble is taken up, when it lies there, when Enter says it was in vain."""


class VirtualPerson:
    """Hands, eyes and a keyboard. A person who `waits` never types that nothing happens."""

    def __init__(
        self,
        table: SimulatedTable,
        *,
        now: Callable[[], float],
        sleep: Callable[[float], object],
        listen: Callable[[Say], object],
        waits: bool = False,
    ) -> None:
        """Sit down at a table. `sleep` lets milliseconds pass; `listen` is told everything that is said."""
        self._table = table
        self._now = now
        self._sleep = sleep
        self._listen = listen
        self._waits = waits
        self._plans: deque[tuple[float, Callable[[], str | None]]] = deque()
        self._asked_ms = now()

    def now(self) -> float:
        """Return the time in milliseconds."""
        return self._now()

    def hear(self, decision: Say | Want) -> None:
        """Listen, or begin to do what is wanted; what was begun before is dropped."""
        if isinstance(decision, Say):
            self._listen(decision)
            return
        since_ms, self._asked_ms = self._asked_ms, self._now()
        self._plans.clear()
        for delay_ms, act in self._acts(decision, since_ms):
            self._plans.append((self._asked_ms + delay_ms, act))

    def wait(self, ms: float) -> tuple[str, ...]:
        """Let time pass, doing what is due."""
        self._sleep(ms)
        typed = []
        while self._plans and self._plans[0][0] <= self._now():
            _, act = self._plans.popleft()
            line = act()
            typed += [] if line is None else [line]
        return tuple(typed)

    def _acts(self, want: Want, since_ms: float) -> list[tuple[float, Callable[[], str | None]]]:
        if want.press is not None:
            name = want.press
            return [(PLACE_MS, lambda: self._table.buttons.press(name))]
        if want.look:
            return [(LIFT_MS, lambda: "y" if self._saw_all_lights(since_ms) else "n")]
        acts: list[tuple[float, Callable[[], str | None]]] = [(LIFT_MS, self._lift)]
        if not want.away:
            acts.append((PLACE_MS, lambda: self._place(want)))
        if not self._waits:
            acts.append((GIVE_UP_MS, lambda: ""))
        return acts

    def _lift(self) -> None:
        for marble in self._table.hands.marbles():
            if marble.cell is not None:
                self._table.hands.lift(marble.cell)

    def _place(self, want: Want) -> None:
        cell = self._lit_cell() if want.cell is None else want.cell
        if cell is not None:
            self._table.hands.place(cell, south=want.south)

    def _lit_cell(self) -> int | None:
        """Return the cell where, or beside which, the brightest light is; None in the dark."""
        frame = self._table.lights.shown
        sums = [sum(frame[start : start + 3]) for start in range(0, len(frame), 3)]
        pixel = max(range(len(sums)), key=sums.__getitem__)
        if not sums[pixel]:
            return None
        return pixel if pixel < CELLS else beside(pixel - CELLS + 1)

    def _saw_all_lights(self, since_ms: float) -> bool:
        """Tell whether all lights were lit at once, or one after the other in their order."""
        shown = [_lit(sent.frame) for sent in self._table.lights.sent if sent.at_ms > since_ms]
        single = [pixels[0] for pixels in shown if len(pixels) == 1]
        many = [pixels for pixels in shown if len(pixels) > 1]
        return single in ([], list(range(PIXELS))) and all(len(pixels) == PIXELS for pixels in many)


def _lit(frame: bytes) -> list[int]:
    return [pixel for pixel in range(PIXELS) if any(frame[3 * pixel : 3 * pixel + 3])]
