"""Published games, played on the pages from their first drop to their end."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class PublishedGame:
    """A whole game and how it ended."""

    moves: str
    """The drops in turn, the first player's first."""
    winner: str
    """Who won it, with eight marbles on the board."""
    first: str
    """Where the first player's marbles lay at the end."""
    second: str
    """Where the second player's marbles lay at the end."""


TRIAL_0 = PublishedGame(
    moves="e6 d2 d3 a6 f1 c5 d5 e7 c5 b5 a3 g5 e3 g1 g3",
    winner="first",
    first="a3 c3 d5 e1 e3 e5 g3 g7",
    second="b5 d1 e7 g1 g5",
)
"""Ludeme/Ludii, Player/res/random_trials/board/race/score/Momentum/RandomTrial_0.txt."""
