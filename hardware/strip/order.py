"""In which order the chain of lights runs through board and ring, as a value."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from hardware.cells import cell_name
from hardware.errors import SettingError
from hardware.protocols import CELLS, PIXELS

SIDE: Final = 7
RING: Final = PIXELS - CELLS
"""Steps of the ring: 1 under a1, then clockwise seen from above, to 28."""

CORNERS: Final = (0, SIDE - 1, CELLS - SIDE, CELLS - 1)


class Along(StrEnum):
    """Which lines of cells the chain follows."""

    ROWS = "rows"
    COLUMNS = "columns"


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardPath:
    """The way of the chain through the 49 cells: line by line, from one corner."""

    start: int = 0
    """The cell of the first light: a corner."""
    along: Along = Along.ROWS
    """Whether lines are rows or columns."""
    serpentine: bool = False
    """Every second line runs backwards; else all run the same way."""

    def __post_init__(self) -> None:
        if self.start not in CORNERS:
            corners = ", ".join(cell_name(cell) for cell in CORNERS)
            raise SettingError(f"the lights of the board start at a corner ({corners}), not at {self.start}")

    def cells(self) -> tuple[int, ...]:
        """Return the 49 cells in the order of the chain."""
        way: list[int] = []
        for line in range(SIDE):
            places = range(SIDE)
            way += (self._cell(line, place) for place in (reversed(places) if self._turns(line) else places))
        return tuple(way)

    def _turns(self, line: int) -> bool:
        return self.serpentine and line % 2 == 1

    def _cell(self, line: int, place: int) -> int:
        """Return the cell at a place of a line, both counted from the start."""
        row, column = (line, place) if self.along is Along.ROWS else (place, line)
        from_top, from_right = self.start >= CELLS - SIDE, self.start % SIDE != 0
        return SIDE * (SIDE - 1 - row if from_top else row) + (SIDE - 1 - column if from_right else column)


@dataclass(frozen=True, slots=True, kw_only=True)
class RingPath:
    """The way of the chain around the board."""

    start: int = 1
    """The ring step of the first light, 1 to 28."""
    clockwise: bool = True
    """Seen from above, as the steps are counted; else the other way round."""

    def __post_init__(self) -> None:
        if not 1 <= self.start <= RING:
            raise SettingError(f"the lights of the ring start at a step of 1 to {RING}, not at {self.start}")

    def steps(self) -> tuple[int, ...]:
        """Return the 28 steps in the order of the chain."""
        way = 1 if self.clockwise else -1
        return tuple((self.start - 1 + way * place) % RING + 1 for place in range(RING))


@dataclass(frozen=True, slots=True, kw_only=True)
class PixelOrder:
    """Which pixel of a frame each light of the chain shows, and how its colours follow each other."""

    chain: tuple[int, ...] = tuple(range(PIXELS))
    """For each light, from the Pi outward, the pixel of the frame: 0 to 48 cells, 49 to 76 ring steps."""
    colours: str = "GRB"
    """The order in which a light takes red, green and blue; GRB for WS2812 and its kin."""

    def __post_init__(self) -> None:
        if sorted(self.chain) != list(range(PIXELS)):
            lacking = sorted(set(range(PIXELS)) - set(self.chain))
            raise SettingError(
                f"the chain must show each of the {PIXELS} pixels once; it has {len(self.chain)} lights "
                f"and lacks pixels {', '.join(map(str, lacking)) or 'none'}"
            )
        if sorted(self.colours) != sorted("RGB"):
            raise SettingError(f"colours must be R, G and B in some order, such as GRB, not {self.colours!r}")

    @classmethod
    def of(cls, board: BoardPath, ring: RingPath, *, colours: str = "GRB") -> "PixelOrder":
        """Return the order of a chain that runs through the board, then around it."""
        return cls(chain=board.cells() + tuple(CELLS + step - 1 for step in ring.steps()), colours=colours)

    def sources(self) -> tuple[int, ...]:
        """Return, for each of the 231 bytes the chain is sent, which byte of the frame it is."""
        channels = tuple("RGB".index(colour) for colour in self.colours)
        return tuple(3 * pixel + channel for pixel in self.chain for channel in channels)
