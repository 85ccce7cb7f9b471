"""The referee with an arbiter over it: what each act does to the game, and how it is undone."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any, ClassVar

from momentum.clock import ClockError
from momentum.referee.acts import (
    LONGEST_REASON,
    Act,
    Declare,
    DoneAct,
    Forfeit,
    GoOnUnrecorded,
    LetStand,
    MarkContact,
    Note,
    Pause,
    PutAside,
    Reopen,
    Resume,
    SetClock,
    SetCounts,
    SetIrregular,
    SetPosition,
    SetTurn,
    SwapSides,
    TakeBack,
    TimePenalty,
    Undo,
    Warn,
)
from momentum.referee.arbiter_clocks import ClockRulings
from momentum.referee.decisions import (
    ActDone,
    ActRefused,
    ActUndone,
    Announcement,
    ContactMarked,
    Corrected,
    Decision,
    GameReverted,
    IrregularSet,
    TurnEnded,
    TurnsTakenBack,
)
from momentum.referee.errors import BadAct
from momentum.referee.events import ArbiterActed, Event, NewGame, Pressed
from momentum.referee.phases import GameSet, Phase
from momentum.referee.snapshot import Differences
from momentum.referee.standing import standing
from momentum.referee.tournament import counted, mirrored
from momentum.rules import Drop, Game, NothingToUndo, Player, Position, RulesError


class Referee(ClockRulings):
    """Judges one table, and does what its arbiter says."""

    def receive(self, event: Event) -> tuple[Decision, ...]:
        """Take one event and return what follows from it, in order; empty when nothing does.

        Raises `KeyError` for an event that is none of `momentum.referee.events`.
        """
        if isinstance(event, ArbiterActed):
            self._at_ms, self._out = event.at_ms, []
            result = self._tell_time()
            if result is not None:
                self._end(result)
            game = self._game
            self._take_act(event)
            if self._game != game:
                self._rule_on_clock()
            self._keep_time()
            return tuple(self._out)
        if isinstance(event, Pressed) and self._held:
            if event.button in ("pause", "new"):
                self._at_ms, self._out = event.at_ms, []
                self._say(Announcement.REFUSED)
                return tuple(self._out)
            self._held = event.button != "arbiter"
        return super().receive(event)

    @property
    def stopped_by_journal(self) -> bool:
        """Whether play stands still because the game cannot be written down."""
        return False

    def objection(self, act: Act, reason: str) -> BadAct | None:
        """Return why this act cannot be done now, and what can be; None when it can."""
        try:
            _check_reason(reason)
            self._CHECKS[type(act)](self, act)
        except BadAct as why:
            return why
        except (RulesError, ClockError) as error:
            return BadAct(str(error), error.key, **error.values)
        return None

    # doing it

    def _take_act(self, event: ArbiterActed) -> None:
        act, why = event.act, self.objection(event.act, event.reason)
        if why is not None:
            self._out.append(ActRefused(at_ms=self._at_ms, why=str(why)))
            self._say(Announcement.REFUSED)
            return
        number, before = len(self._acts) + 1, self._game
        was = self._was(act)
        self._out.append(ActDone(at_ms=self._at_ms, number=number, was=was))
        self._say(Announcement.ARBITER)
        reason = event.reason.strip()
        done = DoneAct(number=number, act=act, reason=reason, before=before, after=before, was=was)
        self._acts = (*self._acts, done)
        self._DEEDS[type(act)](self, act)
        if self._acts:  # none is left when another game has begun
            self._acts = (*self._acts[:-1], replace(done, after=self._game))

    def _put_aside(self, act: Act) -> None:
        del act
        self._stop_clock()
        self._on_new_game(NewGame(at_ms=self._at_ms, settings=self._settings))

    def _pause(self, act: Act) -> None:
        del act
        self._paused_by_hand = self._held = True
        self._stop()

    def _resume(self, act: Act) -> None:
        del act
        self._paused_by_hand = self._held = False
        self._resume_unless_stopped()

    def _correct(self, act: Act) -> None:
        if isinstance(act, LetStand) and self._pending is not None:
            lies, made = self._lying(act), self._game.play(Drop(self._pending.cell))
            self._out.append(TurnEnded(at_ms=self._at_ms, ply=made.ply, turn=made.turns[-1]))
            self._game = made.corrected(lies)
        else:
            self._game = self._corrected(act)
        if isinstance(act, SwapSides):
            self._mirror_clocks()
            self._irregular = mirrored(self._irregular)
        self._out.append(Corrected(at_ms=self._at_ms, correction=self._game.corrections[-1]))
        self._lay_out()

    def _take_turns_back(self, act: TakeBack) -> None:
        before = self._game
        self._game = self._without_turns(act.turns)
        turns = len(before.turns) - len(self._game.turns)
        self._out.append(TurnsTakenBack(at_ms=self._at_ms, turns=turns, ply=self._game.ply))
        self._say(Announcement.TAKEN_BACK)
        self._lay_out()

    def _declare(self, act: Declare | Forfeit) -> None:
        self._game = self._game.end(act.result)
        self._finish(act.result)

    def _mark(self, act: MarkContact) -> None:
        bit = 1 << act.cell
        self._distrusted = self._distrusted & ~bit if act.good else self._distrusted | bit
        self._out.append(ContactMarked(at_ms=self._at_ms, cell=act.cell, good=act.good))

    def _only_write_down(self, act: Act) -> None:
        """Do nothing more: that it was done, and why, is in the record."""

    def _was(self, act: Act) -> Act | None:
        """Return what would set back what this act is going to set, where the game does not tell."""
        if isinstance(act, SetClock):
            return self._clocks_were(act)
        if isinstance(act, SetIrregular):
            return SetIrregular(act.player, self._irregular_of(act.player))
        return None

    def _irregular_of(self, player: Player) -> int:
        return sum(each.player is player for each in self._irregular)

    def _set_irregular(self, act: SetIrregular) -> None:
        self._irregular = counted(self._irregular, act.player, act.count, self._game.ply)
        self._out.append(IrregularSet(at_ms=self._at_ms, player=act.player, count=act.count))

    def _check_irregular(self, act: SetIrregular) -> None:
        del act
        if self._settings.irregular is None:
            raise BadAct("irregular acts are not counted in this game: warn instead", "ruling.not_counted")

    def _undo_act(self, act: Undo) -> None:
        done = self._acts[act.number - 1]
        acts = list(self._acts)
        acts[act.number - 1] = replace(done, undone_by=len(acts))
        self._acts = tuple(acts)
        self._out.append(ActUndone(at_ms=self._at_ms, number=act.number))
        if done.act.changes_game:
            self._revert(done)
            return
        if isinstance(done.act, TimePenalty | SetClock):
            self._undo_on_clocks(done)
        opposite = self._opposite(done)
        if opposite is not None:
            self._DEEDS[type(opposite)](self, opposite)

    def _revert(self, done: DoneAct) -> None:
        self._game = done.before
        if isinstance(done.act, SwapSides):
            self._mirror_clocks()
            self._irregular = mirrored(self._irregular)
        result = self._game.result
        self._out.append(
            GameReverted(at_ms=self._at_ms, number=done.number, ply=self._game.ply, result=result)
        )
        if result is None:
            self._lay_out()
        else:
            self._finish(result)

    def _lay_out(self) -> None:
        """Let the accepted position be laid out on the board; a marble too many there is no drop."""
        self._forget_turn()
        self._restore_exactly = True
        self._resumes = Phase.RESTORE
        self._move_on(GameSet())
        if self._settled is not None:  # what the arbiter asks for is nobody's mistake
            self._differences = Differences.of(self._judge(self._settled))
        self._judge_again()

    def _opposite(self, done: DoneAct) -> Act | None:
        """Return what undoes an act that leaves the game as it is; None where only its entry is undone."""
        match done.act, done.was:
            case Pause(), _:
                return Resume()
            case Resume(), _:
                return Pause()
            case MarkContact(cell=cell, good=good), _:
                return MarkContact(cell, not good)
            case SetIrregular(player=player, count=count), SetIrregular(count=before):
                return SetIrregular(player, max(0, self._irregular_of(player) + before - count))
        return None

    # what comes of it, and whether it can be done

    def _corrected(self, act: Act) -> Game:
        game = self._game
        match act:
            case SetPosition(position=position):
                return game.corrected(position)
            case SetTurn(player=player):
                return game.corrected(to_move=player)
            case SetCounts(ply=ply):
                return game.corrected(ply=ply)
            case SwapSides():
                mirrored = Position(game.position.second, game.position.first)
                return game.corrected(mirrored, game.to_move.other)
            case LetStand():
                return game.corrected(self._lying(act))
        return game.corrected()

    def _lying(self, act: LetStand) -> Position:
        """Return the position that lies on the board; raises `BadAct` when nobody can tell."""
        seen = self._settled
        if seen is None or self._device_away is not None or self._awaits_board or self._hands_are_at_work():
            raise BadAct("the board has not come to rest: wait until no hand is on it", "ruling.restless")
        base = self._game.position if self._pending is None else self._pending.target
        return standing(self._game, self._pending, seen.trusting(base, self._faults), (act.first, act.second))

    def _without_turns(self, turns: int) -> Game:
        game = self._game
        for _ in range(turns if self._pending is None else turns - 1):
            game = game.undone()
        return game

    def _check_pause(self, act: Act) -> None:
        del act
        if self._phase is Phase.OVER:
            raise BadAct("the game is over: there is nothing to pause", "ruling.over")
        if self._held:
            raise BadAct("the arbiter has paused the game already", "ruling.paused")

    def _check_resume(self, act: Act) -> None:
        del act
        if not self._paused_by_hand:
            raise BadAct("nobody has paused the game: there is nothing to resume", "ruling.not_paused")

    def _check_correction(self, act: Act) -> None:
        if isinstance(act, LetStand) and self._pending is not None:
            self._game.corrected(self._lying(act))
        elif isinstance(act, Reopen) and self._game.result is None:
            raise BadAct("the game has no result: it goes on as it is", "ruling.no_result")
        else:
            self._corrected(act)

    def _check_take_back(self, act: TakeBack) -> None:
        try:
            self._without_turns(act.turns)
        except NothingToUndo:
            made = len(self._game.turns) + (self._pending is not None)
            why = f"{act.turns} turns cannot be taken back: {made} were made"
            raise BadAct(why, "ruling.few_turns", made=str(made)) from None

    def _check_result(self, act: Declare | Forfeit) -> None:
        if self._game.result == act.result:
            raise BadAct("that is the game's result already", "ruling.same_result")

    def _check_nothing(self, act: Act) -> None:
        """Accept it: this can always be done."""

    def _check_aside(self, act: Act) -> None:
        del act
        if self._resumes_from() in (Phase.SETUP, Phase.OVER):
            raise BadAct("only a game that is being played can be put aside", "ruling.not_played")

    def _check_unrecorded(self, act: Act) -> None:
        del act
        if not self.stopped_by_journal:
            raise BadAct("play does not stand still for the journal: it needs no leave", "ruling.recorded")

    def _check_undo(self, act: Undo) -> None:
        if act.number > len(self._acts):
            why = f"there is no act {act.number} in this game: there were {len(self._acts)}"
            raise BadAct(why, "ruling.no_act", number=str(act.number))
        done = self._acts[act.number - 1]
        if done.undone_by is not None or isinstance(done.act, Undo):
            why = f"act {act.number} ({done.act}) does not stand: undo one that does"
            raise BadAct(why, "ruling.not_standing", number=str(act.number))
        if done.act.changes_game:
            if self._game != done.after:
                why = f"the game went on since act {act.number}: undo what came after it first"
                raise BadAct(why, "ruling.went_on", number=str(act.number))
            return
        if isinstance(done.act, TimePenalty | SetClock):
            self._check_undoing_on_clocks(done)
        opposite = self._opposite(done)
        if opposite is not None:
            self._CHECKS[type(opposite)](self, opposite)

    _CORRECTING = (SetPosition, LetStand, SetTurn, SetCounts, SwapSides, Reopen)
    _DEEDS: ClassVar[Mapping[type[Act], Callable[[Referee, Any], None]]] = MappingProxyType(
        {
            Pause: _pause,
            Resume: _resume,
            **dict.fromkeys(_CORRECTING, _correct),
            TakeBack: _take_turns_back,
            **ClockRulings.CLOCK_DEEDS,
            Declare: _declare,
            Forfeit: _declare,
            MarkContact: _mark,
            SetIrregular: _set_irregular,
            Warn: _only_write_down,
            PutAside: _put_aside,
            GoOnUnrecorded: _only_write_down,
            Note: _only_write_down,
            Undo: _undo_act,
        }
    )
    _CHECKS: ClassVar[Mapping[type[Act], Callable[[Referee, Any], None]]] = MappingProxyType(
        {
            Pause: _check_pause,
            Resume: _check_resume,
            **dict.fromkeys(_CORRECTING, _check_correction),
            TakeBack: _check_take_back,
            **ClockRulings.CLOCK_CHECKS,
            Declare: _check_result,
            Forfeit: _check_result,
            MarkContact: _check_nothing,
            SetIrregular: _check_irregular,
            Warn: _check_nothing,
            PutAside: _check_aside,
            GoOnUnrecorded: _check_unrecorded,
            Note: _check_nothing,
            Undo: _check_undo,
        }
    )


def _check_reason(reason: str) -> None:
    if not reason.strip():
        raise BadAct("an act of the arbiter needs a reason: say why", "ruling.reason")
    if len(reason) > LONGEST_REASON or not reason.isprintable():
        why = f"a reason is one line of at most {LONGEST_REASON} characters"
        raise BadAct(why, "ruling.long_reason", most=str(LONGEST_REASON))
