"""Simulated tables put together: in virtual time for scenarios, in real time for pages."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field

from hardware.protocols import Hands
from hardware.simulator import SimulatedTable
from momentum.play.session import Session, SessionSettings
from momentum.records.resuming import Choice, referee_on
from momentum.records.store import Journal
from momentum.referee import Referee, Saved, SensorKind, TableSettings
from momentum.rules import CELLS, MARBLES, Player, cells_in
from momentum.scenario.runner import Report, run_script
from momentum.scenario.script import Script
from momentum.table.loop import Devices, LoopSettings, TableLoop
from momentum.table.notices import Notice


def build_simulated(
    now: Callable[[], float],
    *,
    seed: int = 0,
    polarity: bool = False,
    frames_kept: int | None = 64,
    marbles_each: int = MARBLES,
) -> SimulatedTable:
    """Return a simulated table that takes its time, in milliseconds, from `now`."""
    return SimulatedTable(
        now, seed=seed, polarity=polarity, frames_kept=frames_kept, marbles_each=marbles_each
    )


def simulate(script: Script, *, seed: int = 0, watch: Callable[[Notice], None] | None = None) -> Report:
    """Play a scenario on a simulated table of its own; `watch` is told every notice.

    Its hands find a marble for every cell, so that a file that could be read can be played to its end.
    """

    def build(now: Callable[[], float]) -> SimulatedTable:
        return build_simulated(now, seed=seed, polarity=script.settings.polarity, marbles_each=CELLS)

    return run_script(script, build, watch)


def monotonic_ms() -> float:
    """Return the machine's monotonic clock in milliseconds."""
    return time.monotonic() * 1000


@dataclass(frozen=True, slots=True, kw_only=True)
class SimulatedSession:
    """What a session on a simulated table is made from."""

    table: TableSettings = field(default_factory=TableSettings)
    """What its games are played under."""
    loop: LoopSettings = field(default_factory=LoopSettings)
    """How its contacts are read and its lights are lit."""
    session: SessionSettings = field(default_factory=SessionSettings)
    """Language and manner."""
    seed: int = 0
    """Seed of its contacts' bounce."""
    journal: Journal | None = None
    """Where its games are written down; None keeps none."""
    choice: Choice = field(default_factory=Choice)
    """Which game of the journal it goes on with."""

    def open(self) -> Session:
        """Build the table in real time; a game that goes on lies on its board. Raises `JournalError`."""
        referee = referee_for(self.journal, self.table, self.choice)
        table = build_simulated(monotonic_ms, seed=self.seed, polarity=referee.settings.polarity)
        lay_out(table.hands, referee.saved())
        devices = Devices(sensors=table.sensors, lights=table.lights, buttons=table.buttons)

        def start(notify: Callable[[Notice], None]) -> TableLoop:
            return TableLoop(devices, referee, self.loop, notify)

        return Session(start, monotonic_ms, self.session, table, self.journal)


def referee_for(
    journal: Journal | None, settings: TableSettings, choice: Choice, *, sensors: SensorKind | None = None
) -> Referee:
    """Return a referee on a journal, as `referee_on` does, or one whose games are not written down."""
    if journal is None:
        return Referee(settings)
    return referee_on(journal, settings, choice, sensors=sensors)


def lay_out(hands: Hands, saved: Saved) -> None:
    """Put the marbles of a game that goes on where they lay; of pushes being made, none is done."""
    if saved.swap_lifted:
        return
    game = saved.game
    for player in Player:
        dropped = 1 << saved.drop if saved.drop is not None and player is game.to_move else 0
        for cell in cells_in(game.position.of(player) | dropped):
            hands.place(cell, south=player is Player.SECOND)
