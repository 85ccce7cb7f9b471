"""What can be wrong with a record."""

from __future__ import annotations

from momentum.errors import MomentumError


class RecordError(MomentumError, ValueError):
    """A record that cannot be read or replayed; says which line, or which move and why."""
