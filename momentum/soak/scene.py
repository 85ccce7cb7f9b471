"""The scene: two players at one table, with all that they have to go by."""

from __future__ import annotations

import math
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING

from momentum.referee import TableSettings
from momentum.rules import DIRECTIONS, SIZE, Player
from momentum.soak.eyes import CYCLE_MS, Eyes, Sight, watched
from momentum.soak.hands import Hands
from momentum.soak.intents import Intents
from momentum.soak.memory import Memory
from momentum.soak.record import Record
from momentum.soak.strategy import Style
from momentum.table.lighting import SLOT_MS

if TYPE_CHECKING:
    from hardware.simulator import SimulatedTable


GLANCES, GLANCE_MS = 3, 60.0
"""How often, and at what distance, a player looks under a marble just put down: less than a settling time."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Character:
    """What kind of players they are."""

    styles: dict[Player, Style]
    """How each chooses its drops."""
    carelessness: float
    """How often an act of a hand goes wrong, 0 to 1."""
    trouble: float
    """How often something else happens before an act, 0 to 1."""
    haste: float
    """How long they wait between acts, as a part of what is usual."""


@dataclass(slots=True, kw_only=True)
class Scene:
    """The players, their hands, eyes and memory, and the table they sit at."""

    rng: Random
    """Chance; the same seed plays the same game."""
    settings: TableSettings
    """What they agreed to play under."""
    character: Character
    """What kind of players they are."""
    table: SimulatedTable
    """The table."""
    hands: Hands
    """What they do."""
    eyes: Eyes
    """How they read lights."""
    memory: Memory
    """What they remember."""
    intents: Intents
    """What they mean by what they do."""
    record: Record
    """What goes wrong."""
    flickering: bool = False
    """Whether a contact flickers just now."""

    @property
    def presence(self) -> bool:
        """Whether contacts cannot tell whose marble they feel: honest hands never exchange two then."""
        return not self.settings.polarity

    @property
    def swap_is_near(self) -> bool:
        """Whether lifting the only marble would start a swap, so that honest hands leave it alone."""
        return self.presence and self.memory.may_swap

    def chance(self, probability: float) -> bool:
        """Toss a coin."""
        return self.rng.random() < probability

    def pause(self, least_ms: int, most_ms: int) -> None:
        """Let a while pass, by chance and by haste."""
        self.hands.wait(int(self.rng.randint(least_ms, most_ms) * self.character.haste))

    def look(self) -> Sight | None:
        """Watch the lights for a whole cycle and return what they mean; None when they make no sense."""
        start_ms = math.ceil(self.hands.now_ms / SLOT_MS) * SLOT_MS
        self.hands.wait_until(start_ms + CYCLE_MS)
        return self.eyes.read(watched(self.table.lights, start_ms))

    def drop(self, cell: int, player: Player) -> None:
        """Put a marble down as a move."""
        self.intents.drops[cell] = player
        if player is self.memory.mover:
            self.memory.await_answer(self.hands.now_ms)
        self.hands.place(cell, player)

    def glance(self, cell: int) -> bool:
        """Watch a marble that was just put down; return whether the light under it shines without a break."""
        shone = []
        for _ in range(GLANCES):
            self.hands.wait(GLANCE_MS)
            shone.append(any(self.table.lights.shown[3 * cell : 3 * cell + 3]))
        return all(shone)

    @property
    def dropped_there(self) -> int | None:
        """Where this turn's marble was dropped, if one still lies there for a hand to take."""
        cell = self.memory.dropped
        return None if cell is None or self.hands.lying().owner(cell) is None else cell

    def is_untouched(self) -> bool:
        """Whether none of this turn's pushes has been made."""
        marbles = self.hands.lying()
        return all(marbles.owner(push.origin) is not None for push in self.memory.pushes())

    def take_off(self, cell: int) -> None:
        """Take a marble off the board; if it was dropped there, that is withdrawn."""
        self.intents.drops.pop(cell, None)
        self.hands.lift(cell)


def neighbours(cell: int) -> list[int]:
    """Return the cells around one."""
    row, column = divmod(cell, SIZE)
    around = ((column + dx, row + dy) for dx, dy in DIRECTIONS)
    return [y * SIZE + x for x, y in around if 0 <= x < SIZE and 0 <= y < SIZE]


def beyond(dropped: int, origin: int) -> int | None:
    """Return where a marble dropped in line with `origin` pushes the one there; None is off the board."""
    column, row = (
        origin % SIZE + _sign(origin % SIZE - dropped % SIZE),
        origin // SIZE + _sign(origin // SIZE - dropped // SIZE),
    )
    return row * SIZE + column if 0 <= column < SIZE and 0 <= row < SIZE else None


def before(dropped: int, destination: int) -> int:
    """Return the cell that a marble is pushed from, to reach `destination` away from the dropped one."""
    column, row = destination % SIZE, destination // SIZE
    return (row - _sign(row - dropped // SIZE)) * SIZE + column - _sign(column - dropped % SIZE)


def distance(cell: int, to: int) -> int:
    """Return how many cells a marble travels from one to the other, straight or diagonally."""
    return max(abs(cell % SIZE - to % SIZE), abs(cell // SIZE - to // SIZE))


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)
