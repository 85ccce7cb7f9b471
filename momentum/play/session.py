"""A session: one table's loop in real time, what its pages see of it, and what they may do to it."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING

from hardware.errors import HandError, HardwareError
from hardware.protocols import DARK
from momentum.guidance import Picture
from momentum.play.hands import move_marble, refusal
from momentum.play.sound import TableSound
from momentum.play.speech import Speaker, Speech
from momentum.records.book import Record, result_text
from momentum.records.recorded import RecordedReferee
from momentum.referee import (
    Act,
    ActDone,
    ArbiterActed,
    Decision,
    DrawAgreed,
    Event,
    GameEnded,
    NewGame,
    Pressed,
    Referee,
    Resigned,
    Said,
)
from momentum.rules import Player, cells_text
from momentum.spoken import Scene, Sentence, announced, journal_sentence
from momentum.table.errors import TableError
from momentum.table.loop import TableLoop
from momentum.table.notices import Decided, FrameShown, MuteHeld, Notice
from momentum.web.bench import acts
from momentum.web.commands import (
    AgreeDraw,
    Command,
    LiftMarble,
    PlaceMarble,
    PressButton,
    Resign,
    SetSound,
    SlideMarble,
    StartGame,
)
from momentum.web.errors import NotPossible, in_words
from momentum.web.games import Games, Shelf
from momentum.web.live import Live
from momentum.web.spectators import Spectators
from momentum.web.views import (
    JournalView,
    Json,
    MarbleView,
    SaidView,
    SoundView,
    TableView,
    can_start,
    state,
)

if TYPE_CHECKING:
    from hardware.simulator import SimulatedTable

SAID_KEPT = 20
"""Announcements that a page is told of."""
SUPPLY_MS = 10_000.0
"""How often the power supply is asked about."""
ROLL_MS = 40.0
"""How often pages see a rolling marble move."""

_NO_PICTURE = Picture(cells=(), ring=())


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionSettings:
    """How a session presents itself."""

    language: str = "en"
    """The language that pages begin with."""
    demo: bool = False
    """Whether virtual hands play, so that pages keep theirs off."""
    speech: Speech = field(default_factory=Speech)
    """How the table speaks."""
    spectator_delay_s: float = 0.0
    """How late those who only watch see the table."""
    is_supply_weak: Callable[[], bool] | None = None
    """Asked now and then whether the power supply fails the machine; None where that cannot be told."""
    sound_file: Path | None = None
    """Where it is kept whether the table is muted; None forgets it."""


class Session:
    """Joins a table's loop, the simulated hands where there are some, and the pages."""

    def __init__(
        self,
        start: Callable[[Callable[[Notice], None]], TableLoop],
        clock: Callable[[], float],
        settings: SessionSettings,
        table: SimulatedTable | None,
        shelf: Shelf | None = None,
    ) -> None:
        self.language = settings.language
        """The language that pages begin with."""
        self.live = Live(self._state, self._frame)
        """What the pages are shown."""
        self.spectators = Spectators(self.live, settings.spectator_delay_s)
        """What those who only watch are shown."""
        self.games = Games(shelf, self._withheld, lambda: self._loop.colours)
        """The games that pages may open."""
        self.watchers: list[Callable[[Notice], None]] = []
        """Others who are told every notice."""
        self._settings = settings
        self._clock = clock
        self._table = table
        self._version = version("momentum-board")
        self._said: deque[SaidView] = deque(maxlen=SAID_KEPT)
        self._said_number = 0
        self._speaker = Speaker(settings.speech, settings.language)
        self._loop = start(self._hear)
        self._sound = TableSound(self._loop, self._speaker, settings.sound_file)
        self._next_roll_ms = 0.0
        self._next_supply_ms = 0.0
        self._weak = False
        self._ended: list[tuple[float, int]] = []
        self._note_end(clock())

    @property
    def referee(self) -> Referee:
        """Who judges this session's table."""
        return self._loop.referee

    @property
    def picture(self) -> Picture:
        """What the lights mean now."""
        return self._loop.picture or _NO_PICTURE

    async def run(self, alive: Callable[[float], None] | None = None) -> None:
        """Turn the loop until cancelled; each turn takes what is due and sleeps until the next.

        `alive` is told the time at every turn, so that a watchdog hears of this loop and of nothing else.
        """
        while True:
            now_ms = self._clock()
            due_ms = self._loop.tick(now_ms)
            if alive is not None:
                alive(now_ms)
            self._watch_rolling(now_ms)
            self._tend_journal(now_ms)
            self._watch_supply(now_ms)
            self._speak(now_ms)
            self.spectators.tick(now_ms)
            await asyncio.sleep(max(due_ms - self._clock(), 0.0) / 1000)

    def do(self, command: Command) -> None:
        """Carry out a page's command; raises `NotPossible` with a sentence when the table cannot."""
        try:
            if isinstance(command, PlaceMarble | LiftMarble | SlideMarble):
                self._hands_for_pages()
                self.move_marble(command)
            elif isinstance(command, SetSound):
                self._set_sound(on=command.on)
            else:
                self._loop.receive(self._event(command))
        except HandError as error:
            raise NotPossible(str(error), refusal(error)) from error
        except TableError as error:
            raise NotPossible(str(error), Sentence("refused.colours")) from error
        except HardwareError as error:
            raise NotPossible(str(error)) from error
        self.live.state_changed()

    def rule(self, act: Act, reason: str) -> int:
        """Let the arbiter do something and return its number; raises `NotPossible` with why it cannot be."""
        why = self.referee.objection(act, reason)
        if why is not None:
            raise NotPossible(str(why), in_words(why))
        decisions = self._loop.receive(ArbiterActed(at_ms=self._clock(), act=act, reason=reason))
        self.live.state_changed()
        for each in decisions:
            if isinstance(each, ActDone):
                return each.number
        nothing = f"nothing was done: {self.referee.snapshot().device}"
        if not self.referee.stopped_by_journal:
            raise NotPossible(nothing, Sentence("arbiter.refused"))
        way_out = "or let play go on meanwhile: momentum arbiter unrecorded"
        raise NotPossible(f"{nothing}; {way_out}", Sentence("ruling.unwritten"))

    def standing(self) -> Json:
        """Return where the game stands and what the arbiter has done, for a console."""
        now, seen = self.referee.snapshot(), self._loop.seen
        return {
            "phase": now.phase.value,
            "position": str(now.game.position),
            "board": cells_text(seen.occupied),
            "turn": now.game.to_move.value,
            "ply": now.game.ply,
            "result": result_text(now.game.result),
            "journal": self._journal_words(),
            "acts": acts(now),
        }

    def move_marble(self, command: Command) -> None:
        """Let a hand move a marble of the simulated table; raises `HandError` when no hand could."""
        if self._table is not None:
            move_marble(self._table.hands, command)
            self.live.state_changed()

    def marbles(self) -> dict[int, Player]:
        """Return the marbles at rest on the simulated board, by cell; none on a real one."""
        seen = () if self._table is None else self._table.hands.marbles()
        return {m.cell: _owner(south=m.south) for m in seen if m.cell is not None}

    def record(self) -> str:
        """Return the text record of the game so far."""
        return str(Record.of(self.referee.game))

    def _event(self, command: Command) -> Event:
        at_ms = self._clock()
        match command:
            case PressButton(name="arbiter" | "pause") if self.referee.snapshot().held:
                raise NotPossible("the arbiter has paused the game", Sentence("do.paused_held"))
            case PressButton(name=name):
                return Pressed(at_ms=at_ms, button=name)
            case StartGame():
                if not can_start(self.referee.snapshot()):
                    why = "a tournament game is being played; end it first"
                    raise NotPossible(why, Sentence("refused.tournament"))
                if self.referee.settings.event and command.changes:
                    why = "an event's settings stand in its config: press the new button instead"
                    raise NotPossible(why, Sentence("refused.event"))
                return NewGame(at_ms=at_ms, settings=command.settings(self.referee.settings))
            case Resign(player=player):
                return Resigned(at_ms=at_ms, player=player)
            case AgreeDraw():
                return DrawAgreed(at_ms=at_ms)
        raise NotPossible(f"this table cannot do {type(command).__name__}")

    def _hands_for_pages(self) -> None:
        if self._table is None:
            why = "this table is a real one: move its marbles by hand"
            raise NotPossible(why, Sentence("refused.real"))
        if self._settings.demo:
            why = "virtual hands are playing; start `momentum play --simulate` to play yourself"
            raise NotPossible(why, Sentence("refused.demo"))

    def _set_sound(self, *, on: bool) -> None:
        if not self._sound.there:
            raise NotPossible("this table has neither a buzzer nor a voice", Sentence("refused.silent"))
        self._sound.mute(muted=not on)

    def _hear(self, notice: Notice) -> None:
        if isinstance(notice, FrameShown):
            self.live.frame_changed()
        else:
            self.live.state_changed()
        if isinstance(notice, Decided):
            self._announce(notice.decision)
        self._speaker.hear(notice)
        if isinstance(notice, Decided) and isinstance(notice.decision, GameEnded):
            self._note_end(notice.at_ms)
        if isinstance(notice, MuteHeld):
            self._sound.toggle()
        for watcher in self.watchers:
            watcher(notice)

    def _note_end(self, at_ms: float) -> None:
        """Remember when the game at the table ended, if it has: spectators see it in the list later."""
        referee = self.referee
        if isinstance(referee, RecordedReferee) and referee.number is not None and referee.game.result:
            self._ended.append((at_ms, referee.number))

    def _withheld(self) -> frozenset[int]:
        """Return the games that ended too short a time ago for spectators to see them."""
        since_ms = self._clock() - self._settings.spectator_delay_s * 1000
        self._ended = [(at_ms, number) for at_ms, number in self._ended if at_ms > since_ms]
        return frozenset(number for _, number in self._ended)

    def _announce(self, decision: Decision) -> None:
        sentence = announced(decision, self._scene())
        if sentence is None:
            return
        self._said_number += 1
        what = decision.what.value if isinstance(decision, Said) else "drop"
        self._said.append(SaidView(number=self._said_number, at_ms=decision.at_ms, what=what, say=sentence))

    def _watch_rolling(self, now_ms: float) -> None:
        if self._table is None or now_ms < self._next_roll_ms:
            return
        self._next_roll_ms = now_ms + ROLL_MS
        if any(marble.cell is None for marble in self._table.hands.marbles()):
            self.live.state_changed()

    def _watch_supply(self, now_ms: float) -> None:
        ask = self._settings.is_supply_weak
        if ask is None or now_ms < self._next_supply_ms:
            return
        self._next_supply_ms = now_ms + SUPPLY_MS
        before, self._weak = self._weak, ask()
        if self._weak != before:
            self.live.state_changed()

    def _tend_journal(self, now_ms: float) -> None:
        referee = self.referee
        if not isinstance(referee, RecordedReferee):
            return
        event, number = referee.due(now_ms), referee.number
        if event is not None:
            self._loop.receive(event)
            if number is None:  # a game that ended unrecorded has its number now
                self._note_end(now_ms)
            self.live.state_changed()

    def _speak(self, now_ms: float) -> None:
        if self._speaker.turn(now_ms, self._scene):
            self.live.state_changed()

    def _scene(self) -> Scene:
        journal = self._journal_view()
        return Scene(
            now=self.referee.snapshot(),
            lights=self.picture,
            journal=None if journal is None else journal.say,
            unrecorded=journal is not None and journal.unrecorded,
        )

    def _journal_view(self) -> JournalView | None:
        referee = self.referee
        if not isinstance(referee, RecordedReferee) or referee.error is None:
            return None
        unrecorded = referee.unrecorded
        say = Sentence("journal.unrecorded") if unrecorded else journal_sentence(referee.error)
        away, why = referee.device_away, str(referee.error)
        return JournalView(say=say, why=why, device=away, unrecorded=unrecorded)

    def _journal_words(self) -> str:
        """Return for a console whether the game is written down."""
        view = self._journal_view()
        if view is None:
            return "written" if isinstance(self.referee, RecordedReferee) else "none"
        return f"{'unrecorded' if view.unrecorded else 'stopped'}: {view.why}"

    def _frame(self) -> bytes:
        return self._loop.frame or DARK

    def _state(self) -> Json:
        marbles = () if self._table is None else self._table.hands.marbles()
        tray = (
            (0, 0) if self._table is None else (self._table.hands.tray(False), self._table.hands.tray(True))
        )
        return state(
            TableView(
                version=self._version,
                language=self.language,
                kind="simulated" if self._table else "board",
                hands=self._table is not None and not self._settings.demo,
                demo=self._settings.demo,
                at_ms=self._clock(),
                snapshot=self.referee.snapshot(),
                picture=self.picture,
                frame=self._frame(),
                marbles=[_marble(m.id, m.x, m.y, south=m.south) for m in marbles],
                tray=tray,
                lights_lost=self._loop.lights_lost,
                weak_supply=self._weak,
                said=self._said,
                seen=self._loop.seen.occupied,
                journal=self._journal_view(),
                sound=SoundView(there=self._sound.there, muted=self._sound.muted, lost=self._sound.lost),
                colours=self._loop.colours,
                seen_second=self._loop.seen.second,
            )
        )


def _marble(number: int, x: float, y: float, *, south: bool) -> MarbleView:
    return MarbleView(id=number, x=round(x, 2), y=round(y, 2), owner=_owner(south=south))


def _owner(*, south: bool) -> Player:
    return Player.SECOND if south else Player.FIRST
