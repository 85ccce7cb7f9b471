"""What a chain of WS2812 lights makes of the edges at its data pin."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

MIDDLE_NS = 600
"""A pulse that is longer is a 1 (datasheet: 0 is 400 ns high, 1 is 800, each give or take 150)."""
LEAST_NS, MOST_NS = 250, 950
"""A high pulse outside of these is none that a WS2812 must understand."""
LATCH_NS = 50_000
"""Low for so long: what has come is shown, and the next bit is the first light's."""


def frames(edges: Iterable[tuple[float, int]]) -> list[bytes]:
    """Return the frames, RGB in the chain's order, that edges (nanoseconds, level) show.

    Raises ValueError for a pulse that no light understands, or a frame that ends within a light.
    """
    return [_as_rgb(bits) for bits in _latched(edges)]


def _latched(edges: Iterable[tuple[float, int]]) -> Iterator[list[int]]:
    bits: list[int] = []
    rose_ns = fell_ns = None
    for at_ns, level in edges:
        if level:
            if bits and fell_ns is not None and at_ns - fell_ns > LATCH_NS:
                yield bits
                bits = []
            rose_ns = at_ns
        elif rose_ns is not None:
            bits.append(_bit(at_ns - rose_ns))
            rose_ns, fell_ns = None, at_ns
    if bits:
        yield bits


def _bit(high_ns: float) -> int:
    if not LEAST_NS <= high_ns <= MOST_NS:
        raise ValueError(f"a pulse of {high_ns:.0f} ns is neither a 0 nor a 1")
    return int(high_ns > MIDDLE_NS)


def _as_rgb(bits: list[int]) -> bytes:
    if len(bits) % 24:
        raise ValueError(f"{len(bits)} bits end within a light")
    chain = [int("".join(map(str, bits[at : at + 8])), 2) for at in range(0, len(bits), 8)]
    return bytes(chain[3 * (at // 3) + (1, 0, 2)[at % 3]] for at in range(len(chain)))
