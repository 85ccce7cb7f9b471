"""Conduct: what a page is told of confirmations, announcements and irregular acts; pure."""

from __future__ import annotations

from typing import Any

from momentum.referee import IrregularAct, Phase, Snapshot
from momentum.rules import Player, cell_text, cells_in


def conduct_view(now: Snapshot) -> dict[str, Any]:
    """Return what an event's settings ask of the players now, and what was irregular."""
    return {
        "confirm": _confirm(now),
        "announcing": None if now.announcing is None else now.announcing.value,
        "irregular": [_act(act) for act in now.irregular],
    }


def _confirm(now: Snapshot) -> dict[str, Any] | None:
    """Return what is to be confirmed and who has; None when nothing is."""
    if not now.settings.confirm or now.phase not in (Phase.SETUP, Phase.OVER):
        return None
    what = "settings" if now.phase is Phase.SETUP else "result"
    return {"what": what, **{player.value: player in now.confirmed for player in Player}}


def _act(act: IrregularAct) -> dict[str, Any]:
    return {
        "player": act.player.value,
        "kind": act.kind.value,
        "number": act.number,
        "ply": act.ply,
        "cells": [cell_text(cell) for cell in cells_in(act.cells)],
    }
