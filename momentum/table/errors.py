"""What can be wrong with a table's own settings."""

from __future__ import annotations

from momentum.errors import MomentumError


class TableError(MomentumError, ValueError):
    """A table setting that cannot work; the sentence says which value would."""
