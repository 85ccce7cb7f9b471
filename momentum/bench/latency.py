"""How fast the table answers a hand, in table time: random drops on a board whose contacts bounce."""

from __future__ import annotations

import random
import statistics
from collections.abc import Iterator
from dataclasses import dataclass

from momentum.referee import DropAccepted, NewGame, Phase, TableSettings
from momentum.rules import Drop, Player
from momentum.scenario.stage import Builder, Stage
from momentum.table.loop import LoopSettings
from momentum.table.notices import Decided, FrameShown, Notice

BOUNCE_MS = 8.0
"""How long each contact change chatters."""
LONG_ENOUGH_MS = 600.0
"""Table time in which every drop is answered and accepted, or something is broken."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """How one drop was answered."""

    first_light_ms: float
    """From the drop to the first frame sent that lights its cell; WS2812 pixels take 2.5 ms more."""
    accepted_ms: float
    """From the drop to its acceptance by the referee."""


def answers(build: Builder, drops: int, *, seed: int) -> Iterator[Answer]:
    """Yield the answers to `drops` random drops, in games played to their end and begun again."""
    chance = random.Random(seed)
    watch = _Watch()
    stage = Stage(build, TableSettings(), LoopSettings(), watch.hear)
    stage.table.faults.bounce(BOUNCE_MS)
    for _ in range(drops):
        if stage.referee.phase is Phase.OVER:
            _clear(stage)
        stage.run_until(stage.now_ms + chance.uniform(100, 200))
        yield _drop(stage, watch, chance)
        _make_pushes(stage)


def percentile(values: list[float], percent: int) -> float:
    """Return the value that `percent` of all are not over."""
    return statistics.quantiles(values, n=100, method="inclusive")[percent - 1]


class _Watch:
    """Notes when a cell's pixel changes and when its drop is accepted."""

    def __init__(self) -> None:
        self._cell = 0
        self._before = b""
        self.frame = bytes(231)
        self.lit_ms: float | None = None
        self.accepted_ms: float | None = None

    def wait_for(self, cell: int) -> None:
        self._cell, self._before = cell, self._pixel(cell)
        self.lit_ms = self.accepted_ms = None

    def _pixel(self, cell: int) -> bytes:
        return self.frame[3 * cell : 3 * cell + 3]

    def hear(self, notice: Notice) -> None:
        match notice:
            case FrameShown(at_ms=at_ms, frame=frame):
                self.frame = frame
                if self.lit_ms is None and self._pixel(self._cell) != self._before:
                    self.lit_ms = at_ms
            case Decided(decision=DropAccepted(at_ms=at_ms, cell=cell)) if cell == self._cell:
                self.accepted_ms = at_ms


def _drop(stage: Stage, watch: _Watch, chance: random.Random) -> Answer:
    game = stage.referee.game
    drops = [move for move in game.legal_moves() if isinstance(move, Drop)]
    cell = chance.choice(drops).cell
    watch.wait_for(cell)
    dropped_ms = stage.now_ms
    stage.table.hands.place(cell, south=game.to_move is Player.SECOND)
    stage.run_until(dropped_ms + LONG_ENOUGH_MS)
    if watch.lit_ms is None or watch.accepted_ms is None:
        raise AssertionError(f"the drop at cell {cell} was not answered within {LONG_ENOUGH_MS:.0f} ms")
    return Answer(first_light_ms=watch.lit_ms - dropped_ms, accepted_ms=watch.accepted_ms - dropped_ms)


def _make_pushes(stage: Stage) -> None:
    pending = stage.referee.snapshot().pending
    if pending is None:
        return
    for push in pending.outcome.pushes:
        stage.table.hands.lift(push.origin)
        if push.destination is not None:
            stage.table.hands.place(push.destination, south=push.owner is Player.SECOND)
    stage.run_until(stage.now_ms + LONG_ENOUGH_MS)


def _clear(stage: Stage) -> None:
    for marble in stage.table.hands.marbles():
        if marble.cell is not None:
            stage.table.hands.lift(marble.cell)
    stage.run_until(stage.now_ms + LONG_ENOUGH_MS)
    stage.loop.receive(NewGame(at_ms=stage.now_ms, settings=stage.referee.settings))
    stage.run_until(stage.now_ms + LONG_ENOUGH_MS)
