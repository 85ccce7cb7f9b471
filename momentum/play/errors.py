"""What can keep a table from being played at."""

from __future__ import annotations

from momentum.errors import MomentumError


class PlayError(MomentumError, OSError):
    """The table cannot be served here; the sentence says what would help."""

    def __str__(self) -> str:
        return str(self.args[0])
