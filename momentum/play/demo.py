"""Virtual hands for newcomers: they play a published game, make one mistake, and put it right."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from momentum.referee import Phase, Snapshot
from momentum.rules import Push, parse_cell
from momentum.web.commands import Command, LiftMarble, PlaceMarble, SlideMarble

GAME = ["e6", "d2", "d3", "a6", "f1", "c5", "d5", "e7", "c5", "b5", "a3", "g5", "e3", "g1", "g3"]
"""A short game with pushes, fall-offs and a last marble: Ludii's first random trial of Momentum
(Ludeme/Ludii, Player/res/random_trials/board/race/score/Momentum/RandomTrial_0.txt)."""
MISTAKE_PLY = 6
"""The turn, counted from 0, whose first pushed marble is put down on a wrong cell."""
THINK_MS, LOOK_MS, CARRY_MS, ROLL_MS = 900.0, 700.0, 450.0, 500.0
"""How long virtual hands think before a drop, look at the lights, carry a marble, and let one roll."""


@dataclass(frozen=True, slots=True)
class Beat:
    """One movement of a virtual hand."""

    pause_ms: float
    """How long to wait before it."""
    command: Command | None
    """What the hand does; None when it only waits."""


def beats(look: Callable[[], Snapshot]) -> Iterator[Beat]:
    """Yield the movements of a whole game; `look` is asked for the table whenever a hand must know."""
    for ply, text in enumerate(GAME):
        yield from _wait_for(look, lambda now: now.phase is Phase.DROP)
        player = look().game.to_move
        yield Beat(THINK_MS, PlaceMarble(cell=parse_cell(text), owner=player))
        yield from _wait_for(look, _answered(ply))
        yield from _pushes(look, clumsy=ply == MISTAKE_PLY)
    yield from _wait_for(look, lambda now: now.phase is Phase.OVER)


def _answered(ply: int) -> Callable[[Snapshot], bool]:
    return lambda now: now.phase is Phase.PUSH or now.game.ply > ply


def _wait_for(look: Callable[[], Snapshot], so: Callable[[Snapshot], bool]) -> Iterator[Beat]:
    while not so(look()):
        yield Beat(50.0, None)


def _pushes(look: Callable[[], Snapshot], *, clumsy: bool) -> Iterator[Beat]:
    pending = look().pending
    if pending is None:
        return
    yield Beat(LOOK_MS, None)
    for number, push in enumerate(pending.outcome.pushes):
        if clumsy and number == 0:
            yield from _misplace(look, push)
        else:
            yield from _push(push, by_rolling=number % 2 == 0)


def _push(push: Push, *, by_rolling: bool) -> Iterator[Beat]:
    if push.destination is None:
        yield Beat(LOOK_MS, LiftMarble(cell=push.origin))
    elif by_rolling:
        yield Beat(LOOK_MS, SlideMarble(cell=push.origin, to=push.destination, ms=ROLL_MS))
        yield Beat(ROLL_MS, None)
    else:
        yield Beat(LOOK_MS, LiftMarble(cell=push.origin))
        yield Beat(CARRY_MS, PlaceMarble(cell=push.destination, owner=push.owner))


def _misplace(look: Callable[[], Snapshot], push: Push) -> Iterator[Beat]:
    if push.destination is None:
        yield from _push(push, by_rolling=False)
        return
    wrong = _free_cell(look(), push)
    yield Beat(LOOK_MS, LiftMarble(cell=push.origin))
    yield Beat(CARRY_MS, PlaceMarble(cell=wrong, owner=push.owner))
    yield Beat(3 * LOOK_MS, LiftMarble(cell=wrong))
    yield Beat(CARRY_MS, PlaceMarble(cell=push.destination, owner=push.owner))


def _free_cell(now: Snapshot, push: Push) -> int:
    taken = now.game.position.occupied | (0 if now.pending is None else now.pending.target.occupied)
    row = push.origin // 7
    near = sorted(range(49), key=lambda cell: abs(cell - push.origin) + 7 * (cell // 7 == row))
    return next(cell for cell in near if not taken >> cell & 1)
