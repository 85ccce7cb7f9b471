"""Resuming: the referee with which a program goes on, or begins, on its journal."""

from __future__ import annotations

from dataclasses import dataclass, replace

from momentum.records.recorded import RecordedReferee
from momentum.records.store.journal import Journal
from momentum.referee import Referee, Saved, SensorKind, TableSettings
from momentum.rules import Game


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """Which game a program is to go on with; unless told otherwise, the unfinished one."""

    new: bool = False
    """Put an unfinished game aside and begin another."""
    number: int | None = None
    """Go on with this game of the journal."""
    settings_asked: bool = False
    """Settings were named for it: a game under others, in which nothing was dropped yet, makes way."""


def referee_on(
    journal: Journal,
    settings: TableSettings,
    choice: Choice | None = None,
    *,
    sensors: SensorKind | None = None,
) -> RecordedReferee:
    """Return a referee that goes on where the journal ends, or begins a game under `settings`.

    A game goes on when it is open. One that is over comes back only when the program had died with it: a new
    game never begins by itself. `sensors`: what the contacts know now, whatever they knew at its beginning.
    Raises `JournalError`.
    """
    choice = choice or Choice()
    if choice.new:
        journal.put_aside()
    elif choice.number is not None:
        journal.resume(choice.number)
    number = next(iter(journal.open_games()), None if choice.new else journal.interrupted)
    if number is None:
        return RecordedReferee(Referee(settings), journal, None)
    saved = journal.story(number).saved()
    if sensors is not None:
        saved = replace(saved, settings=replace(saved.settings, sensors=sensors))
    if choice.settings_asked and choice.number is None and saved.settings != settings and _untouched(saved):
        journal.put_aside()
        return RecordedReferee(Referee(settings), journal, None)
    return RecordedReferee(Referee.resumed(saved), journal, number)


def _untouched(saved: Saved) -> bool:
    """Whether nothing was dropped, set or decided yet in this game."""
    begun = saved.drop is not None or saved.acts
    return not begun and saved.game == Game.new(saved.settings.rules)
