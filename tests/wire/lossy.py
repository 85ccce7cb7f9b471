"""A wire that drops, spoils, delays and doubles what it carries, the same way for the same seed."""

from __future__ import annotations

import random
from collections.abc import Iterable

DROPPED = 0.10
SPOILT = 0.10
DOUBLED = 0.05
MOST_DELAY_MS = 25


class LossyWire:
    """One direction of a bad wire."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng

    def __call__(self, frame: bytes) -> Iterable[tuple[int, bytes]]:
        """Return what arrives of one frame, as (delay in ms, bytes)."""
        rng = self._rng
        if rng.random() < DROPPED:
            return
        copies = 2 if rng.random() < DOUBLED else 1
        for _ in range(copies):
            yield rng.randint(1, MOST_DELAY_MS), spoilt(frame, rng) if rng.random() < SPOILT else frame


def spoilt(frame: bytes, rng: random.Random) -> bytes:
    """Return the frame with one to three of its bytes changed, lost, or new."""
    data = bytearray(frame)
    for _ in range(rng.randint(1, 3)):
        at = rng.randrange(len(data))
        way = rng.randrange(4)
        if way == 0:
            data[at] ^= 1 << rng.randrange(8)
        elif way == 1:
            data.insert(at, rng.randrange(256))
        elif way == 2 and len(data) > 1:
            del data[at]
        else:
            data[at] = 0x7E
    return bytes(data)
