"""Speech: what happens at a session's table, said aloud in its language."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import TextIO

from hardware.protocols import Voice
from momentum.spoken import Detail, Scene, Sentence, Teller
from momentum.table.notices import BoardSettled, Decided, LightsChanged, Notice


@dataclass(frozen=True, slots=True, kw_only=True)
class Speech:
    """How a table speaks."""

    voice: Voice | None = None
    """What speaks; None where nothing does."""
    detail: Detail = Detail.OFF
    """How much is said."""
    missing: str | None = None
    """Why nothing speaks although the config asks for it and allows to play on."""


class Speaker:
    """Hears a table's notices and lets its voice say what follows, once a turn of the loop."""

    def __init__(self, speech: Speech, language: str, out: TextIO | None = None) -> None:
        self.muted = False
        """Whether nothing is said; set it with `mute`."""
        self._voice, self._missing, self._language = speech.voice, speech.missing, language
        self._teller = Teller(speech.detail if speech.voice is not None else Detail.OFF)
        self._out = out
        self._trouble: str | None = None
        self._tell(speech.missing)

    @property
    def there(self) -> bool:
        """Whether this table has a voice."""
        return self._voice is not None

    @property
    def trouble(self) -> str | None:
        """Why nothing is heard although the config asks for speech, as last told; None while all is well."""
        return self._missing or self._trouble

    def hear(self, notice: Notice) -> None:
        """Take a notice of the table."""
        if self._voice is None:
            return
        if isinstance(notice, Decided):
            self._teller.hear(notice.decision)
        elif isinstance(notice, BoardSettled):
            self._teller.board_settled()
        elif isinstance(notice, LightsChanged) and notice.why is not None:
            self._teller.also(Sentence("device.unlit"))

    def turn(self, now_ms: float, look: Callable[[], Scene]) -> bool:
        """Say what is to be said now; return whether the voice's trouble is another one than before."""
        if self._voice is None:
            return False
        if self._teller.due(now_ms):
            self.say(self._teller.turn(now_ms, look()))
        before, self._trouble = self._trouble, self._voice.trouble
        if (before is None) is (self._trouble is None):
            return before != self._trouble
        self._tell(self._trouble or "")
        return True

    def say(self, sentences: tuple[Sentence, ...]) -> None:
        """Say these, unless muted."""
        if sentences and self._voice is not None and not self.muted:
            self._voice.speak("\n".join(sentence.aloud(self._language) for sentence in sentences))

    def mute(self, *, muted: bool) -> None:
        """Say nothing more after saying so, or speak again."""
        self.muted = False
        self.say((Sentence("sound.off" if muted else "sound.on"),))
        self.muted = muted

    def _tell(self, trouble: str | None) -> None:
        """Tell the owner once when the voice goes, and once when it is back."""
        if trouble is None:
            return
        words = f"nothing is said aloud: {trouble}" if trouble else "the voice is back"
        print(f"momentum: {words}", file=self._out or sys.stderr, flush=True)
