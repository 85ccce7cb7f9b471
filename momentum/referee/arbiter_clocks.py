"""The clocks under an arbiter: set, changed as a penalty, exchanged with the sides."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import ClassVar

from momentum.clock import Clock, Run, time_text
from momentum.referee.acts import Act, DoneAct, SetClock, TimePenalty
from momentum.referee.decisions import ClockChange
from momentum.referee.errors import BadAct
from momentum.referee.referee import PlayersReferee
from momentum.referee.timing import turn_clocks_ruled
from momentum.rules import Player


class ClockRulings(PlayersReferee):
    """What an arbiter does to the clocks of one table."""

    def _set_clocks(self, act: SetClock) -> None:
        self._rule_clock(self._clock_set(act))

    def _check_clocks(self, act: SetClock) -> None:
        self._clock_set(act)

    def _clock_set(self, act: SetClock) -> Clock:
        clock = self._clock_there()
        for player, ms in act.times.items():
            clock = clock.correct(player, ms, self._instant(clock))
        return clock

    def _clocks_were(self, act: SetClock) -> SetClock:
        """Return what sets the clocks to what they show now, before this act."""
        clock = self._clock_there()
        shown = {player: clock.remaining(player, self._instant(clock)) for player in act.times}
        return SetClock(shown.get(Player.FIRST), shown.get(Player.SECOND))

    def _punish_on_clock(self, act: TimePenalty) -> None:
        self._rule_clock(self._changed(dict([act.change])))

    def _check_punishing(self, act: TimePenalty) -> None:
        self._changed(dict([act.change]))

    def _undo_on_clocks(self, done: DoneAct) -> None:
        self._rule_clock(self._changed(_changes_back(done)))

    def _check_undoing_on_clocks(self, done: DoneAct) -> None:
        self._changed(_changes_back(done))

    def _changed(self, changes: Mapping[Player, int]) -> Clock:
        """Return the clock with time added, or taken off (below 0); raises `BadAct` for too much."""
        clock = self._clock_there()
        for player, ms in changes.items():
            at_ms = self._instant(clock)
            left_ms = clock.remaining(player, at_ms)
            if left_ms + ms < 0:
                left = time_text(left_ms)
                why = f"the {player} player has only {left} left: take less, or set the clock"
                raise BadAct(why, "ruling.little_time", player=player, left=left)
            clock = clock.give(player, ms, at_ms)
        return clock

    def _mirror_clocks(self) -> None:
        """Exchange the times of both players, where both play under the same control."""
        clock = self._clock
        if clock is None or clock.settings.controls.first != clock.settings.controls.second:
            return
        now = clock.at(self._instant(clock))
        flags = tuple(replace(flag, player=flag.player.other) for flag in now.flags)
        self._clock = replace(now, first=now.second, second=now.first, flags=flags)

    def _clock_there(self) -> Clock:
        if self._clock is None:
            raise BadAct("this game is played without clocks", "ruling.no_clocks")
        return self._clock

    def _rule_clock(self, clock: Clock) -> None:
        if clock.run is not Run.READY:
            self._turn_clocks = turn_clocks_ruled(self._turn_clocks, self._game, clock)
        self._note(ClockChange.RULED, clock)

    CLOCK_DEEDS: ClassVar[Mapping[type[Act], Callable[..., None]]] = MappingProxyType(
        {SetClock: _set_clocks, TimePenalty: _punish_on_clock}
    )
    """What carries out each act on the clocks."""
    CLOCK_CHECKS: ClassVar[Mapping[type[Act], Callable[..., None]]] = MappingProxyType(
        {SetClock: _check_clocks, TimePenalty: _check_punishing}
    )
    """What raises when it cannot be done."""


def _changes_back(done: DoneAct) -> dict[Player, int]:
    """Return by how much clocks change when an act on them is undone; what passed since has passed."""
    if isinstance(done.act, TimePenalty):
        player, ms = done.act.change
        return {player: -ms}
    if not isinstance(done.act, SetClock) or not isinstance(done.was, SetClock):
        return {}
    return {player: was_ms - done.act.times[player] for player, was_ms in done.was.times.items()}
