"""A frame as SPI bytes whose bits draw the pulses that WS2812 lights understand.

At 6.4 MHz a bit is 156 ns, so eight of them make one 1.25 us pulse: 0xC0 is high for 312 ns and means 0,
0xF0 is high for 625 ns and means 1 [WS2812B datasheet: 220-380 ns and 580-1000 ns]. Low for 80 us before and
after the frame makes the lights take it over.
"""

from collections.abc import Callable
from operator import itemgetter
from typing import Final

from hardware.strip.order import PixelOrder

SPI_HZ: Final = 6_400_000
"""Clock rate."""

RESET: Final = bytes(64)
"""80 us of low; before the frame too, for a data line that rests high."""

_ZERO, _ONE = 0xC0, 0xF0
_PULSES: Final = tuple(
    bytes(_ONE if byte >> bit & 1 else _ZERO for bit in range(7, -1, -1)) for byte in range(256)
)
"""For each byte of a colour, its eight pulses, highest bit first."""


def encoder(order: PixelOrder) -> Callable[[bytes], bytes]:
    """Return the function that turns 231 bytes, RGB per pixel, into 1,976 bytes for SPI."""
    in_chain_order = itemgetter(*order.sources())
    pulses = _PULSES

    def encode(frame: bytes) -> bytes:
        return RESET + b"".join([pulses[byte] for byte in in_chain_order(frame)]) + RESET

    return encode
