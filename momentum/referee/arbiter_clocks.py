"""The clocks under an arbiter: set, changed as a penalty, exchanged with the sides."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import ClassVar

from momentum.clock import Clock, Run, time_text
from momentum.referee.acts import Act, SetClock, TimePenalty
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
        for player, ms in ((Player.FIRST, act.first_ms), (Player.SECOND, act.second_ms)):
            if ms is not None:
                clock = clock.correct(player, ms, self._instant(clock))
        return clock

    def _punish_on_clock(self, act: TimePenalty) -> None:
        player, ms = act.change
        clock = self._clock_there()
        self._rule_clock(clock.give(player, ms, self._instant(clock)))

    def _forgive_on_clock(self, act: TimePenalty) -> None:
        player, ms = act.change
        clock = self._clock_there()
        self._rule_clock(clock.give(player, -ms, self._instant(clock)))

    def _check_punishing(self, act: TimePenalty) -> None:
        self._check_giving(*act.change)

    def _check_forgiving(self, act: TimePenalty) -> None:
        player, ms = act.change
        self._check_giving(player, -ms)

    def _check_giving(self, player: Player, ms: int) -> None:
        clock = self._clock_there()
        at_ms = self._instant(clock)
        clock.give(player, ms, at_ms)
        left_ms = clock.remaining(player, at_ms)
        if left_ms + ms < 0:
            raise BadAct(
                f"the {player} player has only {time_text(left_ms)} left: take less, or set the clock"
            )

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
            raise BadAct("this game is played without clocks")
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
