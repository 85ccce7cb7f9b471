"""The speaker: a voice made of processes, led by a thread of its own, so that nobody waits for it."""

import math
import os
import select
import subprocess
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress

from hardware.voice.child import SpeakingChild
from hardware.voice.turns import Begin, Turns

CLOSE_S: float = 3.0
"""How long to wait for processes that are to end."""


class ProcessVoice:
    """Speaks by a program that reads its text from standard input and ends once it is said.

    One process is begun ahead and waits, so that a sentence costs no program's start.
    """

    def __init__(
        self, command: Sequence[str], clock: Callable[[], float], sound: int = subprocess.DEVNULL
    ) -> None:
        """Begin; `clock` tells milliseconds. The program's standard output goes to the file `sound`."""
        self._command, self._clock, self._sound = tuple(command), clock, sound
        self._turns = Turns()
        self._lock = threading.Lock()
        self._ready: SpeakingChild | None = None
        self._speaking: SpeakingChild | None = None
        self._closing = False
        self._wake_end, self._wake = os.pipe()
        os.set_blocking(self._wake, False)
        self._thread = threading.Thread(target=self._run, name="voice", daemon=True)
        self._thread.start()

    def speak(self, text: str) -> None:
        """Speak these sentences, one a line, in place of whatever is said, and return at once.

        An empty text is silence. What cannot begin within 300 ms is not said.
        """
        with self._lock:
            if self._closing:
                return
            self._turns.ask(text, self._clock())
            self._wake_up()

    @property
    def trouble(self) -> str | None:
        """Why nothing can be said, in words; None while all is well."""
        return self._turns.trouble

    def close(self) -> None:
        """Fall silent and end every process; a second time does nothing."""
        with self._lock:
            if self._closing:
                return
            self._closing = True
            self._wake_up()
        self._thread.join(CLOSE_S)
        if self._thread.is_alive():  # a driver holds it; the files stay open for it
            return
        os.close(self._wake_end)
        os.close(self._wake)

    def _wake_up(self) -> None:
        with suppress(BlockingIOError):  # it has been told often enough
            os.write(self._wake, b".")

    # The thread

    def _run(self) -> None:
        while not self._closing:
            with self._lock:
                act = self._turns.next(self._clock())
            if isinstance(act, Begin):
                self._begin(act.text)
            elif act is not None:
                self._cut()
            else:
                self._make_ready()
                self._wait()
        self._cut()
        if self._ready is not None:
            self._ready.end(0.0)

    def _begin(self, text: str) -> None:
        child, self._ready = self._ready, None
        if child is not None and not child.waits:
            child.end()
            child = None
        try:
            self._speaking = child or SpeakingChild(self._command, self._sound)
        except OSError as error:
            with self._lock:
                self._turns.failed(f"{self._command[0]} cannot be run: {error.strerror}", self._clock())
            return
        self._speaking.say(text)

    def _cut(self) -> None:
        child, self._speaking = self._speaking, None
        if child is not None:
            child.end(0.0)

    def _make_ready(self) -> None:
        """Begin the next process ahead, once one has been of use; a broken one is told when it is needed."""
        if self._ready is not None or self._turns.trouble is not None:
            return
        try:
            self._ready = SpeakingChild(self._command, self._sound)
        except OSError:
            return

    def _wait(self) -> None:
        due_ms, now_ms = self._turns.due_ms, self._clock()
        patience_s = None if math.isinf(due_ms) else max(due_ms - now_ms, 0.0) / 1000
        watched = [self._wake_end, *([] if self._speaking is None else [self._speaking.fileno()])]
        heard, _, _ = select.select(watched, [], [], patience_s)
        if self._wake_end in heard:
            os.read(self._wake_end, 4096)
        if self._speaking is not None and self._speaking.fileno() in heard and self._speaking.hear():
            self._ended(self._speaking)

    def _ended(self, child: SpeakingChild) -> None:
        self._speaking = None
        status = child.end()
        with self._lock:
            self._turns.ended(status, child.complaint, self._clock())
