"""The root of every error the game and the program raise on purpose."""

from __future__ import annotations


class MomentumError(Exception):
    """Something asked for cannot be done; the message shows the input and says what to do."""
