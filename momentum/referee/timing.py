"""The clocks of a game at the table: exactly one runs while its player is to act, or none does."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Final

from momentum.clock import (
    AfterFlag,
    Clock,
    Flag,
    FlagPolicy,
    Kind,
    LowTime,
    News,
    Run,
    TurnEnds,
)
from momentum.referee.decisions import Announcement, ClockChange, ClockChanged
from momentum.referee.phases import Phase
from momentum.referee.saved import TurnClock
from momentum.referee.settings import TableSettings
from momentum.referee.stopping import Stopping
from momentum.rules import Game, Player, Reason, Result

PLAYING: Final = frozenset((Phase.DROP, Phase.PUSH, Phase.CORRECT))
"""Phases in which a player has to act, on that player's time."""
EARLY_PRESS_MS: Final = 2000
"""How long before the board settles right the mover's press counts as the end of that turn."""


class Timed(Stopping):
    """The clocks of one table; whoever judges it says when a turn, an undo or a game ends.

    `_tell_time` comes before what an event does, `_keep_time` after it. The clock runs in the phases of
    `PLAYING` and in no other, so that whatever stops play stops it, and whatever lets play go on starts it.
    """

    def __init__(self, settings: TableSettings) -> None:
        super().__init__(settings)
        self._pressed_ms = -math.inf
        self._restarted = False

    @property
    def due_ms(self) -> float:
        """When a `Tick` has to be told unless another event comes before; infinite while no clock runs."""
        return self._due_ms

    def _new_clock(self) -> None:
        settings = self._settings.clock
        self._clock = None if settings is None else Clock.new(settings)
        self._turn_clocks = ()
        self._due_ms = math.inf
        self._pressed_ms = -math.inf

    def _clock_from(self, clock: Clock | None, turn_clocks: tuple[TurnClock, ...]) -> bool:
        """Take over the clocks that were written down; return whether they had been started."""
        if clock is None:
            return False
        run = Run.PAUSED if clock.run is Run.RUNNING else clock.run
        self._clock = replace(clock, run=run, at_ms=None, news=())
        self._turn_clocks = turn_clocks
        self._restarted = run is Run.PAUSED
        return self._restarted

    # time that passes

    def _tell_time(self) -> Result | None:
        """Let the clocks come up to the event's instant; return the result when that ends the game."""
        if self._clock is None:
            return None
        self._clock, news = self._clock.tell(self._instant(self._clock))
        for each in news:
            self._tell_news(self._clock, each)
        flags = self._clock.flags
        if not news or not flags or self._clock.settings.flag is not FlagPolicy.AUTOMATIC:
            return None
        return Result(winner=flags[0].player.other, reason=Reason.TIME)

    def _tell_news(self, clock: Clock, news: News) -> None:
        if isinstance(news, LowTime):
            self._say(Announcement.low_time(news.player))
        elif isinstance(news, Flag):
            self._note(ClockChange.FLAG, clock)
            self._say(Announcement.flag(news.player))
        else:
            self._note(ClockChange.PERIOD, clock)

    def _instant(self, clock: Clock) -> float:
        return self._at_ms if clock.at_ms is None else max(self._at_ms, clock.at_ms)

    def _note(self, what: ClockChange, clock: Clock) -> None:
        self._clock = clock
        self._out.append(ClockChanged(at_ms=self._at_ms, what=what, clock=clock))

    # what runs

    def _keep_time(self) -> None:
        """Let the right clock run, or none, after an event; and say when to look again."""
        clock = self._clock
        if clock is None:
            return
        playing = self._phase in PLAYING and not self._frozen(clock)
        if self._phase is Phase.OVER and clock.run in (Run.RUNNING, Run.PAUSED):
            self._note(ClockChange.STOP, clock.stop(self._instant(clock)))
        elif playing and clock.run is Run.READY:
            self._start(clock)
        elif playing and clock.run is Run.PAUSED:
            self._note(ClockChange.RESUME, clock.resume(self._instant(clock)))
        elif not playing and clock.run is Run.RUNNING:
            self._note(ClockChange.PAUSE, clock.pause(self._instant(clock)))
        self._restarted = self._restarted and self._phase is Phase.PAUSED
        self._look_again()

    def _look_again(self) -> None:
        clock = self._clock
        if clock is None or clock.run is not Run.RUNNING:
            self._due_ms = math.inf
            return
        due_ms = clock.next_event_ms(self._instant(clock))
        self._due_ms = math.inf if due_ms is None else due_ms

    def _frozen(self, clock: Clock) -> bool:
        return bool(clock.flags) and clock.settings.after is AfterFlag.FREEZE

    def _start(self, clock: Clock) -> None:
        at_ms = self._instant(clock)
        started = clock.hand_to(self._game.to_move, at_ms).start(at_ms)
        self._turn_clocks = (TurnClock(self._game.ply, started),)
        self._note(ClockChange.START, started)

    # turns

    def _turn_on_clock(self) -> None:
        """End a turn on the clock that the board has completed, unless its player has to press for that."""
        clock = self._clock
        if clock is None or clock.run is Run.READY or clock.to_move is self._game.to_move:
            return
        if clock.settings.turn is not TurnEnds.PRESS or self._has_just_pressed():
            self._switch(clock)

    def _has_just_pressed(self) -> bool:
        """Whether the side that was to move has pressed its button a moment before the board settled."""
        return self._at_ms - self._pressed_ms <= EARLY_PRESS_MS

    def _dropped_on_clock(self) -> None:
        """End the turn before on the clock: the side to move has dropped, and nobody has pressed for it."""
        clock = self._clock
        if clock is not None and clock.run is not Run.READY and clock.to_move is not self._game.to_move:
            self._switch(clock)

    def _switch(self, clock: Clock) -> None:
        self._pressed_ms = -math.inf
        switched = clock.turn_over(self._instant(clock))
        self._turn_clocks = (*self._turn_clocks, TurnClock(self._game.ply, switched))
        self._note(ClockChange.TURN, switched)

    def _press_on_clock(self, player: Player) -> None:
        """Take a player's button: it ends that player's turn on the clock, where presses do."""
        if self._phase not in PLAYING:
            return
        if self._game.to_move is player:
            self._pressed_ms = self._at_ms
            return
        clock = self._clock
        if clock is not None and clock.settings.turn is TurnEnds.PRESS and clock.to_move is player:
            self._switch(clock)

    def _give_on_clock(self, player: Player, ms: int) -> None:
        """Give a player time, where the clock can: it is none that counts up, and the flag stands."""
        clock = self._clock
        if clock is None or clock.has_fallen(player):
            return
        control = clock.settings.controls.of(player)
        if control.periods[clock.side(player).period].kind is not Kind.UP:
            self._note(ClockChange.GIVEN, clock.give(player, ms, self._instant(clock)))

    def _undo_on_clock(self) -> None:
        """Go back to the clocks as they were when the turn began that was taken out of the game."""
        clock = self._clock
        if clock is None or clock.run is Run.READY:
            return
        kept = tuple(each for each in self._turn_clocks if each.ply <= self._game.ply)
        at_ms = self._instant(clock)
        back = clock.undone(kept[-1].clock, at_ms) if kept else clock.hand_to(self._game.to_move, at_ms)
        self._turn_clocks = kept
        self._note(ClockChange.UNDO, back)

    def _stop_clock(self) -> None:
        """Let neither clock run: the game goes on another time."""
        clock = self._clock
        if clock is not None and clock.run is Run.RUNNING:
            self._note(ClockChange.PAUSE, clock.pause(self._instant(clock)))

    def _rule_on_clock(self) -> None:
        """Let the clocks follow a game that the arbiter has changed; the times stay as they are."""
        clock = self._clock
        if clock is None or clock.run is Run.READY or self._game.result is not None:
            return
        at_ms = self._instant(clock)
        ruled = (clock.undone(clock.at(at_ms), at_ms) if clock.run is Run.STOPPED else clock).hand_to(
            self._game.to_move, at_ms
        )
        self._pressed_ms = -math.inf
        self._turn_clocks = turn_clocks_ruled(self._turn_clocks, self._game, ruled)
        self._note(ClockChange.RULED, ruled)


def turn_clocks_ruled(before: tuple[TurnClock, ...], game: Game, clock: Clock) -> tuple[TurnClock, ...]:
    """Return the clocks as each turn began, when the arbiter has set where the game goes on from."""
    return (*(each for each in before if each.ply < game.ply), TurnClock(game.ply, clock))


def may_claim(game: Game, clock: Clock, player: Player) -> bool:
    """Whether a player may claim the game: the opponent's flag fell first, and claims decide it."""
    if not clock.flags or game.result is not None:
        return False
    return clock.settings.flag is FlagPolicy.CLAIM and clock.flags[0].player is player.other
