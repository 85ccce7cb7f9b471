"""A player in the kernel lab: hands that close contacts, eyes that read the strip, and nothing else."""

from collections.abc import Callable, Iterable
from math import hypot
from time import monotonic

from hardware.protocols import FRAME_BYTES
from momentum.guidance import Meaning
from momentum.rules import CELLS, RAYS, cells_in
from momentum.table.lighting import LOOKS, SLOT_MS, SLOTS, Colour, LightSettings
from tests.kernel.board import KernelBoard
from tests.kernel.strip import KernelStrip

PATIENCE_MS = 60_000.0
"""How long the table may take: the guest's one processor is imitated, and others want the real one too."""
BREATH_MS = 300.0
"""How long a player breathes after a turn: a drop within 60 ms of it is taken for a marble that strayed."""
_ASKING = (Meaning.DROPPED, Meaning.LIFT, Meaning.PLACE, Meaning.OFF, Meaning.EXTRA, Meaning.MISSING)
COLOURS = {
    **{colour: means for means in _ASKING if (colour := LOOKS[means].colour) is not None},
    **dict.fromkeys(LightSettings().colours.values(), Meaning.HINT),
}
"""What a colour asks for; a way that a push takes is yellow too, but never bright at rest."""
_PIXELS = range(0, FRAME_BYTES, 3)
DIM = 24
"""Brightness of a pixel that is on the way of a push and nothing more, at most."""


class Sight:
    """What the lights were seen to mean while they were watched."""

    def __init__(self, frames: Iterable[bytes]) -> None:
        self._cells: dict[Meaning, int] = {}
        pixels = [[frame[at : at + 3] for frame in frames if any(frame[at : at + 3])] for at in _PIXELS]
        for cell, seen in enumerate(pixels[:CELLS]):
            if seen and min(map(max, seen)) > DIM:
                means = COLOURS[max(COLOURS, key=lambda colour: _likeness(colour, seen[0]))]
                self._cells[means] = self._cells.get(means, 0) | 1 << cell
        self.over = all(pixels[CELLS:])
        """Whether the whole ring was lit: it shows a result."""

    def of(self, *meanings: Meaning) -> int:
        """Return the mask of the cells that say one of these."""
        return sum(self._cells.get(meaning, 0) for meaning in meanings)

    @property
    def complains(self) -> bool:
        """Whether something is to be put right."""
        return bool(self.of(Meaning.EXTRA, Meaning.MISSING))


class Hands:
    """Hands of two players: marbles whose contacts chatter when they come and when they go."""

    def __init__(self, board: KernelBoard) -> None:
        self._board = board
        self.lying = 0
        """Mask of the cells with a marble."""

    def place(self, cell: int) -> None:
        """Put a marble down."""
        self._change(self.lying | 1 << cell)

    def lift(self, cell: int) -> None:
        """Take a marble away."""
        self._change(self.lying & ~(1 << cell))

    def clear(self) -> None:
        """Take every marble away."""
        self._change(0)

    def _change(self, lying: int) -> None:
        for closed in (lying, self.lying, lying, self.lying, lying):
            self._board.hold(closed, 0)
        self.lying = lying


class Player:
    """Plays drops, and does what the lights ask for."""

    def __init__(self, hands: Hands, strip: KernelStrip) -> None:
        self.hands = hands
        self.strip = strip

    def look(self, is_so: Callable[[Sight], bool]) -> Sight:
        """Watch whole cycles of the lights until one says what is so, and return what it means."""
        deadline_ms = now_ms() + PATIENCE_MS
        while now_ms() < deadline_ms:
            sight = Sight(self._cycle())
            if is_so(sight):
                return sight
        raise AssertionError("the lights did not say so in time")

    def _cycle(self) -> list[bytes]:
        number = self.strip.state()["messages"] - 1
        self.strip.rest(now_ms() + SLOTS * SLOT_MS)
        return self.strip.frames_since(number)

    def drop(self, cell: int) -> None:
        """Put a marble down as a move and wait for the light under it, which may be gone soon."""
        number = self.strip.state()["messages"]
        self.hands.place(cell)
        answered = self.await_light(
            lambda: any(is_white(frame, cell) for frame in self.strip.frames_since(number)), PATIENCE_MS
        )
        assert answered, "the drop was not answered"

    def finish_turn(self, cell: int) -> None:
        """Make the pushes that the lights ask for, until the light under the dropped marble goes out."""
        while not self.await_light(lambda: not is_white(self.strip.frame(), cell), 500):
            sight = self.look(lambda sight: not sight.complains)
            for origin in cells_in(sight.of(Meaning.LIFT, Meaning.OFF) & self.hands.lying):
                self.push(cell, origin)
        self.strip.rest(now_ms() + BREATH_MS)

    def push(self, dropped: int, origin: int) -> None:
        """Push the marble at `origin` one cell away from the dropped one."""
        to = beyond(dropped, origin)
        self.hands.lift(origin)
        if to is not None:
            self.hands.place(to)

    def await_light(self, is_so: Callable[[], bool], within_ms: float) -> bool:
        """Watch the strip until it is so; tell whether it became so in time."""
        deadline_ms = now_ms() + within_ms
        while not is_so():
            if now_ms() > deadline_ms:
                return False
            self.strip.wait(min(deadline_ms, now_ms() + SLOT_MS))
        return True


def is_white(frame: bytes, cell: int) -> bool:
    """Tell whether the light under a cell is the white one of a drop."""
    red, green, blue = frame[3 * cell : 3 * cell + 3]
    return red == green == blue > 0


def beyond(dropped: int, origin: int) -> int | None:
    """Return where a drop pushes the marble at `origin` to; None is off the board."""
    ray = next(ray for ray in RAYS[dropped] if origin in ray)
    return next(iter(ray[ray.index(origin) + 1 :]), None)


def _likeness(colour: Colour, seen: bytes) -> float:
    """Return the cosine between two colours: brightness does not count."""
    return sum(a * b for a, b in zip(colour, seen, strict=True)) / (hypot(*colour) * hypot(*seen))


def now_ms() -> float:
    """Return the monotonic clock, which the program's rhythms follow too."""
    return monotonic() * 1000
