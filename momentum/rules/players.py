"""The two players."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from momentum.rules.errors import BadPlayer


class Player(StrEnum):
    """Who drops: the first player opens the game, the second may swap."""

    FIRST = "first"
    SECOND = "second"

    @property
    def other(self) -> Player:
        """The opponent."""
        return SECOND if self is FIRST else FIRST


# Plain names beside the members: looking a member up on its class costs ten times as much in Python 3.11.
FIRST: Final = Player.FIRST
SECOND: Final = Player.SECOND


def parse_player(text: str) -> Player:
    """Return the player that `text` names; raise BadPlayer."""
    for player in Player:
        if text == player.value:
            return player
    raise BadPlayer(f"{text!r} is no player: write first or second")
