"""The book: a whole game as text, and the text as a game again; pure.

A record is a few headers and the moves, numbered by round, with comments in braces wherever somebody wrote
one. Where a game had clocks, a comment tells what the mover's showed when the turn was over, as chess records
have it: `[%clk H:MM:SS]`, thousandths of a second behind a point where there are some.

    [Momentum "1"]
    [Rules "pie=on rounds=30 last_marble=play_on"]
    [Result "first eight"]

    1. e6 d2
    2. d3 {[%clk 0:04:57.25]} {the first push} a6 {[%clk 0:05:01]}

`Result` is `WINNER REASON`, `draw REASON`, or `*` while the game is open. Other headers are kept as they
stand.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from momentum.records.errors import RecordError
from momentum.rules import Game, Move, Player, Reason, Result, RulesError, RuleSet, parse_move

FORMAT = "1"
"""The version of the text form that this book writes and reads."""

_OWN_HEADERS = ("Momentum", "Rules", "Result")
_HEADER = re.compile(r'\[([A-Za-z][A-Za-z0-9_]*) "((?:[^"\\]|\\.)*)"\]')
_CLOCK = re.compile(r"\[%clk ([0-9]{1,3}):([0-5][0-9]):([0-5][0-9])(?:\.([0-9]{1,3}))?\]\s*")
_CLOCK_BEGINS = "[%clk"
MOST_CLOCK_MS = 1000 * 3_600_000 - 1
"""The longest time that a record's clock shows."""
_TOKEN = re.compile(r"\s*(?:(?P<comment>\{[^{}]*\})|(?P<number>\d+\.)|(?P<word>[^\s{}]+)|(?P<junk>[{}]))")
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

    @classmethod
    def of(cls, game: Game) -> Record:
        """Write a game down."""
        moves = tuple(turn.move for turn in game.turns)
        return cls(rules=game.rules, moves=moves, result=game.result)

    def game(self) -> Game:
        """Play it again; raises `RecordError` naming the first move that is not legal, and why."""
        game = Game.new(self.rules)
        for number, move in enumerate(self.moves):
            try:
                game = game.play(move)
            except RulesError as error:
                raise RecordError(f"{move_name(number)}, {move}: {error}") from error
        if self.result == game.result:
            return game
        if game.result is None and self.result is not None and self.result.reason not in _OUTCOMES:
            return game.end(self.result)
        raise RecordError(
            f"the record says {result_text(self.result)!r}, its moves lead to {result_text(game.result)!r}; "
            "put the Result header or the moves right"
        )

    def __str__(self) -> str:
        own = (("Momentum", FORMAT), ("Rules", str(self.rules)), ("Result", result_text(self.result)))
        heads = [f'[{name} "{_escaped(value)}"]' for name, value in (*own, *self.headers)]
        return "\n".join([*heads, "", *_move_lines(self), ""])

    @classmethod
    def parse(cls, text: str) -> Record:
        """Read a record; raises `RecordError` with the line that is not right."""
        headers, body, first_line = _split(text)
        named = dict(headers)
        if named.get("Momentum") != FORMAT:
            raise RecordError(f'this is no record: it must begin with [Momentum "{FORMAT}"]')
        if "Rules" not in named:
            raise RecordError('the header [Rules "..."] is missing; write what the game was played under')
        written = _parse_moves(body, first_line)
        try:
            rules = RuleSet.parse(named["Rules"])
        except RulesError as error:
            raise RecordError(f"header Rules: {error}") from error
        return cls(
            rules=rules,
            moves=tuple(written.moves),
            result=parse_result(named.get("Result", "*")),
            headers=tuple(pair for pair in headers if pair[0] not in _OWN_HEADERS),
            comments=tuple(written.comments),
            clocks=tuple(written.clocks.items()),
        )


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
    return f"{result.winner or 'draw'} {result.reason}"


def parse_result(text: str) -> Result | None:
    """Read what `result_text` writes; raises `RecordError`."""
    if text == "*":
        return None
    winner, _, reason = text.partition(" ")
    if winner not in (*Player, "draw") or reason not in tuple(Reason):
        accepted = f"{', '.join((*Player, 'draw'))}, a space and one of {', '.join(Reason)}"
        raise RecordError(f"header Result: {text!r} is not *, nor {accepted}")
    return Result(None if winner == "draw" else Player(winner), Reason(reason))


def _escaped(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"')


def _move_lines(record: Record) -> Iterator[str]:
    notes = dict[int, list[str]]()
    for after, time_ms in record.clocks:
        notes.setdefault(after, []).append(f"{{{clock_text(time_ms)}}}")
    for after, comment in record.comments:
        notes.setdefault(after, []).append(f"{{{comment}}}")
    yield from notes.get(0, ())
    for start in range(0, len(record.moves), 2):
        words = [f"{start // 2 + 1}."]
        for number, move in enumerate(record.moves[start : start + 2], start=start + 1):
            words += [str(move), *notes.get(number, ())]
        yield " ".join(words)


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


@dataclass(slots=True)
class _Written:
    """What stands behind the headers, as far as it is read."""

    moves: list[Move] = field(default_factory=list)
    comments: list[tuple[int, str]] = field(default_factory=list)
    clocks: dict[int, int] = field(default_factory=dict)


def _parse_moves(body: str, first_line: int) -> _Written:
    written = _Written()
    for match in _TOKEN.finditer(body):
        line = first_line + body.count("\n", 0, match.end())
        if match["comment"] is not None:
            _parse_comment(match["comment"][1:-1], written, line)
        elif match["number"] is not None:
            _check_number(match["number"], len(written.moves), line)
        elif match["word"] is not None:
            written.moves.append(_parse_move(match["word"], len(written.moves), line))
        elif match["junk"] is not None:
            raise RecordError(f"line {line}: a comment stands between one {{ and one }}")
    return written


def _parse_comment(text: str, written: _Written, line: int) -> None:
    """Take a comment, with the clock that it begins with."""
    played = len(written.moves)
    if text.startswith(_CLOCK_BEGINS):
        match = _CLOCK.match(text)
        if match is None:
            raise RecordError(f"line {line}: a clock is written {clock_text(297_000)}, not {text[:40]!r}")
        if played == 0 or played in written.clocks:
            stands = f"behind {move_name(played - 1)}, and once" if played else "behind a move"
            raise RecordError(f"line {line}: a clock stands {stands}")
        hours, minutes, seconds = map(int, match.groups()[:3])
        thousandths = int((match[4] or "").ljust(3, "0"))
        written.clocks[played] = ((hours * 60 + minutes) * 60 + seconds) * 1000 + thousandths
        text = text[match.end() :]
        if not text:
            return
    written.comments.append((played, text))


def _check_number(text: str, played: int, line: int) -> None:
    expected = f"{played // 2 + 1}."
    if played % 2 or text.lstrip("0") != expected:
        due = "a move of the second player" if played % 2 else expected
        raise RecordError(
            f"line {line}: {text} stands where {due} is due; a move is missing or numbered wrongly"
        )


def _parse_move(word: str, played: int, line: int) -> Move:
    try:
        return parse_move(word)
    except RulesError as error:
        raise RecordError(f"line {line}, {move_name(played)}: {error}") from error
