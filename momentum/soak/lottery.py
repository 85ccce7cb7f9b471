"""The lottery: what one game of a soak is played under, and by whom, drawn from its own seed."""

from __future__ import annotations

from random import Random

from momentum.referee import Mode, SensorKind, TableSettings
from momentum.rules import LastMarble, Player, RuleSet
from momentum.soak.scene import Character
from momentum.soak.strategy import Style

LONG_CLOCKS = ("900m", "900m+3s", "900m b5s warn=-", "900m turn=press", "up", "first 900m | second 800m+2s")
"""Clocks that no game of a soak uses up."""


def seed_of(seed: int, number: int) -> str:
    """Return the seed of one game: the same whoever plays it, and in whatever order."""
    return f"momentum soak {seed}/{number}"


def draw_settings(rng: Random) -> TableSettings:
    """Draw rules and manners."""
    rounds = rng.choices((30, None, rng.randint(2, 12)), (5, 3, 2))[0]
    rules = RuleSet(pie=rng.random() < 0.6, rounds=rounds, last_marble=rng.choice(list(LastMarble)))
    return TableSettings(
        rules=rules,
        mode=rng.choice(list(Mode)),
        sensors=rng.choice(list(SensorKind)),
        guidance=rng.random() < 0.8,
    )


def with_event(settings: TableSettings, rng: Random) -> TableSettings:
    """Return the settings with clocks, counted irregular acts and an event's other manners in some games.

    The clocks are long: what is looked for are wrong decisions, not lost games.
    """
    drawn = {
        "clock": rng.choice(("off", "off", *LONG_CLOCKS)),
        "irregular": rng.choice(("off", "off", "warning", "warning+1m")),
        "announce": rng.choice(("device", "device", "player")),
        "confirm": rng.choice(("off", "off", "off", "on")),
    }
    for key, value in drawn.items():
        settings = settings.with_value(key, value)
    return settings


def draw_character(rng: Random) -> Character:
    """Draw two players: most are careless, some are very careless, a few never slip."""
    return Character(
        styles={player: rng.choice(list(Style)) for player in Player},
        carelessness=rng.choice((0.0, 0.05, 0.1, 0.2)),
        trouble=rng.choice((0.0, 0.03, 0.07, 0.15)),
        haste=rng.choice((0.3, 0.6, 1.0, 1.5)),
    )
