"""History: the entries of a game read as the game again, and as one line of a list; pure."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import NamedTuple

from momentum.clock import Clock, ClockError, Run, parse_clock
from momentum.records.book import Record, parse_result, result_text
from momentum.records.decided import kept, parse_irregular
from momentum.records.entries import Entry, Kind
from momentum.records.errors import NotWhole, RecordError
from momentum.records.readings import clock_after
from momentum.referee import (
    Act,
    ClockChange,
    DoneAct,
    IrregularAct,
    RefereeError,
    Saved,
    TableSettings,
    TurnClock,
    parse_act,
)
from momentum.referee.acts import SwapSides
from momentum.referee.timing import turn_clocks_ruled
from momentum.referee.tournament import counted, mirrored
from momentum.rules import Correction, Game, Reason, RulesError, cells_text, parse_move, parse_player

SETTINGS_HEADER = "Settings"
"""The header of a text record that holds all settings of its game, rules and manners."""


class State(StrEnum):
    """Whether a game goes on."""

    OPEN = "open"
    """It is the one being played."""
    ASIDE = "aside"
    """It is unfinished, and can go on another time."""
    OVER = "over"
    """It has a result."""


class GameLine(NamedTuple):
    """A game in a list, which may have ten thousand of them: a tuple is made in a tenth of the time."""

    number: int
    """Its number in the journal, counted from 1."""
    settings: str
    """What it is played under, as words."""
    plies: int
    """Completed turns."""
    result: str
    """How it ended, such as `first eight`; `*` while it is open."""
    state: State
    """Whether it goes on."""
    noted: str
    """When it began by the clock on the wall, which may have been wrong."""


def line_after(line: GameLine | None, entry: Entry) -> GameLine:
    """Return a game's line after one more entry of it; `line` is None before its first. Raises NotWhole."""
    body = entry.body
    if entry.kind is Kind.IMPORT:
        record = _imported(entry)
        line = _line(entry, settings_of(record), len(record.moves), result_text(record.result), State.ASIDE)
    elif entry.kind is Kind.GAME:
        line = _line(entry, TableSettings.parse(body["settings"]), 0, "*", State.OPEN)
    if line is None:
        raise NotWhole(entry.number, f"game {entry.game} has no beginning")
    if entry.kind in (Kind.ASIDE, Kind.RESUME):
        line = line._replace(state=State.ASIDE if entry.kind is Kind.ASIDE else State.OPEN)
    for words in entry.then:
        line = _line_with(line, words)
    return line._replace(state=State.OVER) if line.result != "*" else line


def _line(entry: Entry, settings: TableSettings, plies: int, result: str, state: State) -> GameLine:
    return GameLine(
        number=entry.game or 0,
        settings=str(settings),
        plies=plies,
        result=result,
        state=state,
        noted=entry.body["noted"],
    )


def _line_with(line: GameLine, words: list[str]) -> GameLine:
    match words:
        case ["turn", ply, *_]:
            return line._replace(plies=int(ply))
        case ["undone" | "took_back", *_]:
            ply = words[1] if words[0] == "undone" else words[2]
            return line._replace(plies=int(ply), result="*", state=State.OPEN)
        case ["corrected", _, _, ply]:
            return line._replace(plies=int(ply), result="*", state=State.OPEN)
        case ["reverted", _, ply, *result]:
            return line._replace(plies=int(ply), result=" ".join(result), state=State.OPEN)
        case ["result", winner, reason]:
            return line._replace(result=f"{winner} {reason}")
    return line


@dataclass(frozen=True, slots=True, kw_only=True)
class Story:
    """A game with everything that is written of it."""

    number: int
    """Its number in the journal."""
    settings: TableSettings
    """What it is played under."""
    game: Game
    """The game as it stands."""
    kept: str
    """What a referee needs to go on with it, beside the game itself."""
    noted: str
    """When it began by the clock on the wall."""
    headers: tuple[tuple[str, str], ...] = ()
    """Headers that a game played elsewhere brought with it."""
    comments: tuple[tuple[int, str], ...] = ()
    """What else happened: after how many moves, and what."""
    acts: tuple[DoneAct, ...] = ()
    """What the arbiter did."""
    irregular: tuple[IrregularAct, ...] = ()
    """The irregular acts in it."""
    clock: Clock | None = None
    """How the clocks stood when they were last written down; None while none was started."""
    turn_clocks: tuple[TurnClock, ...] = ()
    """How they stood as each turn began."""
    clocks: tuple[tuple[int, int], ...] = ()
    """What the mover's clock showed: after how many moves, and how many milliseconds."""

    def saved(self) -> Saved:
        """Return what a referee goes on from."""
        bare = Saved(
            settings=self.settings,
            game=self.game,
            drop=None,
            swap_lifted=False,
            started=False,
            clock=self.clock,
            turn_clocks=self.turn_clocks,
            acts=self.acts,
            irregular=self.irregular,
        )
        return kept(bare, self.kept)

    def record(self) -> Record:
        """Return its text record."""
        known = {"Game": str(self.number), "Noted": self.noted, SETTINGS_HEADER: str(self.settings)}
        headers = {**known, **{name: value for name, value in self.headers if name not in known}}
        clocks = tuple(mark for mark in self.clocks if mark[0] <= len(self.game.turns))
        return replace(
            Record.of(self.game), headers=tuple(headers.items()), comments=self.comments, clocks=clocks
        )


def settings_of(record: Record) -> TableSettings:
    """Return the settings of a game played elsewhere: its rules, and its manners if it names them.

    Raises `RecordError` when the header that names them cannot be read.
    """
    try:
        settings = TableSettings.parse(dict(record.headers).get(SETTINGS_HEADER, ""))
    except RefereeError as error:
        raise RecordError(f"header {SETTINGS_HEADER}: {error}") from error
    return replace(settings, rules=record.rules)


def story_of(entries: Iterable[Entry]) -> Story:
    """Play a game again from its entries; raises `NotWhole` naming the first that does not follow."""
    story: Story | None = None
    for entry in entries:
        try:
            story = _story_after(story, entry)
        except (RulesError, RefereeError, RecordError, ClockError, ValueError, KeyError) as error:
            raise NotWhole(entry.number, f"game {entry.game} cannot be played on from it: {error}") from error
    if story is None:
        raise NotWhole(0, "the game has no entries")
    return story


def _story_after(story: Story | None, entry: Entry) -> Story:
    if entry.kind is Kind.GAME:
        settings = TableSettings.parse(entry.body["settings"])
        story = _begun(entry, settings, Game.new(settings.rules))
    elif entry.kind is Kind.IMPORT:
        story = _imported_story(entry)
    if story is None:
        raise RecordError("it has no beginning")
    story = replace(story, kept=entry.body.get("kept", story.kept))
    acts = len(story.acts)
    for words in entry.then:
        if words[0] in ("act", "act_undone"):
            story = _with_act(story, entry, words)
        game = _game_after(story, words)
        story = replace(story, game=game, comments=(*_comments(story, game), *_remarks(game, words)))
        story = replace(_timed(story, words), irregular=_irregular(story, words))
    if len(story.acts) > acts:
        story = replace(story, acts=(*story.acts[:-1], replace(story.acts[-1], after=story.game)))
    note = _note(entry) if entry.kind is not Kind.ARBITER or len(story.acts) > acts else ""
    return replace(story, comments=(*story.comments, (len(story.game.turns), note))) if note else story


def _irregular(story: Story, words: list[str]) -> tuple[IrregularAct, ...]:
    """Return the irregular acts that count after a decision."""
    match words:
        case ["irregular", *act]:
            return (*story.irregular, parse_irregular(act))
        case ["irregular_set", player, count]:
            return counted(story.irregular, parse_player(player), int(count), story.game.ply)
    return story.irregular


def _with_act(story: Story, entry: Entry, words: list[str]) -> Story:
    """Return the story with the entry's act, or with an earlier one undone by it."""
    number = int(words[1])
    if words[0] == "act_undone":
        undone = replace(story.acts[number - 1], undone_by=len(story.acts))
        story = _sides_kept(story, undone.act)
        return replace(story, acts=(*story.acts[: number - 1], undone, *story.acts[number:]))
    act, game = parse_act(entry.body["act"]), story.game
    if number != len(story.acts) + 1:
        raise RecordError(f"act {number} is written, {len(story.acts) + 1} follows")
    was = parse_act(" ".join(words[3:])) if words[2:3] == ["was"] else None
    new = DoneAct(number=number, act=act, reason=entry.body["reason"], before=game, after=game, was=was)
    return replace(_sides_kept(story, act), acts=(*story.acts, new))


def _sides_kept(story: Story, act: Act) -> Story:
    """Return the story after an act, or its undoing, that may have let the players change sides."""
    return replace(story, irregular=mirrored(story.irregular)) if isinstance(act, SwapSides) else story


def _begun(entry: Entry, settings: TableSettings, game: Game) -> Story:
    return Story(number=entry.game or 0, settings=settings, game=game, kept="", noted=entry.body["noted"])


def _imported(entry: Entry) -> Record:
    try:
        return Record.parse(entry.body["record"])
    except RecordError as error:
        raise NotWhole(entry.number, f"its record cannot be read: {error}") from error


def _imported_story(entry: Entry) -> Story:
    record = _imported(entry)
    story = _begun(entry, settings_of(record), record.game())
    started = "started" if record.moves else ""
    return replace(
        story, kept=started, headers=record.headers, comments=record.comments, clocks=record.clocks
    )


def _game_after(story: Story, words: list[str]) -> Game:
    game = story.game
    match words:
        case ["turn", ply, player, move, after]:
            game = game.play(parse_move(move))
            if (ply, player, after) != (str(game.ply), game.turns[-1].player, str(game.position)):
                raise RecordError(f"turn {ply} by {player} to {after} is written, {game.position} follows")
        case ["undone", ply, _]:
            while game.ply > int(ply):
                game = game.undone()
            game = replace(game, result=None)
        case ["result", *_]:
            result = parse_result(" ".join(words[1:]))
            if result is not None and (game.result is None or result.reason is Reason.ARBITER):
                game = game.end(result)
            if game.result != result:
                raise RecordError(f"{words} is written, {result_text(game.result)} follows")
    return _game_ruled(story, game, words)


def _game_ruled(story: Story, game: Game, words: list[str]) -> Game:
    """Return the game after a decision that follows from an arbiter's act."""
    match words:
        case ["corrected", position, to_move, ply]:
            told = Correction.parse(f"{position} {to_move} {ply}", len(game.turns))
            game = game.corrected(told.position, told.to_move, told.ply)
        case ["took_back", turns, _]:
            for _ in range(int(turns)):
                game = game.undone()
        case ["reverted", number, *_]:
            game = story.acts[int(number) - 1].before
    return game


def _timed(story: Story, words: list[str]) -> Story:
    match words:
        case ["clock", what, *text]:
            clock, before = _clock_after(story, what, text), story.turn_clocks
            if what in (ClockChange.START, ClockChange.TURN):
                before = (*before, TurnClock(story.game.ply, clock))
            if what == ClockChange.TURN:
                story = _with_mark(story, clock)
            if what == ClockChange.RULED and clock.run is not Run.READY:
                before = turn_clocks_ruled(before, story.game, clock)
            return replace(story, clock=clock, turn_clocks=before)
        case ["undone", ply, _]:
            kept = tuple(each for each in story.turn_clocks if each.ply <= int(ply))
            return replace(story, turn_clocks=kept)
    return story


def _clock_after(story: Story, what: str, text: list[str]) -> Clock:
    match text:
        case ["ran", ms] if story.clock is not None:
            return clock_after(story.clock, what, int(ms))
    return parse_clock(" ".join(text))


def _with_mark(story: Story, clock: Clock) -> Story:
    made = len(story.game.turns)
    marks = tuple(mark for mark in story.clocks if mark[0] < made)
    return replace(story, clocks=(*marks, (made, clock.side(clock.to_move.other).time_ms)))


def _comments(story: Story, game: Game) -> tuple[tuple[int, str], ...]:
    """Return the comments so far; those on turns that were taken back stand where these began."""
    return tuple((min(after, len(game.turns)), text) for after, text in story.comments)


def _remarks(game: Game, words: list[str]) -> tuple[tuple[int, str], ...]:
    if words[0] == "irregular":
        act = parse_irregular(words[1:])
        where = f", {cells_text(act.cells)}" if act.cells else ""
        return (
            (len(game.turns), f"irregular act {act.number} of the {act.player} player: {act.kind}{where}"),
        )
    if words[0] != "undone":
        return ()
    what = "the result" if words[2] == "-" else words[2]
    return ((len(game.turns), f"{what} was taken back"),)


def _note(entry: Entry) -> str:
    match entry.kind:
        case Kind.FAULTS if entry.body["cells"] != "-":
            return f"contacts not relied on: {entry.body['cells']}"
        case Kind.LOST | Kind.TROUBLE:
            return _plain(f"play stopped: {entry.body['why']}")
        case Kind.RESUME:
            return "the game went on another time"
        case Kind.ARBITER:
            return _plain(f"the arbiter, {entry.body['act']}: {entry.body['reason']}")
    return ""


def _plain(text: str) -> str:
    """Return a text as it may stand in a comment."""
    return text.translate({ord("{"): "(", ord("}"): ")"})
