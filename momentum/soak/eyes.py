"""Eyes: what a player reads off the strip, from its pixels and nothing else."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import TYPE_CHECKING

from hardware.protocols import DARK
from momentum.guidance import STEPS, Meaning, RingMeaning
from momentum.rules import CELLS
from momentum.table.lighting import LOOKS, SLOT_MS, SLOTS, WHITE, Colour, LightSettings, Rhythm

if TYPE_CHECKING:
    from hardware.simulator.devices import SimulatedLights

CYCLE_MS = SLOTS * SLOT_MS
"""How long a rhythm must be watched to be told from any other, milliseconds."""

WHOLE_RING = sum(2 << step for step in range(STEPS))
"""Mask of all ring steps."""

_HEAD = 1.4
"""A pixel is the moving head of a push where it is so much brighter than at its darkest (by design twice)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sight:
    """What the lights were read to mean; whatever is not lit is not there."""

    cells: Mapping[Meaning, int]
    """Mask of the cells that say so."""
    ring: Mapping[RingMeaning, int]
    """Mask of the ring steps that say so; bit s is step s."""

    def of(self, *meanings: Meaning) -> int:
        """Return the mask of the cells that say one of these."""
        mask = 0
        for meaning in meanings:
            mask |= self.cells.get(meaning, 0)
        return mask

    @property
    def over(self) -> bool:
        """Whether the whole ring shows a result."""
        return self.ring.get(RingMeaning.RESULT) == WHOLE_RING

    @property
    def rounds(self) -> int | None:
        """How many steps count rounds; None where exits or a result are shown over them."""
        if self.ring.keys() - {RingMeaning.ROUND, RingMeaning.FINAL}:
            return None
        return sum(mask.bit_count() for mask in self.ring.values())

    @property
    def complains(self) -> bool:
        """Whether something is to be put right."""
        return Meaning.EXTRA in self.cells or Meaning.MISSING in self.cells


@dataclass(frozen=True, slots=True)
class _Sign:
    """One way a light can look, and what it means then."""

    means: Meaning | RingMeaning
    colour: Colour
    rhythm: Rhythm
    level: float


class Eyes:
    """Knows the palette by heart, as a player does after a game or two."""

    def __init__(self, settings: LightSettings) -> None:
        signs = tuple(_signs(settings))
        cell_signs = tuple(sign for sign in signs if isinstance(sign.means, Meaning))
        ring_signs = tuple(sign for sign in signs if isinstance(sign.means, RingMeaning))
        self._cell_meaning = lru_cache(maxsize=4096)(partial(_meaning, cell_signs))
        self._ring_meaning = lru_cache(maxsize=4096)(partial(_meaning, ring_signs))

    def read(self, frames: Sequence[bytes]) -> Sight | None:
        """Return what one whole cycle of frames means, one of 231 bytes a slot; None if it makes no sense."""
        cells: dict[Meaning, int] = {}
        ring: dict[RingMeaning, int] = {}
        for pixel in _lit_pixels(frames):
            samples = _samples(frames, pixel)
            means = self._cell_meaning(samples) if pixel < CELLS else self._ring_meaning(samples)
            if isinstance(means, Meaning):
                cells[means] = cells.get(means, 0) | 1 << pixel
            elif means is not None:
                ring[means] = ring.get(means, 0) | 2 << (pixel - CELLS)
            else:
                return None
        return Sight(cells=cells, ring=ring)


def watched(lights: SimulatedLights, start_ms: float) -> tuple[bytes, ...]:
    """Return what the strip showed in the middle of each slot of the cycle that began at `start_ms`."""
    sent = lights.sent
    if not sent or lights.shown != sent[-1].frame:  # never lit, or without power
        return (DARK,) * SLOTS
    frames = []
    last = len(sent) - 1
    for slot in reversed(range(SLOTS)):
        middle_ms = start_ms + (slot + 0.5) * SLOT_MS
        while last >= 0 and sent[last].at_ms > middle_ms:
            last -= 1
        frames.append(sent[last].frame if last >= 0 else DARK)
    return tuple(reversed(frames))


def _signs(settings: LightSettings) -> list[_Sign]:
    return [
        _Sign(means, colour, look.rhythm, look.level)
        for means, look in LOOKS.items()
        for colour in _colours(means, look.colour, tuple(settings.colours.values()))
    ]


def _colours(
    means: Meaning | RingMeaning, own: Colour | None, players: tuple[Colour, ...]
) -> tuple[Colour, ...]:
    if own is not None:
        return (own,)
    return (*players, WHITE) if means is RingMeaning.RESULT else players


def _lit_pixels(frames: Sequence[bytes]) -> list[int]:
    lit = 0
    for frame in set(frames):
        lit |= int.from_bytes(frame, "big")
    union = lit.to_bytes(len(frames[0]), "big")
    return sorted({at // 3 for at, part in enumerate(union) if part}) if lit else []


def _samples(frames: Sequence[bytes], pixel: int) -> tuple[bytes, ...]:
    at = 3 * pixel
    return tuple([frame[at : at + 3] for frame in frames])


def _meaning(signs: Sequence[_Sign], samples: tuple[bytes, ...]) -> Meaning | RingMeaning | None:
    """Return what a pixel says that was so, slot by slot: by colour and rhythm, then by brightness."""
    brightest = max(samples, key=sum)
    colour = max({sign.colour for sign in signs}, key=lambda colour: (_likeness(colour, brightest), colour))
    lit, head = _lit_slots(samples)
    alike = [sign for sign in signs if sign.colour == colour]
    fitting = [sign for sign in alike if lit in _turned(sign.rhythm)] or [
        sign for sign in alike if any(_fits(lit, head, turned) for turned in _turned(sign.rhythm))
    ]
    level = max(brightest) / max(colour)
    return min(fitting, key=lambda sign: abs(math.log(level / sign.level))).means if fitting else None


def _likeness(colour: Colour, seen: bytes) -> float:
    """Return the cosine between two colours: brightness does not count."""
    along = sum(a * b for a, b in zip(colour, seen, strict=True))
    return along / (math.hypot(*colour) * math.hypot(*seen))


def _lit_slots(samples: tuple[bytes, ...]) -> tuple[int, int]:
    """Return the slots in which a pixel is lit at all, and those in which a push's moving head is there."""
    lights = [sum(sample) for sample in samples]
    least = min(light for light in lights if light)
    lit = sum(1 << slot for slot, light in enumerate(lights) if light)
    return lit, sum(1 << slot for slot, light in enumerate(lights) if light > _HEAD * least)


def _fits(lit: int, head: int, rhythm: int) -> bool:
    """Whether a pixel follows a rhythm, but for the slots in which the head lights it."""
    return not (rhythm & ~lit or lit & ~rhythm & ~head)


@lru_cache
def _turned(rhythm: Rhythm) -> frozenset[int]:
    """Return a rhythm's slots as masks, begun at any of them."""
    text = rhythm.value
    turns = (text[by:] + text[:by] for by in range(SLOTS))
    return frozenset(sum(1 << slot for slot, mark in enumerate(turn) if mark == "#") for turn in turns)
