"""Lighting: from what the lights mean to the 77 pixels of one frame; colours, rhythms, the current limit."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum
from types import MappingProxyType

from hardware.protocols import FRAME_BYTES, PIXELS
from momentum.guidance import Meaning, Picture, RingMeaning
from momentum.rules import CELLS, Player
from momentum.table.errors import TableError

Colour = tuple[int, int, int]
"""Red, green and blue, 0..255 each."""

SLOT_MS = 100
"""How long one slot of a rhythm lasts."""
SLOTS = 12
"""Slots of every rhythm: it repeats after 1.2 s, and nothing blinks more than three times a second."""

IDLE_MA = 1.0
"""Current of one dark pixel (WS2812B: about 1 mA)."""
CHANNEL_MA = 20.0
"""Current of one full colour channel (WS2812B: about 20 mA)."""


class Rhythm(Enum):
    """When a light is on, slot by slot; each meaning has one, so that colour is never needed."""

    STEADY = "############"
    SLOW = "######......"
    FAST = "##..##..##.."
    DOUBLE = "#.#........."
    TRIPLE = "#.#.#......."
    WINK = "##########.."


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """How one meaning is shown."""

    rhythm: Rhythm
    """When it is on."""
    colour: Colour | None
    """Its colour; None takes the colour of the player it is about."""
    level: float = 1.0
    """Brightness, 0..1, of that colour."""


WHITE: Colour = (255, 255, 255)
YELLOW: Colour = (240, 200, 0)
GREEN: Colour = (0, 200, 120)
PURPLE: Colour = (204, 60, 167)
VERMILLION: Colour = (255, 60, 0)
BLUE: Colour = (0, 60, 255)

LOOKS: MappingProxyType[Meaning | RingMeaning, Look] = MappingProxyType(
    {
        Meaning.DROPPED: Look(rhythm=Rhythm.STEADY, colour=WHITE, level=0.6),
        Meaning.LIFT: Look(rhythm=Rhythm.SLOW, colour=YELLOW),
        Meaning.PLACE: Look(rhythm=Rhythm.SLOW, colour=GREEN),
        Meaning.OFF: Look(rhythm=Rhythm.FAST, colour=PURPLE),
        Meaning.EXTRA: Look(rhythm=Rhythm.DOUBLE, colour=VERMILLION),
        Meaning.MISSING: Look(rhythm=Rhythm.DOUBLE, colour=BLUE),
        Meaning.HINT: Look(rhythm=Rhythm.STEADY, colour=None, level=0.3),
        Meaning.SWAP: Look(rhythm=Rhythm.WINK, colour=None),
        Meaning.WON: Look(rhythm=Rhythm.STEADY, colour=None),
        Meaning.PATH: Look(rhythm=Rhythm.STEADY, colour=YELLOW, level=0.06),
        Meaning.FAULT: Look(rhythm=Rhythm.TRIPLE, colour=WHITE, level=0.3),
        RingMeaning.ROUND: Look(rhythm=Rhythm.STEADY, colour=WHITE, level=0.25),
        RingMeaning.FINAL: Look(rhythm=Rhythm.WINK, colour=YELLOW, level=0.8),
        RingMeaning.EXIT: Look(rhythm=Rhythm.FAST, colour=PURPLE),
        RingMeaning.RESULT: Look(rhythm=Rhythm.SLOW, colour=None, level=0.5),
    }
)
"""Colours stay apart for colour-blind eyes (after Okabe and Ito, Color Universal Design, 2008)."""

_ERRORS = frozenset({Meaning.EXTRA, Meaning.MISSING})
"""The moving head of a push passes by these: a mistake keeps its own rhythm, whatever else is led."""
_NOWHERE = -1
"""No pixel: where the head of a push is not shown."""

WAITING_LEVEL = 0.2
"""Brightness of pushes that wait while another one is led."""
HEAD_LEVEL = 0.5
"""Brightness of the led push where its moving head is not."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LightSettings:
    """How a table's strip is to be lit."""

    max_milliamps: float = 900.0
    """The most that a frame may draw, by estimate."""
    colours: MappingProxyType[Player, Colour] = field(
        default_factory=lambda: MappingProxyType({Player.FIRST: (40, 150, 255), Player.SECOND: (255, 140, 0)})
    )
    """The colour of each player's marbles."""

    def __post_init__(self) -> None:
        if not self.max_milliamps > PIXELS * IDLE_MA:
            raise TableError(
                f"max_milliamps must be more than {PIXELS * IDLE_MA:.0f}, what the dark strip draws, "
                f"not {self.max_milliamps}"
            )


@dataclass(frozen=True, slots=True)
class _Lit:
    """One pixel's part in a picture, its colour worked out."""

    pixel: int
    rhythm: Rhythm
    colour: Colour
    level: float


def milliamps(frame: bytes) -> float:
    """Return the estimated current of a 231-byte frame: idle pixels and lit channels."""
    return PIXELS * IDLE_MA + sum(frame) * CHANNEL_MA / 255


def ring_pixel(step: int) -> int:
    """Return the pixel of ring step 1..28."""
    return CELLS - 1 + step


class Lighting:
    """Turns pictures into frames; one picture at a time, its frames kept until the next."""

    def __init__(self, settings: LightSettings) -> None:
        self._settings = settings
        self._picture: Picture | None = None
        self._lit: tuple[_Lit, ...] = ()
        self._trail: tuple[int, ...] = ()
        self._frames: dict[int, bytes] = {}
        self._animated = False

    @property
    def animated(self) -> bool:
        """Whether the picture changes with time; a steady one needs no further frame."""
        return self._animated

    def frame(self, picture: Picture, at_ms: float) -> bytes:
        """Return the 231 bytes, RGB per pixel, that show `picture` at this instant."""
        if picture is not self._picture:
            self._take(picture)
        slot = int(at_ms // SLOT_MS) % SLOTS if self._animated else 0
        if slot not in self._frames:
            self._frames[slot] = self._draw(slot)
        return self._frames[slot]

    def _take(self, picture: Picture) -> None:
        self._picture = picture
        self._lit = (*self._cells(picture), *self._ring(picture))
        exit_pixel = () if picture.exit_step is None else (ring_pixel(picture.exit_step),)
        wrong = {light.cell for light in picture.cells if light.means in _ERRORS}
        self._trail = (*(_NOWHERE if cell in wrong else cell for cell in picture.trail), *exit_pixel)
        self._frames = {}
        self._animated = bool(self._trail) or any(lit.rhythm is not Rhythm.STEADY for lit in self._lit)

    def _cells(self, picture: Picture) -> Iterator[_Lit]:
        for light in picture.cells:
            look = LOOKS[light.means]
            level = look.level if light.current else WAITING_LEVEL
            yield _Lit(light.cell, look.rhythm, self._colour(look, light.player), level)

    def _ring(self, picture: Picture) -> Iterator[_Lit]:
        for light in picture.ring:
            look = LOOKS[light.means]
            level = look.level if light.current else WAITING_LEVEL
            yield _Lit(ring_pixel(light.step), look.rhythm, self._colour(look, picture.winner), level)

    def _colour(self, look: Look, player: Player | None) -> Colour:
        if look.colour is not None:
            return look.colour
        return WHITE if player is None else self._settings.colours[player]

    def _draw(self, slot: int) -> bytes:
        frame = bytearray(FRAME_BYTES)
        head = self._trail[slot * len(self._trail) // SLOTS] if self._trail else None
        for lit in self._lit:
            if lit.pixel == head:
                frame[lit.pixel * 3 : lit.pixel * 3 + 3] = bytes(lit.colour)
            elif lit.rhythm.value[slot] == "#":
                level = lit.level * (HEAD_LEVEL if lit.pixel in self._trail else 1)
                frame[lit.pixel * 3 : lit.pixel * 3 + 3] = bytes(int(part * level) for part in lit.colour)
        return self._limited(bytes(frame))

    def _limited(self, frame: bytes) -> bytes:
        allowed = self._settings.max_milliamps - PIXELS * IDLE_MA
        wanted = milliamps(frame) - PIXELS * IDLE_MA
        if wanted <= allowed:
            return frame
        factor = allowed / wanted
        return bytes(int(part * factor) for part in frame)
