"""A sitting: a referee, and a table clock that moves only when a test says so; boards are texts."""

from momentum.referee import (
    Decision,
    DeviceBack,
    DeviceLost,
    Event,
    FaultsChanged,
    Pressed,
    Referee,
    Said,
    Seen,
    Sensed,
    Settled,
    Snapshot,
    TableSettings,
    TurnEnded,
)
from momentum.rules import Position, cells_text, parse_cells


def board(text: str) -> Seen:
    """Return what contacts show: `d4,e5` by presence, `d4/e5` (first/second) when they know colours."""
    if "/" not in text:
        return Seen(occupied=parse_cells(text))
    position = Position.parse(text)
    return Seen(occupied=position.occupied, second=position.second)


class Sitting:
    """Tells one referee what happens, later and later, and keeps everything it decided."""

    def __init__(
        self, settings: str = "pie=off", *, referee: Referee | None = None, empty: bool = True
    ) -> None:
        self.referee = referee or Referee(TableSettings.parse(settings))
        self.at_ms = 0.0
        self.decided: list[Decision] = []
        if empty:
            self.settle("-/-" if self.referee.settings.polarity else "-")

    def tell(self, event: Event) -> tuple[Decision, ...]:
        """Hand an event over and return what followed."""
        decisions = self.referee.receive(event)
        self.decided.extend(decisions)
        return decisions

    def later(self, ms: float) -> float:
        """Let time pass and return the new instant."""
        self.at_ms += ms
        return self.at_ms

    def sense(self, text: str, after_ms: float = 100) -> tuple[Decision, ...]:
        """Let the debounced board become this one: the fast path."""
        return self.tell(Sensed(at_ms=self.later(after_ms), seen=board(text)))

    def settle(self, text: str) -> tuple[Decision, ...]:
        """Let this board be sensed and then settle: the slow path."""
        self.sense(text)
        return self.tell(Settled(at_ms=self.later(250), seen=board(text)))

    def settle_each(self, *texts: str) -> None:
        """Settle one board after another."""
        for text in texts:
            self.settle(text)

    def play(self, *cells: str) -> None:
        """Play whole turns: each drop settles, and then its target with every push made."""
        for cell in cells:
            self.settle(self.board_with(cell))
            if self.phase == "push":
                self.settle(self.target())

    def board_with(self, cell: str) -> str:
        """Return the accepted position and one marble more."""
        return cells_text(self.referee.game.position.occupied | parse_cells(cell))

    def target(self) -> str:
        """Return the board that ends the turn whose pushes are being made."""
        pending = self.now.pending
        return cells_text(pending.target.occupied) if pending is not None else "-"

    def press(self, button: str) -> tuple[Decision, ...]:
        """Press a button."""
        return self.tell(Pressed(at_ms=self.later(50), button=button))

    def fault(self, cells: str) -> tuple[Decision, ...]:
        """Let these be the contacts that are not relied on."""
        return self.tell(FaultsChanged(at_ms=self.later(10), cells=parse_cells(cells)))

    def unplug(self) -> tuple[Decision, ...]:
        """Lose the device."""
        return self.tell(DeviceLost(at_ms=self.later(10), why="the cable is out"))

    def plug(self) -> tuple[Decision, ...]:
        """Find the device again; nothing has settled yet."""
        return self.tell(DeviceBack(at_ms=self.later(10)))

    def crash(self) -> None:
        """Let the program die and start again on what it had written down."""
        self.referee = Referee.resumed(self.referee.saved())

    @property
    def now(self) -> Snapshot:
        """What the referee holds to be so."""
        return self.referee.snapshot()

    @property
    def phase(self) -> str:
        """What the table waits for."""
        return self.referee.phase.value

    @property
    def position(self) -> str:
        """The accepted position as text."""
        return str(self.referee.game.position)

    @property
    def moves(self) -> list[str]:
        """Every recorded move."""
        return [str(turn.move) for turn in self.referee.game.turns]

    @property
    def said(self) -> list[str]:
        """Everything that was said."""
        return said_in(self.decided)

    @property
    def ended(self) -> list[TurnEnded]:
        """Every turn that was ever recorded, those undone since included."""
        return [each for each in self.decided if isinstance(each, TurnEnded)]

    def due(self) -> dict[str, str]:
        """Return the differences that are not empty, as cells."""
        now = self.now.differences
        masks = {
            "lift": now.lift,
            "off": now.off,
            "place": now.place,
            "extra": now.extra,
            "missing": now.missing,
        }
        return {key: cells_text(mask) for key, mask in masks.items() if mask}


def said_in(decisions: "list[Decision] | tuple[Decision, ...]") -> list[str]:
    """Return the words among decisions."""
    return [each.what.value for each in decisions if isinstance(each, Said)]
