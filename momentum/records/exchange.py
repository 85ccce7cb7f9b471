"""Exchange: a game as JSON for other programs, by the schema in `docs/record.schema.json`; and back.

The moves alone make the game. What each of them pushed and where it led is written for readers that do not
know the rules; when a document is read, it must be what the rules say.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType, field

from momentum.records.book import MOST_CLOCK_MS, Record, move_name
from momentum.records.errors import RecordError
from momentum.rules import (
    MOST_PLIES,
    Correction,
    Game,
    LastMarble,
    Move,
    Player,
    Position,
    Push,
    Reason,
    Result,
    RulesError,
    RuleSet,
    Turn,
    cell_text,
    parse_move,
)

Cells = Annotated[str, Meta(pattern="^[^/]+/[^/]+$", description="Cells of first/second, such as c4,g7/-.")]
Cell = Annotated[str, Meta(pattern="^[a-g][1-7]$", description="A cell, such as d4.")]


class Part(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A part of the document; what it does not know, it refuses."""


class PushPart(Part, frozen=True, kw_only=True):
    """One marble pushed; `to` is null when it left the board."""

    origin: Cell = field(name="from")
    to: Cell | None
    owner: Player


class TurnPart(Part, frozen=True, kw_only=True):
    """One completed turn: `swap`, or the cell of the drop, with its pushes and the position after it."""

    ply: Annotated[int, Meta(ge=1)]
    player: Player
    move: Annotated[str, Meta(pattern="^([a-g][1-7]|swap)$")]
    pushes: tuple[PushPart, ...]
    announced: bool
    after: Cells
    clock_ms: (
        Annotated[int, Meta(ge=0, le=MOST_CLOCK_MS, description="What the mover's clock then showed.")] | None
    ) = None


class CorrectionPart(Part, frozen=True, kw_only=True):
    """What an arbiter set after so many turns: where the game goes on from, and how turns are counted."""

    after: Annotated[int, Meta(ge=0)]
    position: Cells
    turn: Player
    ply: Annotated[int, Meta(ge=0, le=MOST_PLIES)]


class ResultPart(Part, frozen=True, kw_only=True):
    """How the game ended; `winner` is null for a draw, and when `both_lose` by an arbiter's decision."""

    winner: Player | None
    reason: Reason
    both_lose: Literal[True] | UnsetType = UNSET


class CommentPart(Part, frozen=True, kw_only=True):
    """A comment, and after how many moves it stands."""

    after: Annotated[int, Meta(ge=0)]
    text: Annotated[str, Meta(pattern="^[^{}]*$")]


class RulesPart(Part, frozen=True, kw_only=True):
    """What the game was played under; `rounds` is null without a limit."""

    pie: bool
    rounds: Annotated[int, Meta(ge=1, le=999)] | None
    last_marble: LastMarble


class CheckpointPart(Part, frozen=True, kw_only=True):
    """The journal's newest checkpoint at the export: who keeps it can tell when entries went missing."""

    count: Annotated[int, Meta(ge=1, description="Entries the journal had.")]
    head: Annotated[str, Meta(pattern="^[0-9a-f]{64}$", description="Hash of the last of them.")]
    signature: Annotated[str, Meta(pattern="^[0-9a-f]{128}$", description="Ed25519 over both.")]
    key: Annotated[str, Meta(pattern="^[0-9a-f]{64}$", description="The public key that signed.")]


class Document(Part, frozen=True, kw_only=True):
    """A game of Momentum, written down by Momentum Board."""

    format: Literal["momentum-record"]
    version: Literal[1]
    rules: RulesPart
    turns: tuple[TurnPart, ...]
    result: ResultPart | None
    headers: dict[Annotated[str, Meta(pattern="^[A-Za-z][A-Za-z0-9_]*$")], str]
    comments: tuple[CommentPart, ...]
    corrections: tuple[CorrectionPart, ...] | UnsetType = UNSET
    checkpoint: CheckpointPart | None = None


def document_of(record: Record, checkpoint: CheckpointPart | None = None) -> Document:
    """Return the document of a record, which must replay. Raises `RecordError`."""
    game, rules, clocks = record.game(), record.rules, dict(record.clocks)
    return Document(
        format="momentum-record",
        version=1,
        rules=RulesPart(pie=rules.pie, rounds=rules.rounds, last_marble=rules.last_marble),
        turns=tuple(
            turn_part(ply, turn, clocks.get(made))
            for made, (ply, turn) in enumerate(game.numbered(), start=1)
        ),
        result=_result_part(game),
        headers=dict(record.headers),
        comments=tuple(CommentPart(after=after, text=text) for after, text in record.comments),
        corrections=tuple(map(_correction_part, record.corrections)) or UNSET,
        checkpoint=checkpoint,
    )


def turn_part(ply: int, turn: Turn, clock_ms: int | None = None) -> TurnPart:
    """Return one turn of a document; `clock_ms` is what the mover's clock showed after it."""
    return TurnPart(
        ply=ply,
        player=turn.player,
        move=str(turn.move),
        pushes=tuple(_push_part(push) for push in turn.pushes),
        announced=turn.announced,
        after=str(turn.after),
        clock_ms=clock_ms,
    )


def _push_part(push: Push) -> PushPart:
    to = None if push.destination is None else cell_text(push.destination)
    return PushPart(origin=cell_text(push.origin), to=to, owner=push.owner)


def _correction_part(correction: Correction) -> CorrectionPart:
    return CorrectionPart(
        after=correction.after,
        position=str(correction.position),
        turn=correction.to_move,
        ply=correction.ply,
    )


def _correction(part: CorrectionPart) -> Correction:
    try:
        position = Position.parse(part.position)
        return Correction(after=part.after, position=position, to_move=part.turn, ply=part.ply)
    except RulesError as error:
        raise RecordError(f"the correction after {part.after} turns: {error}") from error


def _result_part(game: Game) -> ResultPart | None:
    if game.result is None:
        return None
    told = ResultPart(winner=game.result.winner, reason=game.result.reason)
    return msgspec.structs.replace(told, both_lose=True) if game.result.both_lose else told


def _result(part: ResultPart | None) -> Result | None:
    if part is None:
        return None
    if part.both_lose is True and part.winner is not None:
        raise RecordError(f"the result says that both lose, and that the {part.winner} player won")
    return Result(part.winner, part.reason, both_lose=part.both_lose is True)


def json_text(part: Part) -> str:
    """Return a document, or a part of one, as JSON on one line."""
    return msgspec.json.encode(part).decode()


def parse_document(data: bytes) -> Document:
    """Read a document's JSON; raises `RecordError` naming the place that is not right."""
    try:
        return msgspec.json.decode(data, type=Document)
    except msgspec.DecodeError as error:
        raise RecordError(f"this is no game by docs/record.schema.json: {error}") from error


def record_of(document: Document) -> Record:
    """Return the record in a document; raises `RecordError` naming the first move not right, and why."""
    rules = document.rules
    turns = tuple(enumerate(document.turns, start=1))
    record = Record(
        rules=RuleSet(pie=rules.pie, rounds=rules.rounds, last_marble=rules.last_marble),
        moves=tuple(_move(ply, turn) for ply, turn in turns),
        result=_result(document.result),
        headers=tuple(document.headers.items()),
        comments=tuple((comment.after, comment.text) for comment in document.comments),
        clocks=tuple((ply, turn.clock_ms) for ply, turn in turns if turn.clock_ms is not None),
        corrections=tuple(map(_correction, document.corrections or ())),
    )
    for told, turn in zip(document.turns, document_of(record).turns, strict=True):
        _compare(told, turn)
    if not _has_a_text(record):
        raise RecordError("a header or a comment holds what no text record can; leave it out")
    return record


def _move(ply: int, turn: TurnPart) -> Move:
    try:
        return parse_move(turn.move)
    except RulesError as error:
        raise RecordError(f"{move_name(ply - 1)}: {error}") from error


def _has_a_text(record: Record) -> bool:
    try:
        return Record.parse(str(record)) == record
    except RecordError:
        return False


def _compare(told: TurnPart, turn: TurnPart) -> None:
    """Raise `RecordError` when a turn is not written as the rules have it; pushes stand in any order."""
    if told != turn and _in_order(told) != _in_order(turn):
        raise RecordError(
            f"{move_name(turn.ply - 1)}, {turn.move}: written is "
            f"{json_text(told)}, but by the rules it is {json_text(turn)}"
        )


def _in_order(turn: TurnPart) -> TurnPart:
    return msgspec.structs.replace(turn, pushes=tuple(sorted(turn.pushes, key=lambda push: push.origin)))


def schema() -> dict[str, Any]:
    """Return the schema of a document (JSON Schema 2020-12)."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A game of Momentum",
        **msgspec.json.schema(Document),
    }
