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

TRIAL_1 = PublishedGame(
    moves="c2 e1 g1 a5 a3 f3 c1 e7 f5 d2 f1 a7 b1 d1 f7 g2 g3 g6",
    winner="second",
    first="a3 b1 b4 f5 g3",
    second="a5 a7 c2 d1 d7 e4 g1 g6",
)
"""Ludeme/Ludii, Player/res/random_trials/board/race/score/Momentum/RandomTrial_1.txt."""
