"""The table's own sound: one mute for its buzzer and its voice, which is kept over restarts."""

from __future__ import annotations

import json
import sys
from contextlib import suppress
from pathlib import Path

from momentum.play.speech import Speaker
from momentum.table.loop import TableLoop


class TableSound:
    """Whether a table is heard."""

    def __init__(self, loop: TableLoop, speaker: Speaker, file: Path | None) -> None:
        """Begin as `file` has it, where there is one, and as heard otherwise."""
        self._loop, self._speaker, self._file = loop, speaker, file
        self.muted = False
        """Whether it is muted."""
        if self.there and _kept(file):
            self._mute(muted=True)

    @property
    def there(self) -> bool:
        """Whether there is anything to be heard."""
        return self._loop.has_buzzer or self._speaker.there

    @property
    def lost(self) -> str | None:
        """Why it is not heard although it should be; None while all is well."""
        return self._speaker.trouble or self._loop.buzzer_lost

    def toggle(self) -> None:
        """Mute the table, or let it be heard again; one that makes no sound stays as it is."""
        if self.there:
            self.mute(muted=not self.muted)

    def mute(self, *, muted: bool) -> None:
        """Mute the table, or let it be heard again; it says so itself, and keeps it."""
        if muted != self.muted:
            self._mute(muted=muted)
            self._keep()

    def _mute(self, *, muted: bool) -> None:
        self.muted = muted
        self._speaker.mute(muted=muted)
        self._loop.mute(muted=muted)

    def _keep(self) -> None:
        if self._file is None:
            return
        try:
            self._file.write_text(json.dumps({"muted": self.muted}), encoding="utf-8")
        except OSError as error:
            why = f"whether the table is muted is not kept: {self._file}: {error.strerror}"
            print(f"momentum: {why}", file=sys.stderr, flush=True)


def _kept(file: Path | None) -> bool:
    """Return whether a table was left muted; a file that says nothing of the kind does not count."""
    if file is None:
        return False
    with suppress(OSError, ValueError):
        kept = json.loads(file.read_text(encoding="utf-8"))
        return isinstance(kept, dict) and kept.get("muted") is True
    return False
