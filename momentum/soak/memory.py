"""Memory: what two players at a table keep in their heads; never what the referee holds to be so."""

from __future__ import annotations

from dataclasses import dataclass, field

from momentum.rules import IllegalMove, Player, Push, RuleSet, resolve
from momentum.soak.hands import Lying


@dataclass(slots=True, kw_only=True)
class Memory:
    """The course of the game as its players remember it."""

    rules: RuleSet
    """What they play under."""
    mover: Player = Player.FIRST
    """Whose turn it is."""
    before: Lying = field(default_factory=lambda: Lying(0, 0))
    """Where the marbles lay when this turn began."""
    dropped: int | None = None
    """Where the mover's marble was dropped in this turn."""
    doubtful: bool = False
    """Whether the light under the dropped marble did not shine at once and without a break."""
    answered: bool = False
    """Whether it is sure that the drop was seen."""
    dropped_ms: float = 0.0
    """When this turn's marble was put down."""
    replaced: bool = False
    """Whether the mover has replaced the first marble in this turn, under the pie rule."""
    early: int | None = None
    """Where the other player's marble was dropped too soon."""
    spare: int | None = None
    """Where a second marble fell out of the mover's hand."""
    withdrawn: int | None = None
    """Where the mover took this turn's marble back from."""
    homes: dict[int, int] = field(default_factory=dict)
    """Marbles that a hand knocked from their cells in this turn, by number, and those cells."""
    faults: int = 0
    """Mask of the cells whose contact the lights called bad."""
    past: list[tuple[Player, Lying]] = field(default_factory=list)
    """The turns before: who moved, and where the marbles lay when it began."""
    over: bool = False
    """Whether the lights showed a result."""

    @property
    def may_swap(self) -> bool:
        """Whether the mover may still replace the first marble."""
        return self.rules.pie and len(self.past) == 1 and self.dropped is None and not self.replaced

    def next_turn(self, now: Lying) -> None:
        """Begin the next turn: the marbles lie so."""
        self.past.append((self.mover, self.before))
        self.mover = self.mover.other
        self._begin(now)

    def again(self) -> None:
        """Begin this turn again: the mover's marble does not count."""
        self._begin(self.before)

    def back(self) -> None:
        """Begin the last completed turn again: it was undone."""
        self.mover, before = self.past.pop()
        self._begin(before)

    def _begin(self, before: Lying) -> None:
        self.before = before
        self.dropped = self.early = self.spare = self.withdrawn = None
        self.replaced = self.doubtful = self.answered = False
        self.homes.clear()

    def await_answer(self, at_ms: float) -> None:
        """Note that a marble is put down now, and nobody knows yet whether the table has seen it."""
        self.doubtful, self.answered, self.dropped_ms = True, False, at_ms

    def owner_due(self, cell: int) -> Player | None:
        """Return whose marble belongs on a cell, as far as anybody remembers, the drop's pushes included."""
        if cell in (self.dropped, self.withdrawn):
            return self.mover
        return self.before.owner(cell) or self._pushed_to(cell) or self._lay_last(cell)

    def _lay_last(self, cell: int) -> Player | None:
        owners = (lying.owner(cell) for _, lying in reversed(self.past))
        return next((owner for owner in owners if owner is not None), None)

    def _pushed_to(self, cell: int) -> Player | None:
        return next((push.owner for push in self.pushes() if push.destination == cell), None)

    def pushes(self) -> tuple[Push, ...]:
        """Return what this turn's drop pushes by the rules; nothing when there is none, or it cannot be."""
        if self.dropped is None:
            return ()
        try:
            return resolve(self.before.position, self.mover, self.dropped).pushes
        except IllegalMove:
            return ()
