"""Conduct at an event: both players confirm, last marbles are announced, irregular acts are counted."""

from __future__ import annotations

import math
from abc import abstractmethod
from typing import Final

from momentum.referee.decisions import Announcement, Confirmed, Irregular
from momentum.referee.events import Seen
from momentum.referee.irregular import irregular_act
from momentum.referee.phases import BoardRight, Finding, Phase, Unconfirmed
from momentum.referee.settings import TableSettings
from momentum.referee.snapshot import Differences
from momentum.referee.timing import Timed, may_claim
from momentum.referee.tournament import Announcer, IrregularAct, Irregularity
from momentum.rules import Player, Reason, Result, Turn

ANNOUNCE_MS: Final = 2000
"""How long a player has for announcing before an opponent's drop makes the announcement a missing one."""


class Conduct(Timed):
    """What a game's settings ask of its players beside the moves."""

    def __init__(self, settings: TableSettings) -> None:
        super().__init__(settings)
        self._asked = False
        self._announcing_ms = -math.inf

    @abstractmethod
    def _end(self, result: Result) -> None:
        """End the game from outside its moves."""

    # a player's button

    def _press_player(self, player: Player) -> bool:
        if self._restarted and not self._held:
            self._restarted = False
            return self._press_pause()
        if self._phase in (Phase.SETUP, Phase.OVER):
            self._confirm(player)
        elif self._clock is not None and may_claim(self._game, self._clock, player):
            self._end(Result(winner=player, reason=Reason.TIME))
        elif self._announcing is player and self._phase is not Phase.PAUSED:
            self._announce(player)
        else:
            self._press_on_clock(player)
        return True

    # confirming

    def _confirm(self, player: Player) -> None:
        if not self._settings.confirm or player in self._confirmed:
            return
        self._confirmed = (*self._confirmed, player)
        self._out.append(Confirmed(at_ms=self._at_ms, player=player, result=self._phase is Phase.OVER))
        self._say(Announcement.confirmed(player))
        if self._phase is Phase.SETUP:
            self._judge_again()

    def _unless_unconfirmed(self, finding: Finding) -> Finding:
        """Return what a board in its setup amounts to: a right one waits for both players."""
        if self._phase is not Phase.SETUP or not isinstance(finding, BoardRight):
            return finding
        if self._settings.confirm and not self.confirmed:
            self._ask()
            return Unconfirmed()
        self._confirmed = ()
        return finding

    @property
    def confirmed(self) -> bool:
        """Whether both players have confirmed what they must, which is nothing unless the settings say so."""
        return not self._settings.confirm or len(self._confirmed) == len(Player)

    def _ask(self) -> None:
        if self._settings.confirm and not self._asked:
            self._asked = True
            self._say(Announcement.CONFIRM)

    def _ask_anew(self) -> None:
        """Forget who has confirmed: there is something else to confirm now."""
        self._confirmed, self._asked = (), False

    # announcing

    def _turn_completed(self, turn: Turn) -> None:
        """Announce a last marble, or wait for its player to do so; the clock waits, too."""
        by_player = turn.announced and self._settings.announce is Announcer.PLAYER
        if by_player and not self._has_just_pressed():
            self._announcing, self._announcing_ms = turn.player, self._at_ms
            return
        self._turn_on_clock()
        if turn.announced:
            self._say(Announcement.last_marble(turn.player))

    def _announce(self, player: Player) -> None:
        self._announcing = None
        self._say(Announcement.last_marble(player))
        self._dropped_on_clock()

    def _drop_begins(self) -> None:
        """Take note that the side to move has dropped: what the turn before left open is closed."""
        player, self._announcing = self._announcing, None
        if player is not None:
            self._say(Announcement.last_marble(player))
            if self._at_ms - self._announcing_ms >= ANNOUNCE_MS:
                self._count(player, Irregularity.NOT_ANNOUNCED, 0)
        self._dropped_on_clock()

    # irregular acts

    def _look_for_irregular(self, finding: Finding, seen: Seen) -> None:
        """Count what is irregular in a settled board, unless it was wrong before or play had stopped."""
        known = self._differences
        if self._settings.irregular is None or self._lenient or known.extra or known.missing:
            return
        if self._is_unsure(finding):
            return
        base = self._game.position if self._pending is None else self._pending.target
        board = seen.trusting(base, self._faults)
        act = irregular_act(self._phase, self._game, self._pending, finding, board)
        if act is not None:
            self._count(*act)

    def _is_unsure(self, finding: Finding) -> bool:
        """Whether bad contacts hide a push, or a marble shows that may have lain there all the time."""
        hidden = self._pending is not None and self._pending.hidden_by(self._faults)
        return hidden or bool(Differences.of(finding).extra & self._left_over)

    def _count(self, player: Player, kind: Irregularity, cells: int) -> None:
        policy = self._settings.irregular
        if policy is None:
            return
        number = 1 + sum(each.player is player for each in self._irregular)
        act = IrregularAct(player=player, kind=kind, number=number, ply=self._game.ply, cells=cells)
        self._irregular = (*self._irregular, act)
        self._out.append(Irregular(at_ms=self._at_ms, act=act))
        self._say(Announcement.irregular(player))
        if policy.give_ms:
            self._give_on_clock(player.other, policy.give_ms)
        if policy.loss_at and number >= policy.loss_at:
            self._end(Result(winner=player.other, reason=Reason.ARBITER))
