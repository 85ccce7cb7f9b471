"""espeak-ng as a voice: whether it is there, speaks a language, and is heard; and opening it."""

import shutil
import subprocess
from collections.abc import Callable
from time import monotonic
from typing import Final

from hardware.errors import HardwareError
from hardware.voice.speaker import ProcessVoice
from hardware.voice.turns import SHORTEST_MS

ESPEAK: Final = "espeak-ng"
"""The program's usual name."""
INSTALL: Final = "sudo apt-get install -y espeak-ng"
"""What installs it, with its voices, on Debian and Raspberry Pi OS."""

_HEADER_BYTES: Final = 44
"""A WAV file without a sound in it."""
_PATIENCE_S: Final = 10.0


class CannotSpeak(HardwareError, OSError):
    """The program that is to speak is not there, or has no voice for the language."""

    def __str__(self) -> str:
        return str(self.args[0])


def open_voice(program: str, voice: str, words_a_minute: int, clock: Callable[[], float]) -> ProcessVoice:
    """Return a voice for the language `voice` such as `ko`. Raises CannotSpeak when it could say nothing."""
    check(program, voice)
    return ProcessVoice(command(program, voice, words_a_minute), clock)


def command(program: str, voice: str, words_a_minute: int) -> tuple[str, ...]:
    """Return the command of a process that speaks what it reads."""
    return (program, "-v", voice, "-s", str(words_a_minute))


def check(program: str, voice: str) -> None:
    """Let the program speak a word into a pipe, where it needs no sound card. Raises CannotSpeak."""
    done = _spoken(program, voice, "--stdout")
    if done.returncode != 0 or len(done.stdout) <= _HEADER_BYTES:
        raise CannotSpeak(f"{program} has no voice {voice!r}{_last_line(done.stderr)}; {_remedy(program)}")


def check_aloud(program: str, voice: str) -> None:
    """Let the program speak a word aloud. Raises CannotSpeak when no sound card took it."""
    began_s = monotonic()
    done = _spoken(program, voice)
    silent = bool(done.stderr.strip()) and (monotonic() - began_s) * 1000 < SHORTEST_MS
    if done.returncode != 0 or silent:
        why = f"{program} is there, but nothing is heard{_last_line(done.stderr)}"
        raise CannotSpeak(f"{why}; plug in a loudspeaker, look at aplay -l, or join the group audio")


def _spoken(program: str, voice: str, *options: str) -> subprocess.CompletedProcess[bytes]:
    path = shutil.which(program)
    if path is None:
        raise CannotSpeak(f"there is no program {program}; {_remedy(program)}")
    try:
        return subprocess.run(  # noqa: S603 - the program that the owner's config names
            (path, "-v", voice, *options, "Momentum"),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=_PATIENCE_S,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise CannotSpeak(
            f"{program} did not say one word in {_PATIENCE_S:.0f} s; see what it does"
        ) from None
    except OSError as error:
        raise CannotSpeak(f"{program} cannot be run: {error.strerror}; mend its rights") from error


def _remedy(program: str) -> str:
    return f"install it with: {INSTALL}" if program == ESPEAK else "see what the config names"


def _last_line(complaint: bytes) -> str:
    lines = complaint.decode(errors="replace").strip().splitlines()
    return f" ({lines[-1].strip()})" if lines else ""
