"""The clock of a game: a value to which instants are handed in, and from which the next one comes.

Instants are milliseconds of any clock that never goes back; fractions are rounded down, so what lies
between two instants is always the difference of two whole numbers and nothing drifts. A flag falls when a
player's clock runs with exactly nothing left: a turn that ends at that very instant ends too late.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from math import floor, isfinite
from typing import Final, NamedTuple

from momentum.clock.control import HOURGLASS
from momentum.clock.errors import BadCorrection, BadInstant, NotNow
from momentum.clock.news import Flag, News, PeriodBegan
from momentum.clock.reading import Reading, read
from momentum.clock.rundown import run_down
from momentum.clock.settings import AfterFlag, ClockSettings
from momentum.clock.side import Side, corrected, due_ms, given, idled, turn_ended
from momentum.rules.players import FIRST, Player


class Run(StrEnum):
    """Whether a clock runs."""

    READY = "ready"
    """Not started yet."""
    RUNNING = "running"
    """The clock of the side to move runs."""
    PAUSED = "paused"
    """Neither runs, until it is resumed."""
    STOPPED = "stopped"
    """Neither runs: the game is over."""


_READY: Final = Run.READY
_RUNNING: Final = Run.RUNNING
_PAUSED: Final = Run.PAUSED
_STOPPED: Final = Run.STOPPED
_FREEZE: Final = AfterFlag.FREEZE


class _Moved(NamedTuple):
    """What time has made of a clock."""

    mover: Side
    """The clock of the side to move."""
    other: Side
    """The opponent's."""
    run: Run
    """Whether it still runs."""
    flags: tuple[Flag, ...]
    """The flags that have fallen by now."""
    news: tuple[News, ...]
    """What is to be told by now."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Clock:
    """Both players' clocks as they stood at an instant: a value; each verb returns the next one.

    Everything that takes an instant raises BadInstant for one that lies before the last one handed in.
    """

    settings: ClockSettings
    """What it is set to."""
    first: Side
    """The first player's clock."""
    second: Side
    """The second player's clock."""
    to_move: Player = FIRST
    """Whose clock runs, or will."""
    run: Run = _READY
    """Whether it runs."""
    at_ms: int | None = None
    """The instant at which it stood so; None while none was handed in."""
    flags: tuple[Flag, ...] = ()
    """The flags that have fallen, the first one first."""
    news: tuple[News, ...] = ()
    """What has happened and was not told yet, in its order."""

    @classmethod
    def new(cls, settings: ClockSettings) -> Clock:
        """Return a clock that is set and not started; the first player is to move."""
        controls = settings.controls
        return cls(settings=settings, first=Side.new(controls.first), second=Side.new(controls.second))

    # play

    def start(self, at_ms: float) -> Clock:
        """Start the clock of the side to move; raise NotNow when it was started before."""
        if self.run is not _READY:
            raise NotNow(f"the clock is {self.run} and starts only once: resume it after a pause")
        return replace(self.at(at_ms), run=_RUNNING)

    def turn_over(self, at_ms: float) -> Clock:
        """End the turn: its player gets what the turn gives, and the opponent's clock runs instead.

        While paused the turn is counted and neither clock runs. A player whose flag has fallen gets nothing.
        Raises NotNow when play has not begun or is over.
        """
        now_ms = self._instant(at_ms)
        now = self._moved(now_ms)
        if now.run is not _RUNNING and now.run is not _PAUSED:
            raise NotNow(f"the clock is {now.run}: no turn can end")
        player, news = self.to_move, now.news
        if now.flags and _has(now.flags, player):
            ended = now.mover._replace(turn_ms=0)
        else:
            ended = turn_ended(now.mover, self.settings.controls.of(player))
        if ended.period != now.mover.period:
            news = (*news, PeriodBegan(player=player, at_ms=now_ms, period=ended.period, left=ended.left))
        return Clock(
            settings=self.settings,
            first=ended if player is FIRST else now.other,
            second=now.other if player is FIRST else ended,
            to_move=player.other,
            run=now.run,
            at_ms=now_ms,
            flags=now.flags,
            news=news,
        )

    def pause(self, at_ms: float) -> Clock:
        """Stop both clocks until `resume`; a clock that does not run stays as it is."""
        now = self.at(at_ms)
        return replace(now, run=_PAUSED) if now.run is _RUNNING else now

    def resume(self, at_ms: float) -> Clock:
        """Let the clock of the side to move run after a pause, or after a flag has frozen it.

        One that runs goes on; raises NotNow when play has not begun or is over.
        """
        now = self.at(at_ms)
        if now.run is _READY or now.run is _STOPPED:
            raise NotNow(f"the clock is {now.run}: only a paused one is resumed")
        return replace(now, run=_RUNNING)

    def stop(self, at_ms: float) -> Clock:
        """Stop both clocks for good, the game being over; only an undo brings them back."""
        return replace(self.at(at_ms), run=_STOPPED)

    # questions

    def at(self, at_ms: float) -> Clock:
        """Return the clock as it stands at an instant."""
        return self._upto(self._instant(at_ms))

    def remaining(self, player: Player, at_ms: float) -> int:
        """Return the milliseconds left in a player's present period; under `up`, those used."""
        return self.at(at_ms).side(player).time_ms

    def reading(self, player: Player, at_ms: float) -> Reading:
        """Return all that can be read off a player's clock."""
        now = self.at(at_ms)
        return read(
            now.side(player),
            now.settings.controls.of(player),
            running=now.run is _RUNNING and now.to_move is player,
            fallen=now.has_fallen(player),
        )

    def running(self, at_ms: float) -> Player | None:
        """Return whose clock runs, or None."""
        now = self.at(at_ms)
        return now.to_move if now.run is _RUNNING else None

    def fallen(self, at_ms: float) -> Flag | None:
        """Return the flag that fell first, or None while both stand."""
        flags = self.at(at_ms).flags
        return flags[0] if flags else None

    def next_event_ms(self, at_ms: float) -> int | None:
        """Return the instant, from this one on, of the next news if nobody acts; None for never."""
        now_ms = self._instant(at_ms)
        now = self._upto(now_ms)
        if now.news:
            return now_ms
        player = now.to_move
        if now.run is not _RUNNING or now.has_fallen(player):
            return None
        side, control = now.side(player), now.settings.controls.of(player)
        due = due_ms(side, control.periods[side.period], now.settings.warnings_ms)
        return None if due is None else now_ms + due

    def tell(self, at_ms: float) -> tuple[Clock, tuple[News, ...]]:
        """Return the clock at an instant with its news told, and the news in order: each is told once."""
        now = self.at(at_ms)
        return (replace(now, news=()), now.news) if now.news else (now, ())

    def side(self, player: Player) -> Side:
        """Return a player's clock as it stood at `at_ms`."""
        return self.first if player is FIRST else self.second

    def has_fallen(self, player: Player) -> bool:
        """Return whether a player's flag had fallen by `at_ms`."""
        return _has(self.flags, player)

    @property
    def played_ms(self) -> int:
        """How long both clocks together had run by `at_ms`."""
        return self.first.used_ms + self.second.used_ms

    # putting right

    def correct(
        self, player: Player, ms: int, at_ms: float, *, period: int | None = None, left: int | None = None
    ) -> Clock:
        """Set what a player's clock shows, and if named its period (0 is the first) and the count left in it.

        The player's flag stands again; with nothing left it falls once the clock runs. Warnings below the new
        time are armed again. Raises BadCorrection for figures that the player's control does not have.
        """
        now = self.at(at_ms)
        side = corrected(now.side(player), now.settings.controls.of(player), ms, period, left)
        flags = tuple(flag for flag in now.flags if flag.player is not player)
        return replace(_with_side(now, player, side), flags=flags)

    def give(self, player: Player, ms: int, at_ms: float) -> Clock:
        """Add time to what a player has left, or take some off (below 0): a penalty, kept through an undo.

        No more can be taken than is left in the period. Raises BadCorrection when the flag has fallen
        (correct the clock instead) and when the clock counts up.
        """
        now = self.at(at_ms)
        if now.has_fallen(player):
            why = f"the {player} player's flag has fallen, {ms} ms change nothing: correct the clock"
            raise BadCorrection(why, "ruling.fallen", player=player)
        return _with_side(now, player, given(now.side(player), now.settings.controls.of(player), ms))

    def hand_to(self, player: Player, at_ms: float) -> Clock:
        """Set who is to move without ending a turn: nothing is added or counted."""
        now = self.at(at_ms)
        if now.to_move is player:
            return now
        waiting = now.side(player.other)._replace(turn_ms=0)
        return replace(_with_side(now, player.other, waiting), to_move=player)

    def undone(self, before: Clock, at_ms: float) -> Clock:
        """Return to the clock as `start` or `turn_over` gave it when the turn to be undone began.

        Both players have again what they had `before`: times, periods, counts and flags; only what an
        arbiter has given since then stays. The side to move is the one of `before`; its clock runs if one
        runs now, and is paused if the game was over. Raises NotNow before the start, BadCorrection for a
        clock of another game or of later.
        """
        now = self.at(at_ms)
        if now.run is _READY:
            raise NotNow("the clock is ready: there is no turn to undo")
        if before.settings != now.settings or before.played_ms > now.played_ms:
            raise BadCorrection(
                "the clock to go back to is none of this game, or a later one: give an earlier one"
            )
        back = replace(before, run=_PAUSED if now.run is _STOPPED else now.run, at_ms=now.at_ms, news=())
        for player in Player:
            since = now.side(player).given_ms - back.side(player).given_ms
            if since and not back.has_fallen(player):
                side = given(back.side(player), back.settings.controls.of(player), since)
                back = _with_side(back, player, side)
        return back

    # how it runs

    def _instant(self, at_ms: float) -> int:
        if type(at_ms) is not int:
            if not isfinite(at_ms):
                raise BadInstant(f"{at_ms} is no instant: give milliseconds")
            at_ms = floor(at_ms)
        if self.at_ms is not None and at_ms < self.at_ms:
            raise BadInstant(f"{at_ms} ms lies before {self.at_ms} ms, which is past: instants never go back")
        return at_ms

    def _upto(self, at_ms: int) -> Clock:
        player, now = self.to_move, self._moved(at_ms)
        return Clock(
            settings=self.settings,
            first=now.mover if player is FIRST else now.other,
            second=now.other if player is FIRST else now.mover,
            to_move=player,
            run=now.run,
            at_ms=at_ms,
            flags=now.flags,
            news=now.news,
        )

    def _moved(self, at_ms: int) -> _Moved:
        player, settings = self.to_move, self.settings
        side, other = (self.first, self.second) if player is FIRST else (self.second, self.first)
        if self.run is not _RUNNING or self.at_ms is None:
            return _Moved(side, other, self.run, self.flags, self.news)
        if self.flags and _has(self.flags, player):
            return _Moved(idled(side, at_ms - self.at_ms), other, _RUNNING, self.flags, self.news)
        control = settings.controls.of(player)
        down = run_down(player, side, control, settings.warnings_ms, self.at_ms, at_ms)
        if control.periods[0].kind is HOURGLASS and not self.flags:
            other = other._replace(time_ms=other.time_ms + side.time_ms - down.side.time_ms)
        news = (*self.news, *down.news) if down.news else self.news
        moved = _Moved(down.side, other, _RUNNING, self.flags, news)
        return moved if down.fell_at_ms is None else self._fell(moved, down.fell_at_ms, at_ms)

    def _fell(self, moved: _Moved, fell_at_ms: int, at_ms: int) -> _Moved:
        played_ms = moved.mover.used_ms + moved.other.used_ms
        flag = Flag(player=self.to_move, at_ms=fell_at_ms, played_ms=played_ms)
        moved = moved._replace(flags=(*moved.flags, flag), news=(*moved.news, flag))
        if self.settings.after is _FREEZE:
            return moved._replace(run=_PAUSED)
        return moved._replace(mover=idled(moved.mover, at_ms - fell_at_ms))


def _has(flags: tuple[Flag, ...], player: Player) -> bool:
    return any(flag.player is player for flag in flags)


def _with_side(clock: Clock, player: Player, side: Side) -> Clock:
    return replace(clock, first=side) if player is FIRST else replace(clock, second=side)
