"""The book: a whole game as text, and the text as a game again; pure.

A record is a few headers and the moves, numbered by round, with comments in braces wherever somebody wrote
one:

    [Momentum "1"]
    [Rules "pie=on rounds=30 last_marble=play_on"]
    [Result "first eight"]

    1. e6 d2
    2. d3 {the first push} a6

`Result` is `WINNER REASON`, `draw REASON`, or `*` while the game is open. Other headers are kept as they
stand.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from momentum.records.errors import RecordError
from momentum.rules import Game, Move, Player, Reason, Result, RulesError, RuleSet, parse_move

FORMAT = "1"
"""The version of the text form that this book writes and reads."""

_OWN_HEADERS = ("Momentum", "Rules", "Result")
_HEADER = re.compile(r'\[([A-Za-z][A-Za-z0-9_]*) "((?:[^"\\]|\\.)*)"\]')
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
                player = Player.SECOND if number % 2 else Player.FIRST
                raise RecordError(
                    f"move {number // 2 + 1} of the {player} player, {move}: {error}"
                ) from error
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
        moves, comments = _parse_moves(body, first_line)
        try:
            rules = RuleSet.parse(named["Rules"])
        except RulesError as error:
            raise RecordError(f"header Rules: {error}") from error
        return cls(
            rules=rules,
            moves=tuple(moves),
            result=parse_result(named.get("Result", "*")),
            headers=tuple(pair for pair in headers if pair[0] not in _OWN_HEADERS),
            comments=tuple(comments),
        )


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
    comments = dict[int, list[str]]()
    for after, comment in record.comments:
        comments.setdefault(after, []).append(f"{{{comment}}}")
    yield from comments.get(0, ())
    for start in range(0, len(record.moves), 2):
        words = [f"{start // 2 + 1}."]
        for number, move in enumerate(record.moves[start : start + 2], start=start + 1):
            words += [str(move), *comments.get(number, ())]
        yield " ".join(words)


def _split(text: str) -> tuple[list[tuple[str, str]], str, int]:
    headers: list[tuple[str, str]] = []
    lines = text.removeprefix("\ufeff").splitlines()
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


def _parse_moves(body: str, first_line: int) -> tuple[list[Move], list[tuple[int, str]]]:
    moves: list[Move] = []
    comments: list[tuple[int, str]] = []
    for match in _TOKEN.finditer(body):
        line = first_line + body.count("\n", 0, match.end())
        if match["comment"] is not None:
            comments.append((len(moves), match["comment"][1:-1]))
        elif match["number"] is not None:
            _check_number(match["number"], len(moves), line)
        elif match["word"] is not None:
            moves.append(_parse_move(match["word"], line))
        elif match["junk"] is not None:
            raise RecordError(f"line {line}: a comment stands between one {{ and one }}")
    return moves, comments


def _check_number(text: str, played: int, line: int) -> None:
    expected = f"{played // 2 + 1}."
    if played % 2 or text.lstrip("0") != expected:
        due = "a move of the second player" if played % 2 else expected
        raise RecordError(
            f"line {line}: {text} stands where {due} is due; a move is missing or numbered wrongly"
        )


def _parse_move(word: str, line: int) -> Move:
    try:
        return parse_move(word)
    except RulesError as error:
        raise RecordError(f"line {line}: {error}") from error
