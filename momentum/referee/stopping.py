"""Stopping and going on: a pause, a table that is away, and the comparison before play goes on."""

from __future__ import annotations

from abc import ABC, abstractmethod

from momentum.referee.phases import RESUMES, Phase, PlayStopped
from momentum.referee.settings import TableSettings
from momentum.referee.telling import Telling
from momentum.referee.watch import TargetWatch


class Stopping(Telling, ABC):
    """A table whose play can be stopped."""

    def __init__(self, settings: TableSettings) -> None:
        super().__init__(settings)
        self._lenient = True
        """Whether what is wrong on the board came about while nothing was judged: it is nobody's act."""

    @abstractmethod
    def _judge_again(self) -> None:
        """Judge the settled board."""

    def _press_pause(self) -> bool:
        if self._phase is Phase.OVER:
            return False
        if self._phase is not Phase.PAUSED:
            self._paused_by_hand = True
            self._stop()
            return True
        self._paused_by_hand = not self._paused_by_hand
        self._resume_unless_stopped()
        return True

    def _stop(self) -> None:
        if self._phase not in (Phase.PAUSED, Phase.OVER):
            self._resumes = self._phase
            self._move_on(PlayStopped())

    def _resume_unless_stopped(self) -> None:
        if self._paused_by_hand or self._device_away is not None:
            return
        self._awaits_board = self._awaits_board or self._hands_are_at_work()
        if not self._awaits_board:
            self._watch = TargetWatch()
            self._move_on(RESUMES[self._resumes])
            self._lenient = True
            self._judge_again()
            self._lenient = False

    def _hands_are_at_work(self) -> bool:
        """Whether the debounced board is not the settled one, so that another will settle soon."""
        if self._settled is None:
            return False
        position, faults = self._game.position, self._faults
        return self._sensed.trusting(position, faults) != self._settled.trusting(position, faults)
