"""Makers: what a soak is handed from outside: a way to build tables, and the slow twin of the rules."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from momentum.rules import RuleSet

if TYPE_CHECKING:
    from hardware.simulator import SimulatedTable


class Twin(Protocol):
    """A game by an independent reference; cells are texts, players are `first` and `second`."""

    first: set[str]
    second: set[str]
    to_move: str
    ply: int
    announcers: set[str]
    winner: str | None
    reason: str | None

    def legal(self) -> set[str]:
        """Return the moves that may be played: cells, and `swap`."""
        ...

    def play(self, move: str) -> list[tuple[str, str | None, str]]:
        """Play a move and return its pushes (from, to or None, owner); raise ValueError for no legal one."""
        ...


class TableMaker(Protocol):
    """Builds a simulated table."""

    def __call__(self, now: Callable[[], float], *, seed: int, polarity: bool) -> SimulatedTable:
        """Return one that takes its time, in milliseconds, from `now`."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Makers:
    """Both of them; they travel to other processes, so they are functions of a module."""

    table: TableMaker
    """Builds a table for one game."""
    twin: Callable[[RuleSet], Twin]
    """Begins a game by the slow rules."""
