"""Guidance: what each cell and each ring step means to the players right now; meaning, never colour."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from momentum.referee import Phase, Snapshot
from momentum.rules import DIRECTIONS, SIZE, Game, Player, Push, cells_in, laps, path

STEPS = 4 * SIZE
"""Steps of the ring: seven a side, 1..28 clockwise seen from above, starting under a1."""


class Meaning(StrEnum):
    """What a light under a cell says; earlier ones win where two would share a cell."""

    EXTRA = "extra"
    MISSING = "missing"
    LIFT = "lift"
    OFF = "off"
    PLACE = "place"
    DROPPED = "dropped"
    SWAP = "swap"
    FAULT = "fault"
    WON = "won"
    HINT = "hint"
    PATH = "path"


class RingMeaning(StrEnum):
    """What a ring step says; earlier ones win."""

    RESULT = "result"
    EXIT = "exit"
    FINAL = "final"
    ROUND = "round"


@dataclass(frozen=True, slots=True, kw_only=True)
class CellLight:
    """One lit cell."""

    cell: int
    """Which one."""
    means: Meaning
    """What it says."""
    player: Player | None = None
    """Whose marble it is about, where that is known."""
    to: int | None = None
    """Where that marble goes, where it goes somewhere."""
    current: bool = True
    """False for the pushes that wait while another one is being led."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RingLight:
    """One lit ring step."""

    step: int
    """1..28."""
    means: RingMeaning
    """What it says."""
    current: bool = True
    """False for the exits of pushes that wait."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Picture:
    """Everything the lights say at one instant."""

    cells: tuple[CellLight, ...]
    """At most one light a cell, in the order of the cells."""
    ring: tuple[RingLight, ...]
    """At most one light a step, in the order of the steps."""
    trail: tuple[int, ...] = ()
    """The way of the push being led: cells from the dropped marble outward."""
    exit_step: int | None = None
    """The ring step that way ends at, when the push being led leaves the board."""
    winner: Player | None = None
    """Who won, when the game is over and somebody did."""


def exit_step(cell: int, direction: int) -> int:
    """Return the ring step where a marble leaves the board from an edge cell, going in DIRECTIONS[direction].

    The step lies beside the cell in that direction. Past a corner of the board there is none: the nearest one
    that comes first on the way around is taken (7, 14, 21 or 28).
    """
    row, column = divmod(cell, SIZE)
    column, row = column + DIRECTIONS[direction][0], row + DIRECTIONS[direction][1]
    edge = SIZE - 1
    if row < 0:
        return 4 * SIZE if column < 0 else min(column, edge) + 1
    if column > edge:
        return SIZE + 1 + min(row, edge)
    if row > edge:
        return 2 * SIZE + 1 + edge - max(column, 0)
    if column < 0:
        return 3 * SIZE + 1 + edge - row
    raise ValueError(f"a marble does not leave the board from cell {cell} in direction {direction}")


def picture(now: Snapshot) -> Picture:
    """Return what the lights say in this state; with guidance off, only faults and the result."""
    if now.phase is Phase.OVER:
        return result_picture(now.game, _faults(now))
    lights = [*_errors(now), *_faults(now)]
    if not now.settings.guidance:
        return Picture(cells=_one_each(lights), ring=())
    led = _led_push(now)
    return Picture(
        cells=_one_each([*lights, *_pushes(now, led), *_offers(now)]),
        ring=_one_each_step([*_exits(now, led), *_rounds(now)]),
        trail=_trail(now, led),
        exit_step=None
        if led is None or led.destination is not None
        else exit_step(led.origin, led.direction),
    )


_CELL_RANK = {meaning: rank for rank, meaning in enumerate(Meaning)}
_RING_RANK = {meaning: rank for rank, meaning in enumerate(RingMeaning)}


def _one_each(lights: Iterable[CellLight]) -> tuple[CellLight, ...]:
    best: dict[int, CellLight] = {}
    for light in lights:
        if light.cell not in best or _CELL_RANK[light.means] < _CELL_RANK[best[light.cell].means]:
            best[light.cell] = light
    return tuple(best[cell] for cell in sorted(best))


def _one_each_step(lights: Iterable[RingLight]) -> tuple[RingLight, ...]:
    best: dict[int, RingLight] = {}
    for light in lights:
        if light.step not in best or _RING_RANK[light.means] < _RING_RANK[best[light.step].means]:
            best[light.step] = light
    return tuple(best[step] for step in sorted(best))


def result_picture(game: Game, faults: Iterable[CellLight] = ()) -> Picture:
    """Return what the lights say when a game is over: who won, or what lies there, and the whole ring."""
    winner = None if game.result is None else game.result.winner
    position = game.position
    marbles = position.occupied if winner is None else position.of(winner)
    cells = [CellLight(cell=c, means=Meaning.WON, player=position.owner(c)) for c in cells_in(marbles)]
    ring = tuple(RingLight(step=step, means=RingMeaning.RESULT) for step in range(1, STEPS + 1))
    return Picture(cells=_one_each([*cells, *faults]), ring=ring, winner=winner)


def _errors(now: Snapshot) -> Iterator[CellLight]:
    extra, missing = cells_in(now.differences.extra), cells_in(now.differences.missing)
    home = missing[0] if len(extra) == len(missing) == 1 else None
    for cell in extra:
        yield CellLight(cell=cell, means=Meaning.EXTRA, to=home)
    for cell in missing:
        yield CellLight(cell=cell, means=Meaning.MISSING, player=_owner_due(now, cell))


def _owner_due(now: Snapshot, cell: int) -> Player | None:
    position = now.game.position if now.pending is None else now.pending.target
    return position.owner(cell)


def _faults(now: Snapshot) -> Iterator[CellLight]:
    for cell in cells_in(now.fault):
        yield CellLight(cell=cell, means=Meaning.FAULT)


def _still_due(now: Snapshot, push: Push) -> bool:
    due = now.differences
    if push.destination is not None and due.place >> push.destination & 1:
        return True
    return bool((due.lift | due.off) >> push.origin & 1)


def _in_hand(now: Snapshot, push: Push) -> bool:
    return not (now.differences.lift | now.differences.off) >> push.origin & 1


def _led_push(now: Snapshot) -> Push | None:
    """Return the push to be led: one whose marble is already in a hand, else the first that is due."""
    if now.pending is None:
        return None
    due = [push for push in now.pending.outcome.pushes if _still_due(now, push)]
    return next((push for push in due if _in_hand(now, push)), due[0] if due else None)


def _pushes(now: Snapshot, led: Push | None) -> Iterator[CellLight]:
    if now.pending is None:
        return
    if not now.differences.missing >> now.pending.cell & 1:
        yield CellLight(cell=now.pending.cell, means=Meaning.DROPPED, player=now.game.to_move)
    for push in now.pending.outcome.pushes:
        yield from _push_lights(now, push, current=push is led)
    if led is not None:
        for cell in path(now.pending.cell, led):
            yield CellLight(cell=cell, means=Meaning.PATH)


def _push_lights(now: Snapshot, push: Push, *, current: bool) -> Iterator[CellLight]:
    due, owner, to = now.differences, push.owner, push.destination
    if due.off >> push.origin & 1:
        yield CellLight(cell=push.origin, means=Meaning.OFF, player=owner, current=current)
    if due.lift >> push.origin & 1:
        yield CellLight(cell=push.origin, means=Meaning.LIFT, player=owner, to=to, current=current)
    if to is not None and due.place >> to & 1:
        yield CellLight(cell=to, means=Meaning.PLACE, player=owner, current=current)


def _trail(now: Snapshot, led: Push | None) -> tuple[int, ...]:
    if now.pending is None or led is None:
        return ()
    return (now.pending.cell, *path(now.pending.cell, led))


def _offers(now: Snapshot) -> Iterator[CellLight]:
    if now.phase is not Phase.DROP:
        return
    for cell in cells_in(now.hint):
        yield CellLight(cell=cell, means=Meaning.HINT, player=now.game.to_move)
    if now.swap is not None:
        yield CellLight(cell=now.swap, means=Meaning.SWAP, player=now.game.to_move)


def _exits(now: Snapshot, led: Push | None) -> Iterator[RingLight]:
    if now.pending is None:
        return
    for push in now.pending.outcome.pushes:
        if now.differences.off >> push.origin & 1:
            step = exit_step(push.origin, push.direction)
            yield RingLight(step=step, means=RingMeaning.EXIT, current=push is led)


def _rounds(now: Snapshot) -> Iterator[RingLight]:
    return round_lights(now.game.round)


def round_lights(rounds: int) -> Iterator[RingLight]:
    """Yield the steps of the ring that count so many rounds."""
    first_lap, second_lap = laps(rounds)
    for step in range(1, first_lap + 1):
        yield RingLight(step=step, means=RingMeaning.FINAL if step <= second_lap else RingMeaning.ROUND)
