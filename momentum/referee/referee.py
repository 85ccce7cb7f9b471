"""The referee of players alone: takes events, judges settled boards, and says what follows."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any, ClassVar, Self

from momentum.referee.conduct import Conduct
from momentum.referee.decisions import (
    Announcement,
    Decision,
    DropAccepted,
    GameEnded,
    GameStarted,
    TurnEnded,
    Undone,
)
from momentum.referee.events import (
    DeviceBack,
    DeviceLost,
    DrawAgreed,
    Event,
    FaultsChanged,
    NewGame,
    Pressed,
    Resigned,
    Seen,
    Sensed,
    Settled,
    Tick,
)
from momentum.referee.held import WAITING
from momentum.referee.judge import PendingDrop
from momentum.referee.phases import (
    DropFound,
    DropTakenBack,
    Finding,
    GameOver,
    GameRenewed,
    NextDropEarly,
    Phase,
    PushesDone,
    SwapFound,
    SwapLifted,
    TurnOver,
    TurnUndone,
)
from momentum.referee.saved import Saved
from momentum.referee.snapshot import NO_DIFFERENCES, Differences
from momentum.referee.watch import TargetWatch
from momentum.rules import (
    Drop,
    Game,
    Move,
    NothingToUndo,
    Player,
    Reason,
    Result,
    Swap,
    mask_of,
)

DECIDED_OUTSIDE = (Reason.RESIGN, Reason.AGREED, Reason.TIME, Reason.ARBITER)
"""Reasons that no turn brought about: an undo takes back the result alone."""


class PlayersReferee(Conduct):
    """Judges what players do. `receive` takes events in the order of their instants; it alone changes it."""

    @classmethod
    def resumed(cls, saved: Saved) -> Self:
        """Return a referee that goes on where another one died; the board is compared before play does."""
        referee = cls(saved.settings)
        referee._game = saved.game
        referee._swap_lifted = saved.swap_lifted
        referee._left_over = saved.left_over
        referee._confirmed, referee._announcing = saved.confirmed, saved.announcing
        referee._irregular = saved.irregular
        referee._held, referee._distrusted, referee._acts = saved.held, saved.distrusted, saved.acts
        if saved.game.result is not None:
            referee._phase = Phase.OVER
        elif saved.drop is not None:
            referee._pending = PendingDrop.of(saved.game, saved.drop)
            referee._phase = Phase.PUSH
        elif saved.started:
            referee._phase = Phase.RESTORE
            referee._restore_exactly = saved.undoing
        stopped = referee._clock_from(saved.clock, saved.turn_clocks) and saved.game.result is None
        if saved.paused or stopped:
            referee._paused_by_hand = True
            referee._resumes, referee._phase = referee._phase, Phase.PAUSED
        return referee

    # what it is told

    def receive(self, event: Event) -> tuple[Decision, ...]:
        """Take one event and return what follows from it, in order; empty when nothing does.

        Raises `KeyError` for an event that is none of `momentum.referee.events`.
        """
        self._at_ms = event.at_ms
        self._out = []
        if isinstance(event, Sensed):
            self._on_sensed(event)
            return ()
        result = self._tell_time()
        if result is not None:
            self._end(result)
        self._HANDLERS[type(event)](self, event)
        self._keep_time()
        return tuple(self._out)

    def _on_tick(self, event: Tick) -> None:
        del event  # the time was told already

    def _on_sensed(self, event: Sensed) -> None:
        self._sensed = event.seen
        self._left_over &= event.seen.occupied | self._faults
        if self._pending is not None:
            board = event.seen.trusting(self._pending.target, self._faults)
            self._watch.feed(event.at_ms, self._pending, board)

    def _on_settled(self, event: Settled) -> None:
        self._on_sensed(Sensed(at_ms=event.at_ms, seen=event.seen))
        self._settled = event.seen
        self._awaits_board = False
        if self._phase is Phase.PAUSED:
            self._resume_unless_stopped()
        else:
            self._judge_again()
            self._lenient = False

    def _on_faults(self, event: FaultsChanged) -> None:
        new = event.cells & ~self._faults
        self._faults = event.cells
        self._left_over &= self._sensed.occupied | self._faults
        if new:
            self._say(Announcement.FAULT)

    def _on_lost(self, event: DeviceLost) -> None:
        self._device_away = event.why
        self._awaits_board = False
        self._say(Announcement.FAULT)
        self._stop()

    def _on_back(self, event: DeviceBack) -> None:
        del event
        self._device_away = None
        self._awaits_board = True

    def _on_new_game(self, event: NewGame) -> None:
        self._settings = event.settings
        self._game = Game.new(event.settings.rules)
        self._new_clock()
        self._forget_turn()
        self._paused_by_hand = self._held = False
        self._acts, self._irregular = (), ()
        self._ask_anew()
        self._differences = NO_DIFFERENCES
        self._out.append(GameStarted(at_ms=self._at_ms))
        self._move_on(GameRenewed())
        self._judge_again()

    def _on_resigned(self, event: Resigned) -> None:
        self._end(Result(winner=event.player.other, reason=Reason.RESIGN))

    def _on_draw(self, event: DrawAgreed) -> None:
        del event
        self._end(Result(winner=None, reason=Reason.AGREED))

    def _end(self, result: Result) -> None:
        if self._phase is Phase.OVER or self._resumes_from() is Phase.SETUP:
            self._say(Announcement.REFUSED)
            return
        self._game = self._game.end(result)
        self._finish(result)

    def _on_pressed(self, event: Pressed) -> None:
        act = self._BUTTONS.get(event.button)
        if act is not None and not act(self):
            self._say(Announcement.REFUSED)

    # buttons: each returns whether it was possible

    def _press_new(self) -> bool:
        if not (self._settings.casual or self._resumes_from() in (Phase.OVER, Phase.SETUP)):
            return False
        if self._phase is Phase.OVER and not self.confirmed:
            return False
        self._on_new_game(NewGame(at_ms=self._at_ms, settings=self._settings))
        return True

    def _press_swap(self) -> bool:
        if self._phase not in WAITING or not self._game.may_swap:
            return False
        self._complete(Swap())
        self._judge_again()
        return True

    def _press_undo(self) -> bool:
        if not self._settings.casual or self._phase in (Phase.PAUSED, Phase.SETUP):
            return False
        if self._pending is None and self._game.ruled:
            return False
        if self._phase is Phase.OVER and self._settings.confirm and self.confirmed:
            return False
        unfinished = self._pending is not None
        try:
            taken = self._take_out_last()
        except NothingToUndo:
            return False
        if not unfinished:
            self._undo_on_clock()
        self._restore(taken)
        return True

    def _press_first(self) -> bool:
        return self._press_player(Player.FIRST)

    def _press_second(self) -> bool:
        return self._press_player(Player.SECOND)

    def _take_out_last(self) -> Move | None:
        if self._pending is not None:
            return Drop(self._pending.cell)
        if self._game.result is not None and self._game.result.reason in DECIDED_OUTSIDE:
            self._game = replace(self._game, result=None)
            return None
        before = self._game.undone()
        move = self._game.turns[-1].move
        self._game = before
        return move

    def _restore(self, taken: Move | None) -> None:
        self._forget_turn()
        self._restore_exactly = True
        self._out.append(Undone(at_ms=self._at_ms, ply=self._game.ply, move=taken))
        self._say(Announcement.TAKEN_BACK)
        self._move_on(TurnUndone())
        if self._settled is not None:  # what undoing asks for is nobody's mistake
            self._differences = Differences.of(self._judge(self._settled))
        self._judge_again()

    # judging

    def _judge_again(self) -> None:
        if self._device_away is not None or self._awaits_board:
            self._stop()
        elif self._settled is not None and self._phase not in (Phase.PAUSED, Phase.OVER):
            self._judge_settled(self._settled)

    def _judge_settled(self, seen: Seen) -> None:
        finding = self._judge(seen)
        self._look_for_irregular(finding, seen)
        if self._phase is Phase.OVER:
            return
        self._complain(finding)
        self._swap_lifted = isinstance(finding, SwapLifted)
        match finding:
            case SwapFound():
                self._complete(Swap())
            case DropFound(cell=cell):
                self._accept(cell)
            case PushesDone(cell=cell):
                self._complete(Drop(cell))
            case NextDropEarly(cell=cell):
                self._complete(Drop(cell))
                self._judge_again()
            case DropTakenBack():
                self._take_back(finding)
            case _:
                self._settle_phase(finding)

    def _settle_phase(self, finding: Finding) -> None:
        before = self._phase
        self._move_on(self._unless_unconfirmed(finding))
        if before in (Phase.SETUP, Phase.RESTORE) and self._phase is Phase.DROP:
            self._left_over |= self._faults & ~self._game.position.occupied
            self._say(Announcement.turn(self._game.to_move))

    def _accept(self, cell: int) -> None:
        self._drop_begins()
        if self._phase is Phase.OVER:
            return
        pending = PendingDrop.of(self._game, cell)
        mover, pushes = self._game.to_move, pending.outcome.pushes
        self._out.append(DropAccepted(at_ms=self._at_ms, player=mover, cell=cell, pushes=pushes))
        if not pushes:
            self._complete(Drop(cell))
            return
        self._pending = pending
        self._move_on(DropFound(cell=cell))
        self._judge_again()

    def _take_back(self, finding: DropTakenBack) -> None:
        self._forget_turn()
        self._out.append(Undone(at_ms=self._at_ms, ply=self._game.ply, move=Drop(finding.cell)))
        self._say(Announcement.TAKEN_BACK)
        self._move_on(finding)

    def _complete(self, move: Move) -> None:
        self._dropped_on_clock()
        self._game = self._game.play(move)
        turn = self._game.turns[-1]
        self._left_over |= mask_of(push.origin for push in turn.pushes) & self._faults
        self._forget_turn()
        self._out.append(TurnEnded(at_ms=self._at_ms, ply=self._game.ply, turn=turn))
        if isinstance(move, Swap):
            self._say(Announcement.SWAP)
        if turn.knocked_off:
            self._say(Announcement.KNOCKED_OFF)
        if self._game.result is not None:
            self._finish(self._game.result)
            return
        self._turn_completed(turn)
        self._move_on(TurnOver())
        self._say(Announcement.turn(self._game.to_move))

    def _finish(self, result: Result) -> None:
        self._forget_turn()
        self._paused_by_hand = self._held = False
        self._out.append(GameEnded(at_ms=self._at_ms, result=result))
        self._move_on(GameOver())
        self._say(Announcement.result(result))
        self._ask_anew()
        self._ask()

    def _forget_turn(self) -> None:
        self._pending = self._announcing = None
        self._watch = TargetWatch()
        self._swap_lifted = False
        self._differences = NO_DIFFERENCES

    _BUTTONS: ClassVar[Mapping[str, Callable[[PlayersReferee], bool]]] = MappingProxyType(
        {
            "pause": lambda self: self._press_pause(),
            "arbiter": lambda self: self._press_pause(),
            "new": _press_new,
            "swap": _press_swap,
            "undo": _press_undo,
            "first": _press_first,
            "second": _press_second,
        }
    )
    _HANDLERS: ClassVar[Mapping[type[Event], Callable[[PlayersReferee, Any], None]]] = MappingProxyType(
        {
            Settled: _on_settled,
            FaultsChanged: _on_faults,
            DeviceLost: _on_lost,
            DeviceBack: _on_back,
            NewGame: _on_new_game,
            Resigned: _on_resigned,
            DrawAgreed: _on_draw,
            Pressed: _on_pressed,
            Tick: _on_tick,
        }
    )
