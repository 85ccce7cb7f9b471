"""How fast the rules are: the time of a drop and of listing the legal moves, over 400 packaged drops.

Each figure is the median over the drops of each drop's own median, in microseconds, on this machine.
"""

from __future__ import annotations

import json
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from importlib import resources

from momentum.bench import slow_twin
from momentum.rules import Game, Player, Position, RuleSet, mask_of, parse_cell, parse_player, resolve

_TIMINGS = 5
"""Timings of each drop, of which the median counts."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DropVector:
    """A drop and what it must do, as cells and players in text."""

    first: frozenset[str]
    """Cells of the first player's marbles before it."""
    second: frozenset[str]
    """Cells of the second player's marbles before it."""
    to_move: str
    """Who drops."""
    drop: str
    """The cell."""
    pushes: frozenset[slow_twin.Pushed]
    """Origin, destination (None off the board) and owner of each push."""
    after_first: frozenset[str]
    """Cells of the first player's marbles after every push."""
    after_second: frozenset[str]
    """Cells of the second player's marbles after every push."""

    @property
    def position(self) -> Position:
        """The position before the drop."""
        return Position(mask_of(map(parse_cell, self.first)), mask_of(map(parse_cell, self.second)))

    @property
    def player(self) -> Player:
        """Who drops."""
        return parse_player(self.to_move)


def drop_vectors() -> tuple[DropVector, ...]:
    """Return the 400 drops that ship with the package."""
    text = resources.files("momentum.bench").joinpath("drops.jsonl").read_text(encoding="utf-8")
    return tuple(_vector(line) for line in text.splitlines())


def drop_us() -> tuple[float, float]:
    """Return the median time of `resolve` in microseconds, and how many times as long the slow twin takes.

    Each gets its own kind of input ready made, masks or sets of texts, and returns its own kind of output.
    The two take turns, drop by drop, so that a busy moment of the machine meets both.
    """
    fast, slow = zip(*map(_fast_and_slow_us, drop_vectors()), strict=True)
    fast_us = statistics.median(fast)
    return fast_us, statistics.median(slow) / fast_us


def legal_moves_us() -> float:
    """Return the median time of `Game.legal_moves` in microseconds, under the default settings."""
    games = (Game(rules=RuleSet(), position=each.position, to_move=each.player) for each in drop_vectors())
    return statistics.median(_median_us(game.legal_moves, calls=50) for game in games)


def _fast_and_slow_us(vector: DropVector) -> tuple[float, float]:
    fast = partial(resolve, vector.position, vector.player, parse_cell(vector.drop))
    slow = partial(slow_twin.drop, set(vector.first), set(vector.second), vector.to_move, vector.drop)
    return _median_us(fast, calls=100), _median_us(slow, calls=20)


def _median_us(action: Callable[[], object], *, calls: int) -> float:
    return statistics.median(_once_us(action, calls) for _ in range(_TIMINGS))


def _once_us(action: Callable[[], object], calls: int) -> float:
    begun_ns = time.perf_counter_ns()
    for _ in range(calls):
        action()
    return (time.perf_counter_ns() - begun_ns) / calls / 1000


def _vector(line: str) -> DropVector:
    row = json.loads(line)
    return DropVector(
        first=frozenset(row["first"]),
        second=frozenset(row["second"]),
        to_move=row["to_move"],
        drop=row["drop"],
        pushes=frozenset((push["from"], push["to"], push["owner"]) for push in row["pushes"]),
        after_first=frozenset(row["after"]["first"]),
        after_second=frozenset(row["after"]["second"]),
    )
