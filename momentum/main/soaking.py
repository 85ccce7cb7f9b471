"""What a soak is played on: simulated tables, and the slow twin beside them."""

from __future__ import annotations

from momentum.bench.slow_twin import TwinGame
from momentum.main.simulated import build_simulated
from momentum.rules import RuleSet
from momentum.soak.makers import Makers
from momentum.soak.run import Plan, Progress, play
from momentum.soak.totals import Totals


def slow_twin(rules: RuleSet) -> TwinGame:
    """Begin a game by the slow rules."""
    return TwinGame(pie=rules.pie, rounds=rules.rounds, last_marble=rules.last_marble.value)


MAKERS = Makers(table=build_simulated, twin=slow_twin)
"""Tables and twins of a soak."""


def soak(plan: Plan, progress: Progress) -> Totals:
    """Play the games of a plan on simulated tables of their own."""
    return play(MAKERS, plan, progress)
