"""The chain of lights: a frame into the order, the colour order and the current of the chain."""

from machine import Pin, bitstream  # type: ignore[import-not-found, unused-ignore]

from firmware_bridge.wire.messages import CELL_LIGHTS, RING_LIGHTS

COUNT = CELL_LIGHTS + RING_LIGHTS
TIMING_NS = (400, 850, 800, 450)
"""High and low of a 0, high and low of a 1 (WS2812 datasheet)."""
IDLE_MA = 1
CHANNEL_MA = 20
"""A WS2812 draws 1 mA idle and 20 mA for each channel that is fully on."""
WAITING = (0, 10, 24)
"""The dim dot that walks around the ring while no host is there, red, green, blue."""


class Lamps:
    """Frames in, and `write` between two scans: it takes 2.3 ms with interrupts off."""

    def __init__(self, pin: int) -> None:
        self.dirty = True
        self.places: tuple[int, ...] = tuple(range(COUNT))
        self.limit_ma = 900
        self._pin = Pin(pin, Pin.OUT, value=0)
        self._chain = bytearray(3 * COUNT)
        self._picture = bytearray(3 * COUNT)

    def show(self, pixels: "bytes | bytearray") -> None:
        """Take a frame of 77 RGB pixels."""
        for light, place in enumerate(self.places):
            at = 3 * light
            to = 3 * place
            self._chain[to] = pixels[at + 1]
            self._chain[to + 1] = pixels[at]
            self._chain[to + 2] = pixels[at + 2]
        self._spare_current(sum(pixels))
        self.dirty = True

    def wait(self, step: int) -> None:
        """Take the waiting picture: one dim dot on this step of the ring, 0 to 27, and nothing else."""
        self._blank()
        at = 3 * (CELL_LIGHTS + step)
        for channel in range(3):
            self._picture[at + channel] = WAITING[channel]
        self.show(self._picture)

    def dark(self) -> None:
        """Take the dark frame."""
        self._blank()
        self.show(self._picture)

    def write(self) -> None:
        """Send the frame down the chain when it is a new one."""
        if self.dirty:
            self.dirty = False
            bitstream(self._pin, 0, TIMING_NS, self._chain)

    def _blank(self) -> None:
        for at in range(3 * COUNT):
            self._picture[at] = 0

    def _spare_current(self, total: int) -> None:
        """Scale the chain down when its channels, 255 of them one full one, would draw too much."""
        most = (self.limit_ma - IDLE_MA * COUNT) * 255 // CHANNEL_MA
        if total > most:
            for at in range(3 * COUNT):
                self._chain[at] = self._chain[at] * most // total
