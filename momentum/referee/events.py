"""What a referee is told: instants, boards, buttons and commands; it never asks for any of them."""

from __future__ import annotations

from dataclasses import dataclass

from momentum.referee.acts import Act
from momentum.referee.settings import TableSettings
from momentum.rules import Player, Position


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """The marbles that the contacts show at one instant."""

    occupied: int
    """49-bit mask of cells with a marble."""
    second: int | None = None
    """49-bit mask of those that are the second player's; None when the sensors know presence only."""

    def trusting(self, position: Position, cells: int) -> Seen:
        """Return what was seen, but with `cells` (a mask) reading as `position` has them."""
        if not cells:
            return self
        occupied = (self.occupied & ~cells) | (position.occupied & cells)
        if self.second is None:
            return Seen(occupied=occupied)
        return Seen(occupied=occupied, second=(self.second & ~cells) | (position.second & cells))

    def shows(self, position: Position) -> bool:
        """Whether exactly this position lies on the board, as far as the sensors can tell."""
        if self.occupied != position.occupied:
            return False
        return self.second is None or self.second == position.second

    def wrong_colour(self, position: Position) -> int:
        """Return the mask of cells where a marble lies that should be the other player's."""
        if self.second is None:
            return 0
        return self.occupied & position.occupied & (self.second ^ position.second)


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """Something that happened, and when."""

    at_ms: float
    """Monotonic table time in milliseconds."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sensed(Event):
    """The debounced contacts changed: the fast path. Lights follow; nothing is accepted."""

    seen: Seen
    """The debounced board."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Settled(Event):
    """No contact has changed for the settling time: the slow path, which is judged."""

    seen: Seen
    """The settled board."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FaultsChanged(Event):
    """The set of contacts that cannot be relied on is another one now."""

    cells: int
    """49-bit mask of the unhealthy contacts."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pressed(Event):
    """A button of the device, or the same one on the page, was pressed."""

    button: str
    """`first`, `second`, `arbiter`, `swap`, `undo`, `new` or `pause`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NewGame(Event):
    """Somebody asked for a new game under these settings."""

    settings: TableSettings
    """What the new game is played under."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Resigned(Event):
    """A player gave the game up."""

    player: Player
    """Who gave up."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawAgreed(Event):
    """Both players agreed on a draw."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ArbiterActed(Event):
    """The arbiter did something."""

    act: Act
    """What."""
    reason: str
    """Why; without a reason it is refused."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DeviceLost(Event):
    """The sensors and lights went away: judging stops until they are back and were compared."""

    why: str
    """The driver's own sentence."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DeviceBack(Event):
    """The sensors and lights answer again; the next settled board is compared before play goes on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tick(Event):
    """The instant at which a clock was to be looked at has come."""


BUTTONS = ("first", "second", "arbiter", "swap", "undo", "new", "pause")
