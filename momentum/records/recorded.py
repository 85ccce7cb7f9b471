"""A referee whose decisions are written down before anybody hears of them."""

from __future__ import annotations

import copy
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Protocol

from momentum.clock import Clock
from momentum.records.decided import board_text, kept_words
from momentum.records.entries import Draft, Kind
from momentum.records.errors import JournalError
from momentum.records.readings import next_reading_ms, words_of, written_clock
from momentum.referee import (
    Announcement,
    ArbiterActed,
    ClockChange,
    ClockChanged,
    Decision,
    DeviceBack,
    DeviceLost,
    DrawAgreed,
    Event,
    FaultsChanged,
    GameStarted,
    NewGame,
    Pressed,
    Referee,
    Resigned,
    Said,
    Saved,
    Seen,
    Sensed,
    Settled,
    Tick,
)
from momentum.referee.acts import GoOnUnrecorded
from momentum.rules import cells_text

RETRY_MS = 1000.0
"""Pause before a journal that could not be written is tried again."""
UNRECORDED_RETRY_MS = 10_000.0
"""The same while play goes on unrecorded: a try may hold the table up for a second."""

Content = Mapping[str, Any]


class Pages(Protocol):
    """Where entries are written."""

    def append(self, drafts: Sequence[Draft], game: int | None = None) -> int | None:
        """Write entries of a game down, all or none; return the last one's game. Raises `JournalError`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WriteAgain(Event):
    """It is time to try the journal again."""


@dataclass(slots=True, kw_only=True)
class _Desk:
    """What belongs to the writing, and not to the game."""

    pages: Pages
    game: int | None
    """The game's number in the journal; None while nothing of it was written."""
    kept: str
    """What the referee keeps beside the game, as it was written of last."""
    waiting: list[Draft]
    """Facts that could not be written yet: they are so, written or not."""
    trouble: str | None = None
    """Why the journal cannot be written; None while it can."""
    error: JournalError | None = None
    """The journal's own complaint, with it."""
    allowed: int | None = None
    """The number of the arbiter's act that lets play go on meanwhile; None while it does not."""
    retry_ms: float = 0.0
    """When to try again."""
    device_away: str | None = None
    """Why the device is gone, as it said itself."""
    reading_ms: float = math.inf
    """When the running clocks have to be written down again."""
    clock: Clock | None = None
    """The clocks as they were written down last, by this program."""
    sensed: Seen | None = None
    """The debounced board."""
    settled: Seen | None = None
    """The last settled board."""


class RecordedReferee(Referee):
    """Decides on a copy of itself, writes down what was decided, and only then is that copy.

    What cannot be written is not decided: play stops, the players are told (`fault`), and the journal is
    tried again until it can be; then the board is judged anew. What the devices do is so whether it is
    written or not: such facts wait to be written. So does all that is decided when the arbiter lets this game
    go on unrecorded; a program that dies meanwhile has lost it.
    """

    def __init__(self, referee: Referee, pages: Pages, game: int | None) -> None:
        """Take over where `referee` stands; `game` is its game's number when the journal has it already."""
        super().__init__(referee.settings)
        vars(self).update(vars(referee))
        kept = "" if game is None else kept_words(referee.saved())
        self._desk = _Desk(pages=pages, game=game, kept=kept, waiting=[])

    @property
    def number(self) -> int | None:
        """The game's number in the journal; None while nothing of it was written."""
        return None if self._begins(self._desk.waiting) else self._desk.game

    @property
    def trouble(self) -> str | None:
        """Why the journal cannot be written, for which play stops; None while all is well."""
        return self._desk.trouble

    @property
    def unrecorded(self) -> bool:
        """Whether the arbiter lets play go on although the journal cannot be written."""
        return self._desk.allowed is not None

    @property
    def stopped_by_journal(self) -> bool:
        """Whether play stands still because the game cannot be written down."""
        return self._desk.trouble is not None and not self.unrecorded

    @property
    def error(self) -> JournalError | None:
        """What the journal complains of; None while all is well."""
        return self._desk.error

    @property
    def device_away(self) -> str | None:
        """Why the device is gone, as it said itself; None while it is there, written down or not."""
        return self._desk.device_away

    @property
    def due_ms(self) -> float:
        """When a `Tick` has to be told: the clocks have news, or are to be written down."""
        return min(self._due_ms, self._desk.reading_ms)

    @property
    def retry_ms(self) -> float:
        """When the journal is tried again; infinite while it can be written."""
        return math.inf if self._desk.trouble is None else self._desk.retry_ms

    def due(self, at_ms: float) -> WriteAgain | None:
        """Return what this referee has to be told at this instant, if it has to be told anything."""
        return WriteAgain(at_ms=at_ms) if at_ms >= self.retry_ms else None

    def receive(self, event: Event) -> tuple[Decision, ...]:
        """Take one event and return what follows from it, written down. Never raises `JournalError`."""
        if isinstance(event, Sensed):
            self._desk.sensed = event.seen
            return super().receive(event)
        if isinstance(event, WriteAgain):
            return self._write_again(event)
        if isinstance(event, Settled):
            self._desk.sensed = self._desk.settled = event.seen
        if isinstance(event, FaultsChanged | DeviceLost | DeviceBack):
            return self._take_fact(event)
        if isinstance(event, ArbiterActed) and isinstance(event.act, GoOnUnrecorded):
            return self._let_go_on(event)
        return self._judge_and_write(event)

    # what is decided

    def _judge_and_write(self, event: Event) -> tuple[Decision, ...]:
        after = copy.copy(self)
        decisions = Referee.receive(after, event)
        kept = kept_words(after.saved())
        if decisions or kept != self._desk.kept or event.at_ms >= self._desk.reading_ms:
            try:
                self._write(self._drafts(event, decisions, after.saved()))
            except JournalError as error:
                return self._stop_for(error, event)
            self._desk.kept = kept
            if event.at_ms >= self._desk.reading_ms:
                self._wrote(after.saved().clock)
            self._wrote(written_clock(decisions))
        vars(self).update(vars(after))
        return (*decisions, *self._stop_unless_allowed(event.at_ms))

    def _wrote(self, clock: Clock | None) -> None:
        """Remember how the clocks stand that were written down; None when they were not."""
        if clock is not None:
            self._desk.clock = clock
            self._desk.reading_ms = math.inf if self.unrecorded else next_reading_ms(clock)

    def _drafts(self, event: Event, decisions: Sequence[Decision], after: Saved) -> list[Draft]:
        """Return what is written down of one event; of the first one of a game, that it began, too."""
        kind, content = _happened(event)
        if event.at_ms >= self._desk.reading_ms and after.clock and written_clock(decisions) is None:
            reading = ClockChanged(at_ms=event.at_ms, what=ClockChange.READING, clock=after.clock)
            decisions = (*decisions, reading)
        then = words_of(decisions, self._desk.clock)
        begun = next((at for at, each in enumerate(decisions) if isinstance(each, GameStarted)), None)
        if begun is not None:
            act = kind is Kind.ARBITER  # which belongs to the game that is put aside by it
            before = (
                [Draft(kind=kind, at_ms=event.at_ms, body={**content, "then": then[:begun]})] if act else []
            )
            then, content = (then[begun:], {}) if act else (then, content)
            body = {**content, "settings": str(after.settings), "then": then, "kept": kept_words(after)}
            return [*before, Draft(kind=Kind.GAME, at_ms=event.at_ms, body=body)]
        kept = {} if kept_words(after) == self._desk.kept else {"kept": kept_words(after)}
        draft = Draft(kind=kind, at_ms=event.at_ms, body={**content, "then": then, **kept})
        if self._desk.game is not None or self._begins(self._desk.waiting):
            return [draft]
        return [Draft(kind=Kind.GAME, at_ms=event.at_ms, body={"settings": str(self.settings)}), draft]

    # what is so

    def _take_fact(self, event: FaultsChanged | DeviceLost | DeviceBack) -> tuple[Decision, ...]:
        desk = self._desk
        if isinstance(event, DeviceLost):
            desk.device_away = event.why
        elif isinstance(event, DeviceBack):
            desk.device_away = None
        decisions = super().receive(self._as_it_seems(event))
        kind, content = _happened(event)
        then = {"then": words_of(decisions, desk.clock)} if decisions else {}
        self._wrote(written_clock(decisions))
        desk.waiting.append(Draft(kind=kind, at_ms=event.at_ms, body={**content, **then}))
        try:
            self._write([])
        except JournalError as error:
            return (*decisions, *self._stop_for(error, event))
        return decisions

    def _as_it_seems(self, event: Event) -> Event:
        """Return what the game is told: while the journal cannot be written, a device does not help it."""
        if self._desk.trouble is None or self.unrecorded or not isinstance(event, DeviceBack):
            return event
        return DeviceLost(at_ms=event.at_ms, why=self._desk.trouble)

    # what is written

    def _write(self, drafts: Sequence[Draft]) -> None:
        desk = self._desk
        if self.unrecorded:
            desk.waiting.extend(drafts)
            return
        desk.game = desk.pages.append([*desk.waiting, *drafts], desk.game)
        desk.waiting.clear()

    @staticmethod
    def _begins(drafts: Sequence[Draft]) -> bool:
        return any(draft.kind is Kind.GAME for draft in drafts)

    def _stop_for(self, error: JournalError, event: Event) -> tuple[Decision, ...]:
        desk = self._desk
        desk.retry_ms = event.at_ms + RETRY_MS
        if desk.trouble is not None:
            asked = not isinstance(event, Settled | FaultsChanged | DeviceLost | DeviceBack)
            return (Said(at_ms=event.at_ms, what=Announcement.FAULT),) if asked else ()
        desk.trouble, desk.error = f"the game cannot be written down: {error}", error
        desk.waiting.append(Draft(kind=Kind.TROUBLE, at_ms=event.at_ms, body={"why": str(error)}))
        desk.reading_ms = math.inf
        return super().receive(DeviceLost(at_ms=event.at_ms, why=desk.trouble))

    def _write_again(self, event: WriteAgain) -> tuple[Decision, ...]:
        desk, allowed = self._desk, self._desk.allowed
        if desk.trouble is None:
            return ()
        desk.allowed = None
        try:
            self._write([])
        except JournalError:
            desk.allowed = allowed
            desk.retry_ms = event.at_ms + (RETRY_MS if allowed is None else UNRECORDED_RETRY_MS)
            return ()
        desk.trouble = desk.error = None
        desk.reading_ms = next_reading_ms(self.saved().clock)
        return self._release(event.at_ms) if allowed is None else ()

    def _release(self, at_ms: float) -> tuple[Decision, ...]:
        """Let play go on that had stopped for the journal, as far as devices and the board let it."""
        desk = self._desk
        if desk.device_away is not None:
            return super().receive(DeviceLost(at_ms=at_ms, why=desk.device_away))
        super().receive(DeviceBack(at_ms=at_ms))
        if desk.settled is None or desk.sensed != desk.settled:
            return ()
        return self.receive(Settled(at_ms=at_ms, seen=desk.settled))

    # play that the arbiter lets go on unrecorded

    def _let_go_on(self, event: ArbiterActed) -> tuple[Decision, ...]:
        if self.objection(event.act, event.reason) is not None:
            return self._judge_and_write(event)
        desk, after = self._desk, copy.copy(self)
        decisions = Referee.receive(after, event)
        desk.allowed, desk.retry_ms = len(after.saved().acts), event.at_ms + UNRECORDED_RETRY_MS
        self._write(self._drafts(event, decisions, after.saved()))
        vars(self).update(vars(after))
        return (*decisions, *self._release(event.at_ms))

    def _stop_unless_allowed(self, at_ms: float) -> tuple[Decision, ...]:
        """Stop a game that went on unrecorded when that was undone, or another game began."""
        desk, acts = self._desk, self.saved().acts
        if desk.allowed is None or any(
            each.number == desk.allowed and each.undone_by is None for each in acts
        ):
            return ()
        desk.allowed, desk.retry_ms = None, at_ms + RETRY_MS
        return super().receive(DeviceLost(at_ms=at_ms, why=desk.trouble or ""))


def _happened(event: Event) -> tuple[Kind, Content]:
    kind, content = _CONTENTS[type(event)]
    return kind, content(event)


_CONTENTS: MappingProxyType[type[Event], tuple[Kind, Callable[[Any], Content]]] = MappingProxyType(
    {
        Settled: (Kind.BOARD, lambda event: {"board": board_text(event.seen)}),
        Pressed: (Kind.BUTTON, lambda event: {"name": event.button}),
        Resigned: (Kind.RESIGNED, lambda event: {"player": event.player}),
        DrawAgreed: (Kind.DRAW, lambda _: {}),
        ArbiterActed: (Kind.ARBITER, lambda event: {"act": str(event.act), "reason": event.reason.strip()}),
        NewGame: (Kind.GAME, lambda _: {}),
        Tick: (Kind.CLOCK, lambda _: {}),
        FaultsChanged: (Kind.FAULTS, lambda event: {"cells": cells_text(event.cells)}),
        DeviceLost: (Kind.LOST, lambda event: {"why": event.why}),
        DeviceBack: (Kind.BACK, lambda _: {}),
    }
)
"""What each event is written down as."""
