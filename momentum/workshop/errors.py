"""What can go wrong in the workshop."""

from __future__ import annotations

from pathlib import Path

from momentum.errors import MomentumError


class WorkshopError(MomentumError, ValueError):
    """A table that the workshop cannot work on; the sentence says why."""


class MapError(MomentumError, ValueError):
    """A map that cannot be used or written; the sentence names the file and says what to do."""

    def __init__(self, file: Path | str, why: str) -> None:
        self.file = file
        """The file."""
        super().__init__(f"{file}: {why}")


class WiringChanged(MapError):
    """A map that was learnt with another wiring than the config now describes."""


class TalkStopped(MomentumError, RuntimeError):
    """A talk that makes no sense to go on with; its text is the key of the words that say why."""
