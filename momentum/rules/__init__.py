"""The game itself, playable without a table: pure values, no clock, no devices."""

from __future__ import annotations

from momentum.rules.cells import (
    ALL,
    CELLS,
    DIRECTIONS,
    RAYS,
    SIZE,
    cell_text,
    cells_in,
    cells_text,
    mask_of,
    parse_cell,
    parse_cells,
)
from momentum.rules.corrections import MOST_PLIES, Correction
from momentum.rules.errors import (
    BadCell,
    BadCorrection,
    BadMove,
    BadPlayer,
    BadPosition,
    BadRuleSet,
    EmptyHand,
    GameIsOver,
    IllegalMove,
    MustKnock,
    NoSwapNow,
    NothingToUndo,
    OccupiedCell,
    RulesError,
)
from momentum.rules.game import Game, Reason, Result, Turn, laps
from momentum.rules.moves import Drop, Move, Swap, parse_move
from momentum.rules.players import Player, parse_player
from momentum.rules.position import EMPTY, MARBLES, Position
from momentum.rules.pushes import Outcome, Push, knocking, path, resolve
from momentum.rules.ruleset import LastMarble, RuleSet

__all__ = [
    "ALL",
    "CELLS",
    "DIRECTIONS",
    "EMPTY",
    "MARBLES",
    "MOST_PLIES",
    "RAYS",
    "SIZE",
    "BadCell",
    "BadCorrection",
    "BadMove",
    "BadPlayer",
    "BadPosition",
    "BadRuleSet",
    "Correction",
    "Drop",
    "EmptyHand",
    "Game",
    "GameIsOver",
    "IllegalMove",
    "LastMarble",
    "Move",
    "MustKnock",
    "NoSwapNow",
    "NothingToUndo",
    "OccupiedCell",
    "Outcome",
    "Player",
    "Position",
    "Push",
    "Reason",
    "Result",
    "RuleSet",
    "RulesError",
    "Swap",
    "Turn",
    "cell_text",
    "cells_in",
    "cells_text",
    "knocking",
    "laps",
    "mask_of",
    "parse_cell",
    "parse_cells",
    "parse_move",
    "parse_player",
    "path",
    "resolve",
]
