"""What can be wrong with a scenario file."""

from __future__ import annotations

from momentum.errors import MomentumError


class ScenarioError(MomentumError, ValueError):
    """A scenario that cannot be read or done; says which line, and what would be right there."""

    def __init__(self, line: int, why: str) -> None:
        super().__init__(f"line {line}: {why}")
        self.line = line
        """The line it is about, counted from 1."""
        self.why = why
        """What is wrong with it."""
