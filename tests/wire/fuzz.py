"""Spoilt frames by the million into a reader and both ends: `python -m tests.wire.fuzz 1000000 [SEED]`."""

from __future__ import annotations

import random
import sys
import time
from dataclasses import dataclass

from firmware_bridge.link_state import State
from firmware_bridge.wire.framing import Reader, framed
from firmware_bridge.wire.messages import CLOCK, NAME_OF
from tests.wire import slow_twin
from tests.wire.boards import Wire
from tests.wire.golden import messages
from tests.wire.lossy import spoilt

BATCH = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Tally:
    """What came of the frames."""

    frames: int
    """Frames sent."""
    whole: int
    """Frames sent unspoilt; every one was read."""
    read: int
    """Frames read; the few beyond `whole` are spoilt ones whose bytes came out the same."""
    damaged: int
    """Pieces found damaged."""
    states: int
    """Times the host's end changed its state."""


def batch(rng: random.Random) -> tuple[bytes, list[bytes]]:
    """Return a stretch of wire with noise in it, and the bodies of its unspoilt frames in order."""
    stream, whole = [], []
    for _ in range(BATCH):
        frame = _some_frame(rng)
        if rng.random() < 0.2:
            frame = spoilt(frame, rng)
        else:
            whole.append(frame)
        stream.append(frame)
        if rng.random() < 0.3:
            stream.append(rng.randbytes(rng.randrange(40)))
    return b"".join(stream), whole


def fuzz(count: int, seed: int) -> Tally:
    """Send that many frames; AssertionError when a whole frame is lost or an end gives way."""
    rng = random.Random(seed)
    reader, wire = Reader(), Wire().open()
    sent = whole_count = read = states = 0
    while sent < count:
        stream, whole = batch(rng)
        found = _read(reader, stream, rng)
        assert _holds(found, whole), f"seed {seed}, frame {sent}: a whole frame was lost"
        sent, whole_count, read = sent + BATCH, whole_count + len(whole), read + len(found)
        states += _feed_both_ends(wire, stream, rng)
    return Tally(frames=sent, whole=whole_count, read=read, damaged=reader.damaged, states=states)


def _some_frame(rng: random.Random) -> bytes:
    if rng.random() < 0.5:
        return rng.choice(GOLDEN).frame
    code = rng.choice(CODES) if rng.random() < 0.9 else rng.randrange(256)
    return framed(code, rng.randrange(256), rng.randbytes(rng.choice((0, 1, 2, 3, 4, 33, 130, 233))))


def _read(reader: Reader, stream: bytes, rng: random.Random) -> list[tuple[int, int, bytes]]:
    found = []
    at = 0
    while at < len(stream):
        step = rng.choice((1, 7, 64, 500))
        found += reader.feed(stream[at : at + step])
        at += step
    return found


def _holds(found: list[tuple[int, int, bytes]], whole: list[bytes]) -> bool:
    """Say whether the whole frames are among those found, in order."""
    rest = iter(found)
    return all(any(slow_twin.frame(*frame) == wanted for frame in rest) for wanted in whole)


def _feed_both_ends(wire: Wire, stream: bytes, rng: random.Random) -> int:
    """Give the stream to a host and a board, and let a little time pass; return the changes of state."""
    before = wire.link.state
    wire.now += rng.randrange(30)
    wire.events = list(wire.link.receive(stream, wire.now))
    wire.board.obey(wire.board.device.receive(stream, wire.board_ms & CLOCK))
    wire.run(rng.choice((1, 12)))
    if wire.link.state is State.FAILED or rng.random() < 0.05:
        wire.unplug()
        wire.link.opened(wire.now)
    return wire.link.state is not before


GOLDEN = messages()
CODES = list(NAME_OF)

if __name__ == "__main__":
    begin = time.monotonic()
    print(fuzz(int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 1))
    print(f"{time.monotonic() - begin:.1f} s")
