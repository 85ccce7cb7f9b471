"""The process that drives the lights by Adafruit's neopixel: a frame on its input, a word on its output.

    python -m hardware.strip.neopixel_child PIN COLOURS

It says `ready` once the strip is dark, `shown` after each frame, `failed WHY` before it gives up. When its
input ends, however its parent did, it leaves the strip dark; signals sent to the whole group do not stop it.
"""

import os
import signal
import sys
from typing import Any, Final

from hardware.gpio import libraries
from hardware.protocols import DARK, FRAME_BYTES, PIXELS

READY: Final = "ready"
SHOWN: Final = "shown"
FAILED: Final = "failed"

_FAILURES: Final = (
    ImportError,
    NotImplementedError,
    OSError,
    RuntimeError,
    ValueError,
    AttributeError,
    KeyError,
)
"""What Blinka and the libraries below it raise for a machine, a pin or rights that they cannot use."""


def begin(pin: str, colours: str) -> Any:
    """Return Adafruit's strip on the pin of this name, such as D18."""
    os.environ.setdefault("BLINKA_SKIP_DEPENDENCY_CHECK", "1")  # else it asks a terminal whether to run pip
    libraries.tidy_lgpio()
    board = libraries.need("board", "adafruit-blinka")
    neopixel = libraries.need("neopixel", "adafruit-circuitpython-neopixel")
    return neopixel.NeoPixel(getattr(board, pin), PIXELS, auto_write=False, pixel_order=colours)


def show(strip: Any, frame: bytes) -> None:
    """Show 231 bytes, RGB per light, in the order of the chain."""
    strip[:] = tuple(zip(frame[0::3], frame[1::3], frame[2::3], strict=True))
    strip.show()


def serve(pin: str, colours: str, replies: int) -> None:
    """Show frames until the input ends, then leave the strip dark."""
    strip = begin(pin, colours)
    show(strip, DARK)
    os.write(replies, f"{READY}\n".encode())
    while len(frame := sys.stdin.buffer.read(FRAME_BYTES)) == FRAME_BYTES:
        show(strip, frame)
        os.write(replies, f"{SHOWN}\n".encode())
    show(strip, DARK)


def main() -> int:
    """Run, and return the exit status."""
    pin, colours = sys.argv[1:]
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    replies = os.dup(sys.stdout.fileno())
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # what libraries print is no reply
    try:
        serve(pin, colours, replies)
    except BrokenPipeError:
        return 0
    except _FAILURES as error:
        why = " ".join(str(error).split()) or type(error).__name__
        os.write(replies, f"{FAILED} {why}\n".encode())
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
