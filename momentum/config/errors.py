"""What can be wrong with a config file."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from momentum.errors import MomentumError


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """One thing that is wrong, and what to do about it."""

    key: str
    """The key it is about, such as `sensors.rows`; empty when it is the whole file."""
    why: str
    """What is wrong with it."""
    remedy: str
    """What to write, or to do, instead."""

    def __str__(self) -> str:
        return f"{self.key + ': ' if self.key else ''}{self.why}; {self.remedy}"


class ConfigError(MomentumError, ValueError):
    """A config that cannot be used; `problems` has all that was found."""

    def __init__(self, file: Path | str, problems: Iterable[Problem]) -> None:
        self.file = file
        """The file."""
        self.problems = tuple(problems)
        """What is wrong, in the order of the file's sections."""
        more = (
            f" (and {len(self.problems) - 1} more: momentum config check)" if len(self.problems) > 1 else ""
        )
        super().__init__(f"{file}: {self.problems[0]}{more}")
