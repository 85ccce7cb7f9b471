"""What a referee holds to be so: the game, the phase, the board as seen, and what can be read off them."""

from __future__ import annotations

import math
from dataclasses import replace

from momentum.clock import Clock
from momentum.referee.acts import DoneAct
from momentum.referee.decisions import Decision
from momentum.referee.events import Seen
from momentum.referee.judge import PendingDrop, judge_exactly, judge_pushing, judge_waiting, pushes_left
from momentum.referee.phases import TRANSITIONS, DropFound, Finding, NextDropEarly, Phase
from momentum.referee.saved import Saved, TurnClock
from momentum.referee.settings import TableSettings
from momentum.referee.snapshot import NO_DIFFERENCES, Differences, Snapshot
from momentum.referee.tournament import IrregularAct
from momentum.referee.watch import TargetWatch
from momentum.rules import Drop, Game, Player

_EMPTY_BOARD = Seen(occupied=0)
WAITING = (Phase.DROP, Phase.CORRECT)
"""Phases in which a drop is awaited."""


class Held:
    """The state of one table, and everything that can be read off it without changing it."""

    def __init__(self, settings: TableSettings) -> None:
        self._settings = settings
        self._game = Game.new(settings.rules)
        self._phase = Phase.SETUP
        self._pending: PendingDrop | None = None
        self._faults = 0
        self._left_over = 0
        self._sensed = _EMPTY_BOARD
        self._settled: Seen | None = None
        self._differences = NO_DIFFERENCES
        self._swap_lifted = False
        self._restore_exactly = True
        self._watch = TargetWatch()
        self._resumes = Phase.SETUP
        self._paused_by_hand = False
        self._held = False
        self._distrusted = 0
        self._acts: tuple[DoneAct, ...] = ()
        self._confirmed: tuple[Player, ...] = ()
        self._announcing: Player | None = None
        self._irregular: tuple[IrregularAct, ...] = ()
        self._device_away: str | None = None
        self._awaits_board = False
        self._clock: Clock | None = None if settings.clock is None else Clock.new(settings.clock)
        self._turn_clocks: tuple[TurnClock, ...] = ()
        self._due_ms = math.inf
        self._at_ms = 0.0
        self._out: list[Decision] = []

    @property
    def phase(self) -> Phase:
        """What the table waits for."""
        return self._phase

    @property
    def game(self) -> Game:
        """The accepted game."""
        return self._game

    @property
    def settings(self) -> TableSettings:
        """What the game is played under."""
        return self._settings

    @property
    def distrusted(self) -> int:
        """Mask of the contacts that the arbiter has marked as bad."""
        return self._distrusted

    def saved(self) -> Saved:
        """Return what has to be kept for `resumed`."""
        return Saved(
            settings=self._settings,
            game=self._game,
            drop=None if self._pending is None else self._pending.cell,
            swap_lifted=self._swap_lifted,
            left_over=self._left_over,
            started=self._resumes_from() is not Phase.SETUP,
            undoing=self._resumes_from() is Phase.RESTORE and self._restore_exactly,
            paused=self._paused_by_hand,
            held=self._held,
            distrusted=self._distrusted,
            acts=self._acts,
            confirmed=self._confirmed,
            announcing=self._announcing,
            irregular=self._irregular,
            clock=self._clock,
            turn_clocks=self._turn_clocks,
        )

    def snapshot(self) -> Snapshot:
        """Return what is so now: the phase as decided, its differences as the debounced board has them."""
        if self._phase in (Phase.DROP, Phase.PAUSED, Phase.OVER):
            return self._snapshot(self._phase, None, NO_DIFFERENCES)
        if self._pending is not None:
            return self._pushing(self._game, self._pending)
        return self._snapshot(self._phase, None, Differences.of(self._judge(self._sensed)))

    def preview(self) -> Snapshot:
        """Return what would be so if the debounced board settled now: what the lights answer at once."""
        if self._phase in (Phase.PAUSED, Phase.OVER) or self._settled is None:
            return self.snapshot()
        finding = self._judge(self._sensed)
        match finding:
            case DropFound(cell=cell):
                return self._pushing(self._game, PendingDrop.of(self._game, cell))
            case NextDropEarly(cell=cell):
                return self._preview_next(self._game.play(Drop(cell)))
        phase = TRANSITIONS[self._phase].get(type(finding), self._phase)
        pending = self._pending if phase is Phase.PUSH else None
        return self._snapshot(phase, pending, Differences.of(finding))

    def _preview_next(self, game: Game) -> Snapshot:
        finding = judge_waiting(game, self._sensed.trusting(game.position, self._faults), swap_lifted=False)
        if game.result is None and isinstance(finding, DropFound):
            return self._pushing(game, PendingDrop.of(game, finding.cell))
        return self.snapshot()

    def _pushing(self, game: Game, pending: PendingDrop) -> Snapshot:
        board = self._sensed.trusting(pending.target, self._faults)
        left = Differences.of(pushes_left(game, pending, board))
        return replace(self._snapshot(Phase.PUSH, pending, left), game=game)

    def _snapshot(self, phase: Phase, pending: PendingDrop | None, differences: Differences) -> Snapshot:
        waiting = phase in WAITING and self._game.may_swap
        return Snapshot(
            phase=phase,
            settings=self._settings,
            game=self._game,
            pending=pending,
            differences=differences,
            hint=self._game.hints() if phase is Phase.DROP and self._settings.guidance else 0,
            swap=self._game.position.occupied.bit_length() - 1 if waiting else None,
            fault=self._faults,
            device=self._device_away,
            held=self._held,
            acts=self._acts,
            confirmed=self._confirmed,
            announcing=self._announcing,
            irregular=self._irregular,
            clock=self._clock,
        )

    def _resumes_from(self) -> Phase:
        return self._resumes if self._phase is Phase.PAUSED else self._phase

    def _judge(self, seen: Seen) -> Finding:
        if self._pending is not None:
            return self._judge_pushing(self._pending, seen)
        board = seen.trusting(self._game.position, self._faults)
        if self._phase is Phase.SETUP or (self._phase is Phase.RESTORE and self._restore_exactly):
            return judge_exactly(self._game.position, board)
        lifted = self._swap_lifted and not self._faults & self._game.position.occupied
        return judge_waiting(self._game, board, swap_lifted=lifted, left_over=self._left_over)

    def _judge_pushing(self, pending: PendingDrop, seen: Seen) -> Finding:
        return judge_pushing(
            self._game,
            pending,
            seen,
            faults=self._faults,
            casual=self._settings.casual,
            target_held=self._watch.held,
            left_over=self._left_over & ~pending.target.occupied,
        )
