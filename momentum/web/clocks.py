"""Clocks: what a page is told of them, so that it can count on by itself; pure."""

from __future__ import annotations

from typing import Any, Final

from momentum.clock import Clock, Kind, Run, TurnEnds
from momentum.referee import Snapshot
from momentum.referee.timing import PLAYING, may_claim
from momentum.rules import Player

LOW_MS: Final = 10_000
"""At this time left a clock is shown as low, unless the game warns at another time last."""


def clock_view(now: Snapshot, at_ms: float) -> dict[str, Any] | None:
    """Return both clocks as they stand at an instant; None for a game without."""
    if now.clock is None:
        return None
    at_ms = at_ms if now.clock.at_ms is None else max(at_ms, now.clock.at_ms)
    clock = now.clock.at(at_ms)
    warnings = clock.settings.warnings_ms
    return {
        "run": clock.run.value,
        "running": clock.to_move.value if clock.run is Run.RUNNING else None,
        "low_ms": warnings[-1] if warnings else LOW_MS,
        "hourglass": clock.settings.controls.first.periods[0].kind is Kind.HOURGLASS,
        **{player.value: _face(now, clock, player, at_ms) for player in Player},
    }


def _face(now: Snapshot, clock: Clock, player: Player, at_ms: float) -> dict[str, Any]:
    reading = clock.reading(player, at_ms)
    return {
        "ms": reading.time_ms,
        "up": reading.counts_up,
        "delay_ms": reading.delay_ms,
        "periods": reading.periods_left,
        "turns": reading.turns_left,
        "fallen": reading.fallen,
        "fallen_first": bool(clock.flags) and clock.flags[0].player is player,
        "press": may_press(now, player),
        "claim": may_claim(now.game, clock, player),
    }


def may_press(now: Snapshot, player: Player) -> bool:
    """Whether this player's button would end a turn on the clock now: it is over on the board."""
    clock = now.clock
    if clock is None or clock.settings.turn is not TurnEnds.PRESS or now.phase not in PLAYING:
        return False
    return clock.to_move is player and now.game.to_move is not player
