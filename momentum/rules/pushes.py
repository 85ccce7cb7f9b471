"""Momentum: what one dropped marble pushes.

From the dropped marble up to eight lines of adjacent marbles, of either colour, run outward. The last marble
of each line moves one cell on; where that leaves the board it goes back to its owner. Lines are read before
anything moves, and no two of them share a cell, so no push can disturb another.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from momentum.rules.cells import ALL, CELLS, DIRECTIONS, RAYS, cell_text, checked, neighbour
from momentum.rules.errors import EmptyHand, OccupiedCell
from momentum.rules.players import FIRST, SECOND, Player
from momentum.rules.position import MARBLES, Position


@dataclass(frozen=True, slots=True, kw_only=True)
class Push:
    """One marble moved one cell away from the dropped one."""

    origin: int
    """The cell it leaves."""
    destination: int | None
    """The cell it reaches, or None when it leaves the board and returns to its owner."""
    owner: Player
    """Whose marble it is."""
    direction: int
    """The way it goes: an index of DIRECTIONS."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What a drop does."""

    pushes: tuple[Push, ...]
    """The pushes, in the order of DIRECTIONS (they may be made in any order)."""
    after: Position
    """The position with the marble dropped and every push made."""


def _push(origin: int, direction: int, owner: Player) -> Push:
    return Push(origin=origin, destination=neighbour(origin, direction), owner=owner, direction=direction)


_Step = tuple[int, int, Push, Push]
"""A cell of a line: its bit; the bits that change when its marble is pushed on; that push by owner."""


def _step(cell: int, direction: int) -> _Step:
    push = _push(cell, direction, FIRST)
    arrival = 0 if push.destination is None else 1 << push.destination
    return 1 << cell, 1 << cell | arrival, push, _push(cell, direction, SECOND)


def _lines(cell: int) -> tuple[tuple[int, tuple[_Step, ...]], ...]:
    """Return for each direction that has cells: the nearest cell's bit, and the steps outward."""
    rays = ((way, ray) for way, ray in enumerate(RAYS[cell]) if ray)
    return tuple((1 << ray[0], tuple(_step(each, way) for each in ray)) for way, ray in rays)


_LINES: Final = tuple(_lines(cell) for cell in range(CELLS))


def resolve(position: Position, player: Player, cell: int) -> Outcome:
    """Return what the player's drop on an empty cell does; raise OccupiedCell, EmptyHand or BadCell."""
    first, second = position.first, position.second
    occupied = first | second
    pushes = []
    for nearest, line in _LINES[checked_drop(position, player, cell)]:
        if occupied & nearest:
            for step in line:
                if not occupied & step[0]:
                    break
                last = step
            bit, change, push_first, push_second = last
            if first & bit:
                first ^= change
                pushes.append(push_first)
            else:
                second ^= change
                pushes.append(push_second)
    if player is FIRST:
        first |= 1 << cell
    else:
        second |= 1 << cell
    return Outcome(pushes=tuple(pushes), after=Position.unchecked(first, second))


def checked_drop(position: Position, player: Player, cell: int) -> int:
    """Return `cell` when the player may drop there; raise OccupiedCell, EmptyHand or BadCell."""
    if position.occupied >> checked(cell) & 1:
        raise OccupiedCell(f"{cell_text(cell)} is occupied in {position}: drop on an empty cell")
    if position.count(player) == MARBLES:
        raise EmptyHand(f"the {player} player holds no marble in {position}: all eight lie on the board")
    return cell


def path(cell: int, push: Push) -> tuple[int, ...]:
    """Return the cells a push runs through: from the drop on `cell`, left out, to origin and destination."""
    ray = RAYS[cell][push.direction]
    line = ray[: ray.index(push.origin) + 1]
    return line if push.destination is None else (*line, push.destination)


def _exits(cell: int) -> tuple[tuple[int, ...], ...]:
    """Return the lines of bits inward from a cell whose marble, pushed from there, leaves the board."""
    opposite = len(DIRECTIONS) // 2
    ways = (way for way in range(len(DIRECTIONS)) if neighbour(cell, way - opposite) is None)
    return tuple(tuple(1 << each for each in RAYS[cell][way]) for way in ways if RAYS[cell][way])


_EXITS: Final = tuple(_exits(cell) for cell in range(CELLS))
_EDGE: Final = sum(1 << cell for cell in range(CELLS) if _EXITS[cell])


def knocking(position: Position, owner: Player) -> int:
    """Return the mask of empty cells where a drop, by either player, knocks off a marble of `owner`.

    Read backwards: an edge marble leaves the board when the drop lands on the first empty cell of a line
    inward from it.
    """
    free = ALL & ~position.occupied
    found = 0
    edge = position.of(owner) & _EDGE
    while edge:
        lowest = edge & -edge
        edge ^= lowest
        for line in _EXITS[lowest.bit_length() - 1]:
            found |= next((bit for bit in line if free & bit), 0)
    return found
