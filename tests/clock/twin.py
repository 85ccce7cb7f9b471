"""A slow twin of the clock: it is changed in place, and its time passes in ticks of a millisecond."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import dataclass, field

from momentum.clock import AfterFlag, ClockSettings, Control, Kind

Told = tuple[str, str, int, int]
"""What, whose, at which instant, and the time or count that goes with it."""


@dataclass
class Slot:
    """A stretch of time with one rule: each period of byo-yomi is a slot of its own."""

    kind: Kind
    time: int
    bonus: int
    turns: int
    period: int


def slots_of(control: Control) -> list[Slot]:
    """Return a control's slots in their order."""
    slots = []
    for number, period in enumerate(control.periods):
        copies = period.count if period.kind is Kind.BYO else 1
        turns = 0 if period.kind is Kind.BYO else period.count
        slots += [Slot(period.kind, period.time_ms, period.bonus_ms, turns, number) for _ in range(copies)]
    return slots


@dataclass
class TwinSide:
    """One player's clock."""

    name: str
    slots: list[Slot]
    time: int = 0
    turns: int = 0
    turn: int = 0
    used: int = 0
    armed: int = 0
    gifts: int = 0
    down: bool = False

    def __post_init__(self) -> None:
        self.time = self.armed = self.slots[0].time
        self.turns = self.slots[0].turns

    @property
    def left(self) -> int:
        """The periods of byo-yomi, or the turns, that are left."""
        return len(self.slots) if self.slots[0].kind is Kind.BYO else self.turns

    @property
    def delayed(self) -> bool:
        """Whether the next tick is the delay's."""
        return self.slots[0].kind is Kind.DELAY and self.turn < self.slots[0].bonus

    def next_slot(self, carried: int) -> None:
        """Go on to the next slot, with what is carried over."""
        del self.slots[0]
        self.time = self.armed = self.slots[0].time + carried
        self.turns = self.slots[0].turns

    def turn_over(self) -> None:
        """End a turn."""
        slot, used, self.turn = self.slots[0], self.turn, 0
        if self.down:
            return
        match slot.kind:
            case Kind.FISCHER:
                self.time += slot.bonus
            case Kind.BRONSTEIN:
                self.time += min(used, slot.bonus)
            case Kind.BYO:
                self.time = self.armed = slot.time
        if slot.turns:
            self._count(slot)

    def _count(self, slot: Slot) -> None:
        self.turns -= 1
        if self.turns == 0 and slot.kind is Kind.CANADIAN:
            self.time, self.turns, self.armed = slot.time, slot.turns, slot.time
        elif self.turns == 0:
            self.next_slot(self.time)


@dataclass
class TwinClock:
    """Both players' clocks."""

    settings: ClockSettings
    sides: dict[str, TwinSide] = field(default_factory=dict)
    to_move: str = "first"
    runs: bool = False
    over: bool = False
    now: int = 0
    flags: list[tuple[str, int, int]] = field(default_factory=list)
    told: list[Told] = field(default_factory=list)

    def __post_init__(self) -> None:
        controls = self.settings.controls
        for name, control in (("first", controls.first), ("second", controls.second)):
            self.sides[name] = TwinSide(name, slots_of(control))

    @property
    def mover(self) -> TwinSide:
        """The clock of the side to move."""
        return self.sides[self.to_move]

    @property
    def other(self) -> TwinSide:
        """The other clock."""
        return self.sides["second" if self.to_move == "first" else "first"]

    def pass_to(self, at: int) -> None:
        """Let time pass, tick by tick."""
        self.settle()
        while self.now < at:
            if self.runs:
                self.tick()
            self.now += 1
            self.settle()

    def tick(self) -> None:
        """Let the running clock run for one tick."""
        side = self.mover
        if side.slots[0].kind is Kind.UP:
            side.time += 1
        elif not side.down and not side.delayed:
            side.time -= 1
            if side.slots[0].kind is Kind.HOURGLASS and not self.flags:
                self.other.time += 1
        side.turn += 1
        side.used += 1

    def settle(self) -> None:
        """See whether the running clock has come to a warning or has nothing left."""
        side = self.mover
        if not self.runs or side.down or side.delayed or side.slots[0].kind is Kind.UP:
            return
        if side.time in self.settings.warnings_ms and side.time < side.armed:
            side.armed = side.time
            self.told.append(("low", side.name, self.now, side.time))
        if side.time == 0:
            self.run_out(side)

    def run_out(self, side: TwinSide) -> None:
        """Begin the next slot, or let the flag fall."""
        if len(side.slots) > 1 and not side.slots[0].turns:
            side.next_slot(0)
            self.told.append(("period", side.name, self.now, side.left))
            self.settle()
            return
        side.down = True
        self.flags.append((side.name, self.now, sum(each.used for each in self.sides.values())))
        self.told.append(("flag", side.name, self.now, 0))
        self.runs = self.settings.after is AfterFlag.PLAY_ON

    # what is done to it, at the present tick

    def turn_over(self) -> None:
        """End the turn."""
        side, period = self.mover, self.mover.slots[0].period
        side.turn_over()
        if side.slots[0].period != period:
            self.told.append(("period", side.name, self.now, side.left))
        self.to_move = self.other.name

    def correct(self, name: str, time: int) -> None:
        """Set a time."""
        side = self.sides[name]
        side.time = side.armed = time
        side.down = False
        self.flags = [flag for flag in self.flags if flag[0] != name]

    def give(self, name: str, time: int) -> None:
        """Add some time, or take some off."""
        side = self.sides[name]
        taken = time if side.time + time >= 0 else -side.time
        side.time += taken
        side.armed = side.time
        side.gifts += taken

    def hand_to(self, name: str) -> None:
        """Set who is to move."""
        if name != self.to_move:
            self.mover.turn = 0
            self.to_move = name

    def undo(self, before: TwinClock) -> None:
        """Go back to a copy."""
        gifts = {name: side.gifts for name, side in self.sides.items()}
        again = deepcopy(before)
        self.sides, self.flags, self.to_move, self.told = again.sides, again.flags, again.to_move, []
        for name, side in self.sides.items():
            if gifts[name] != side.gifts and not side.down:
                self.give(name, gifts[name] - side.gifts)
        self.runs, self.over = self.runs and not self.over, False
