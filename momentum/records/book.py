"""The book: a whole game as text, and the text as a game again; pure.

A record is a few headers and the moves, numbered by round, with comments in braces wherever somebody wrote
one. Where a game had clocks, a comment tells what the mover's showed when the turn was over, as chess records
have it: `[%clk H:MM:SS]`, thousandths of a second behind a point where there are some.

    [Momentum "1"]
    [Rules "pie=on rounds=30 last_marble=play_on"]
    [Result "first eight"]

    1. e6 d2
    2. d3 {[%clk 0:04:57.25]} {the first push} a6 {[%clk 0:05:01]}

`Result` is `WINNER REASON`, `draw REASON`, `neither REASON` when both players lose, or `*` while the game is
open. Other headers are kept as they stand.

Where an arbiter set a position, or let an irregular one stand, the record says from where the game goes on,
with the side to move and the turns counted by then; `Momentum "2"` tells that such words may stand there:

    2. d3 a6 {arbiter: c4,d3/a6,d1 first 4}
    3. e5
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from momentum.records.errors import RecordError
from momentum.rules import Correction, Game, Move, Player, Reason, Result, RulesError, RuleSet, parse_move

FORMAT = "1"
"""The version of the text form of a game that was played without corrections."""
CORRECTED_FORMAT = "2"
"""The version of the text form in which an arbiter's corrections stand."""

_OWN_HEADERS = ("Momentum", "Rules", "Result")
_HEADER = re.compile(r'\[([A-Za-z][A-Za-z0-9_]*) "((?:[^"\\]|\\.)*)"\]')
_CLOCK = re.compile(r"\[%clk ([0-9]{1,3}):([0-5][0-9]):([0-5][0-9])(?:\.([0-9]{1,3}))?\]\s*")
_CLOCK_BEGINS = "[%clk"
MOST_CLOCK_MS = 1000 * 3_600_000 - 1
"""The longest time that a record's clock shows."""
_CORRECTION = "arbiter: "
"""How a correction begins, between braces."""
_NEITHER = "neither"
"""Who won when both lost."""
_TOKEN = re.compile(
    r"\s*(?:(?P<comment>\{[^{}]*\})|(?P<number>\d+\.(?:\.\.)?)|(?P<word>[^\s{}]+)|(?P<junk>[{}]))"
)
_OUTCOMES = (Reason.EIGHT, Reason.LAST_MARBLE, Reason.ROUNDS)
"""Reasons that follow from the moves; the others are somebody's decision and are taken from the header."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """A game written down: everything needed to play it again."""

    rules: RuleSet
    """What it was played under."""
    moves: tuple[Move, ...]
    """Its moves, the first player's first."""
    result: Result | None = None
    """How it ended; None while it is open."""
    headers: tuple[tuple[str, str], ...] = ()
    """Further headers, names and values, in their order."""
    comments: tuple[tuple[int, str], ...] = ()
    """Comments: after how many moves each stands, and its text."""
    clocks: tuple[tuple[int, int], ...] = ()
    """Clocks: after how many moves, and what the mover's clock then showed, in milliseconds."""
    corrections: tuple[Correction, ...] = ()
    """What an arbiter set between the moves, in order."""

    @classmethod
    def of(cls, game: Game) -> Record:
        """Write a game down."""
        moves = tuple(turn.move for turn in game.turns)
        return cls(rules=game.rules, moves=moves, result=game.result, corrections=game.corrections)

    def game(self) -> Game:
        """Play it again; raises `RecordError` naming the first move that is not legal, and why."""
        game = self._set_right(Game.new(self.rules))
        for move in self.moves:
            try:
                game = self._set_right(game.play(move))
            except RulesError as error:
                raise RecordError(
                    f"move {game.round + 1} of the {game.to_move} player, {move}: {error}"
                ) from error
        if self.corrections != game.corrections:
            raise RecordError("its corrections do not stand one after another, each at a place of its own")
        return self._ended(game)

    def _set_right(self, game: Game) -> Game:
        """Return the game as an arbiter corrected it after so many turns."""
        for each in self.corrections:
            if each.after == len(game.turns):
                game = game.corrected(each.position, each.to_move, each.ply)
        return game

    def _ended(self, game: Game) -> Game:
        """Return the game with the result that is told; raises `RecordError` when its moves say otherwise."""
        if self.result == game.result:
            return game
        if self.result is not None and _may_be_told(self.result, game):
            return game.end(self.result)
        raise RecordError(
            f"the record says {result_text(self.result)!r}, its moves lead to {result_text(game.result)!r}; "
            "put the Result header or the moves right"
        )

    def __str__(self) -> str:
        version = CORRECTED_FORMAT if self.corrections else FORMAT
        own = (("Momentum", version), ("Rules", str(self.rules)), ("Result", result_text(self.result)))
        heads = [f'[{name} "{_escaped(value)}"]' for name, value in (*own, *self.headers)]
        return "\n".join([*heads, "", *_move_lines(self), ""])

    @classmethod
    def parse(cls, text: str) -> Record:
        """Read a record; raises `RecordError` with the line that is not right."""
        headers, body, first_line = _split(text)
        named = dict(headers)
        version = named.get("Momentum")
        if version not in (FORMAT, CORRECTED_FORMAT):
            raise RecordError(f'this is no record: it must begin with [Momentum "{FORMAT}"]')
        if "Rules" not in named:
            raise RecordError('the header [Rules "..."] is missing; write what the game was played under')
        read = _Moves(corrected=version == CORRECTED_FORMAT)
        read.take(body, first_line)
        try:
            rules = RuleSet.parse(named["Rules"])
        except RulesError as error:
            raise RecordError(f"header Rules: {error}") from error
        return cls(
            rules=rules,
            moves=tuple(read.moves),
            result=parse_result(named.get("Result", "*")),
            headers=tuple(pair for pair in headers if pair[0] not in _OWN_HEADERS),
            comments=tuple(read.comments),
            clocks=tuple(read.clocks.items()),
            corrections=tuple(read.corrections),
        )


def _may_be_told(result: Result, game: Game) -> bool:
    """Whether a result that does not follow from the moves can be so, because somebody decided it."""
    if game.result is not None:
        return result.reason is Reason.ARBITER
    return result.reason not in _OUTCOMES


def move_name(played: int) -> str:
    """Return what messages call the move after so many: `move 2 of the second player`."""
    return f"move {played // 2 + 1} of the {Player.SECOND if played % 2 else Player.FIRST} player"


def clock_text(time_ms: int) -> str:
    """Return what a clock showed, such as `[%clk 0:04:57.25]`."""
    minutes, rest_ms = divmod(time_ms, 60_000)
    seconds, thousandths = divmod(rest_ms, 1000)
    fraction = f".{thousandths:03}".rstrip("0") if thousandths else ""
    return f"{_CLOCK_BEGINS} {minutes // 60}:{minutes % 60:02}:{seconds:02}{fraction}]"


def result_text(result: Result | None) -> str:
    """Return `first eight`, `draw rounds` and the like, or `*` for an open game."""
    if result is None:
        return "*"
    return f"{winner_text(result)} {result.reason}"


def winner_text(result: Result) -> str:
    """Return `first`, `second`, `draw`, or `neither` when both lose."""
    return _NEITHER if result.both_lose else result.winner or "draw"


def parse_result(text: str) -> Result | None:
    """Read what `result_text` writes; raises `RecordError`."""
    if text == "*":
        return None
    winner, _, reason = text.partition(" ")
    if winner not in (*Player, "draw", _NEITHER) or reason not in tuple(Reason):
        accepted = f"{', '.join((*Player, 'draw', _NEITHER))}, a space and one of {', '.join(Reason)}"
        raise RecordError(f"header Result: {text!r} is not *, nor {accepted}")
    won = Player(winner) if winner in tuple(Player) else None
    return Result(won, Reason(reason), both_lose=winner == _NEITHER)


def _escaped(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"')


def _move_lines(record: Record) -> Iterator[str]:
    """Yield the lines of moves: a round each, and a new line where an arbiter corrected the game."""
    said = _between_moves(record)
    yield from said.get(0, ())
    corrected = {each.after: each.ply for each in record.corrections}
    ply, words = corrected.get(0, 0), list[str]()
    for number, move in enumerate(record.moves, start=1):
        if not words:
            words = [f"{ply // 2 + 1}.{'..' if ply % 2 else ''}"]
        words += [str(move), *said.get(number, ())]
        ply = corrected.get(number, ply + 1)
        if ply % 2 == 0 or number in corrected:
            yield " ".join(words)
            words = []
    if words:
        yield " ".join(words)


def _between_moves(record: Record) -> dict[int, list[str]]:
    """Return what stands in braces after so many moves: clocks, comments, then what an arbiter set."""
    said = dict[int, list[str]]()
    for after, time_ms in record.clocks:
        said.setdefault(after, []).append(f"{{{clock_text(time_ms)}}}")
    for after, comment in record.comments:
        said.setdefault(after, []).append(f"{{{comment}}}")
    for each in record.corrections:
        said.setdefault(each.after, []).append(f"{{{_CORRECTION}{each}}}")
    return said


def _split(text: str) -> tuple[list[tuple[str, str]], str, int]:
    headers: list[tuple[str, str]] = []
    lines = text.removeprefix("\ufeff").replace("\r\n", "\n").split("\n")
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        if not line.lstrip().startswith("["):
            return headers, "\n".join(lines[number - 1 :]), number
        match = _HEADER.fullmatch(line.strip())
        if match is None:
            raise RecordError(f'line {number}: a header is written [Name "value"]')
        if match[1] in dict(headers):
            raise RecordError(f"line {number}: the header {match[1]} stands twice")
        headers.append((match[1], re.sub(r"\\(.)", r"\1", match[2])))
    return headers, "", len(lines) + 1


class _Moves:
    """The moves of a record, with what stands between them."""

    def __init__(self, *, corrected: bool) -> None:
        self.moves: list[Move] = []
        self.comments: list[tuple[int, str]] = []
        self.clocks: dict[int, int] = {}
        self.corrections: list[Correction] = []
        self._corrected = corrected
        self._ply = 0

    def take(self, body: str, first_line: int) -> None:
        """Read the text after the headers; raises `RecordError`."""
        for match in _TOKEN.finditer(body):
            line = first_line + body.count("\n", 0, match.end())
            if match["comment"] is not None:
                self._take_braces(match["comment"][1:-1], line)
            elif match["number"] is not None:
                _check_number(match["number"], self._ply, line)
            elif match["word"] is not None:
                self.moves.append(_parse_move(match["word"], self._ply, line))
                self._ply += 1
            elif match["junk"] is not None:
                raise RecordError(f"line {line}: a comment stands between one {{ and one }}")

    def _take_braces(self, text: str, line: int) -> None:
        if self._corrected and text.startswith(_CORRECTION):
            self._take_correction(text.removeprefix(_CORRECTION), line)
            return
        if text.startswith(_CLOCK_BEGINS):
            text = self._take_clock(text, line)
            if not text:
                return
        self.comments.append((len(self.moves), text))

    def _take_correction(self, text: str, line: int) -> None:
        try:
            correction = Correction.parse(text, len(self.moves))
        except RulesError as error:
            raise RecordError(f"line {line}: {error}") from error
        self.corrections.append(correction)
        self._ply = correction.ply

    def _take_clock(self, text: str, line: int) -> str:
        """Take the clock that a comment begins with, and return the rest of it."""
        played, match = len(self.moves), _CLOCK.match(text)
        if match is None:
            raise RecordError(f"line {line}: a clock is written {clock_text(297_000)}, not {text[:40]!r}")
        if played == 0 or played in self.clocks:
            stands = f"behind {move_name(played - 1)}, and once" if played else "behind a move"
            raise RecordError(f"line {line}: a clock stands {stands}")
        hours, minutes, seconds = map(int, match.groups()[:3])
        thousandths = int((match[4] or "").ljust(3, "0"))
        self.clocks[played] = ((hours * 60 + minutes) * 60 + seconds) * 1000 + thousandths
        return text[match.end() :]


def _check_number(text: str, played: int, line: int) -> None:
    expected = f"{played // 2 + 1}{'...' if played % 2 else '.'}"
    if text.lstrip("0") != expected:
        due = "a move of the second player" if played % 2 else expected
        raise RecordError(
            f"line {line}: {text} stands where {due} is due; a move is missing or numbered wrongly"
        )


def _parse_move(word: str, played: int, line: int) -> Move:
    try:
        return parse_move(word)
    except RulesError as error:
        raise RecordError(f"line {line}, {move_name(played)}: {error}") from error
