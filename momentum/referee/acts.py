"""What an arbiter may do: frozen values, each with a text that `parse_act` reads back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from types import MappingProxyType
from typing import ClassVar

from momentum.referee.errors import BadAct
from momentum.rules import (
    Correction,
    Game,
    Player,
    Position,
    Reason,
    Result,
    RulesError,
    cell_text,
    cells_text,
    parse_cell,
    parse_cells,
    parse_player,
)

LONGEST_REASON = 200
"""Characters of the longest reason that is written down."""


@dataclass(frozen=True, slots=True)
class Act:
    """Something that an arbiter does; `str()` gives the text that `parse_act` reads."""

    changes_game: ClassVar[bool] = False
    """Whether the game is another one afterwards, so that undoing it leads back to the game before."""


@dataclass(frozen=True, slots=True)
class Pause(Act):
    """Nothing is judged until the arbiter lets the game go on; the players' button does not."""

    def __str__(self) -> str:
        return "pause"


@dataclass(frozen=True, slots=True)
class Resume(Act):
    """The game goes on after a pause."""

    def __str__(self) -> str:
        return "resume"


@dataclass(frozen=True, slots=True)
class SetPosition(Act):
    """The marbles are to lie so; the lights lead them there."""

    position: Position
    """Where they are to lie."""
    changes_game: ClassVar[bool] = True

    def __str__(self) -> str:
        return f"position {_cells_words(self.position.first, self.position.second)}"


@dataclass(frozen=True, slots=True)
class LetStand(Act):
    """The board as it lies is right from now on."""

    first: int = 0
    """Mask of the cells with marbles of the first player that the contacts cannot tell."""
    second: int = 0
    """The same for the second player."""
    changes_game: ClassVar[bool] = True

    def __str__(self) -> str:
        return f"stand {_cells_words(self.first, self.second)}" if self.first | self.second else "stand"


@dataclass(frozen=True, slots=True)
class SetTurn(Act):
    """It is this player's turn."""

    player: Player
    """Whose."""
    changes_game: ClassVar[bool] = True

    def __str__(self) -> str:
        return f"turn {self.player}"


@dataclass(frozen=True, slots=True)
class SetCounts(Act):
    """So many turns are counted as made; rounds, the ring and the round limit follow."""

    ply: int
    """How many turns, by both players together."""
    changes_game: ClassVar[bool] = True

    def __str__(self) -> str:
        return f"counts ply={self.ply}"


@dataclass(frozen=True, slots=True)
class TakeBack(Act):
    """The last turns are taken back; one whose pushes are being made is the first of them."""

    turns: int
    """How many."""
    changes_game: ClassVar[bool] = True

    def __str__(self) -> str:
        return f"take_back {self.turns}"


@dataclass(frozen=True, slots=True)
class Warn(Act):
    """A player is warned; it is written down."""

    player: Player
    """Who."""

    def __str__(self) -> str:
        return f"penalty {self.player} warning"


@dataclass(frozen=True, slots=True)
class Forfeit(Act):
    """A player, or both (None), lose the game as a penalty."""

    player: Player | None
    """Who loses; None when both do."""
    changes_game: ClassVar[bool] = True

    def __str__(self) -> str:
        return f"penalty {self.player or 'both'} loss"

    @property
    def result(self) -> Result:
        """How the game ends by it."""
        won = None if self.player is None else self.player.other
        return Result(won, Reason.ARBITER, both_lose=self.player is None)


@dataclass(frozen=True, slots=True)
class Declare(Act):
    """The game ends so, whatever result it had."""

    outcome: str
    """`first`, `second`, `draw`, or `neither` when both lose."""
    changes_game: ClassVar[bool] = True

    def __post_init__(self) -> None:
        if self.outcome not in _OUTCOMES:
            raise BadAct(f"a result is one of {', '.join(_OUTCOMES)}, not {self.outcome!r}")

    def __str__(self) -> str:
        return f"result {self.outcome}"

    @property
    def result(self) -> Result:
        """How the game ends by it."""
        won = Player(self.outcome) if self.outcome in tuple(Player) else None
        return Result(won, Reason.ARBITER, both_lose=self.outcome == "neither")


@dataclass(frozen=True, slots=True)
class Reopen(Act):
    """The result does not stand; the game goes on."""

    changes_game: ClassVar[bool] = True

    def __str__(self) -> str:
        return "reopen"


@dataclass(frozen=True, slots=True)
class SwapSides(Act):
    """What was the first player's is the second player's, and the other way round: marbles and turn."""

    changes_game: ClassVar[bool] = True

    def __str__(self) -> str:
        return "swap_sides"


@dataclass(frozen=True, slots=True)
class MarkContact(Act):
    """A contact is not relied on any more, or is again."""

    cell: int
    """Which one."""
    good: bool
    """Whether it is relied on."""

    def __str__(self) -> str:
        return f"contact {cell_text(self.cell)} {'good' if self.good else 'bad'}"


@dataclass(frozen=True, slots=True)
class Note(Act):
    """Nothing is changed: the reason is what is written down."""

    def __str__(self) -> str:
        return "note"


@dataclass(frozen=True, slots=True)
class Undo(Act):
    """An earlier act is undone."""

    number: int
    """Its number, counted from 1 in this game."""

    def __str__(self) -> str:
        return f"undo {self.number}"


@dataclass(frozen=True, slots=True, kw_only=True)
class DoneAct:
    """An act that was done."""

    number: int
    """Its number, counted from 1 in its game."""
    act: Act
    """What was done."""
    reason: str
    """Why."""
    before: Game
    """The game before it."""
    after: Game
    """The game after it."""
    undone_by: int | None = None
    """The number of the act that undid it; None while it stands."""


def parse_act(text: str) -> Act:
    """Return the act of a text such as `turn second`; raises `BadAct` saying what is accepted."""
    verb, _, rest = text.strip().partition(" ")
    if verb not in _ACTS:
        raise BadAct(f"an arbiter cannot {verb[:40]!r}; the acts are {', '.join(_ACTS)}")
    shape, build = _ACTS[verb]
    try:
        return build(rest.split())
    except (RulesError, ValueError, KeyError, IndexError) as error:
        why = f": {error}" if isinstance(error, RulesError | BadAct) else ""
        form = f"{verb} {shape}".strip()
        raise BadAct(f"{text.strip()[:80]!r} cannot be read{why}; write {form}") from error


def shapes() -> dict[str, str]:
    """Return every act's verb with what follows it."""
    return {verb: shape for verb, (shape, _) in _ACTS.items()}


def _cells_words(first: int, second: int) -> str:
    return f"first={cells_text(first)} second={cells_text(second)}"


def _named(words: list[str], *keys: str) -> dict[str, str]:
    """Return KEY=VALUE words as a dictionary; each key at most once, and none but these."""
    found: dict[str, str] = {}
    for word in words:
        key, equals, value = word.partition("=")
        if not equals or key not in keys or key in found:
            raise BadAct(f"{word!r} does not stand there")
        found[key] = value
    return found


def _whole(text: str, least: int = 0) -> int:
    if not text.isascii() or not text.isdigit() or len(text) > 6 or int(text) < least:
        raise BadAct(f"{text!r} is no whole number from {least} up")
    return int(text)


def _only(act: Act) -> Callable[[list[str]], Act]:
    def build(words: list[str]) -> Act:
        if words:
            raise BadAct(f"nothing stands after {act}")
        return act

    return build


def _position(words: list[str]) -> Act:
    named = _named(words, "first", "second")
    position = Position(parse_cells(named["first"]), parse_cells(named["second"]))
    Correction(after=0, position=position, to_move=Player.FIRST, ply=0)
    return SetPosition(position)


def _stand(words: list[str]) -> Act:
    named = _named(words, "first", "second")
    return LetStand(parse_cells(named.get("first", "-")), parse_cells(named.get("second", "-")))


def _counts(words: list[str]) -> Act:
    ((key, value),) = _named(words, "ply", "round").items()
    ply = _whole(value) * (2 if key == "round" else 1)
    Correction(after=0, position=Position(0, 0), to_move=Player.FIRST, ply=ply)
    return SetCounts(ply)


def _penalty(words: list[str]) -> Act:
    who, what = words
    if what == "warning":
        return Warn(parse_player(who))
    if what != "loss":
        raise BadAct(f"{what!r} is no penalty")
    return Forfeit(None if who == "both" else parse_player(who))


def _contact(words: list[str]) -> Act:
    cell, how = words
    if how not in ("good", "bad"):
        raise BadAct(f"a contact is good or bad, not {how!r}")
    return MarkContact(parse_cell(cell), how == "good")


def _one(build: Callable[[str], Act]) -> Callable[[list[str]], Act]:
    def read(words: list[str]) -> Act:
        (word,) = words
        return build(word)

    return read


_OUTCOMES = ("first", "second", "draw", "neither")
_ACTS: MappingProxyType[str, tuple[str, Callable[[list[str]], Act]]] = MappingProxyType(
    {
        "pause": ("", _only(Pause())),
        "resume": ("", _only(Resume())),
        "position": ("first=CELLS second=CELLS", _position),
        "stand": ("[first=CELLS] [second=CELLS]", _stand),
        "turn": ("first|second", _one(lambda word: SetTurn(parse_player(word)))),
        "counts": ("ply=N|round=N", _counts),
        "take_back": ("N", _one(lambda word: TakeBack(_whole(word, 1)))),
        "penalty": ("first|second|both warning|loss", _penalty),
        "result": ("first|second|draw|neither", _one(Declare)),
        "reopen": ("", _only(Reopen())),
        "swap_sides": ("", _only(SwapSides())),
        "contact": ("CELL good|bad", _contact),
        "note": ("", _only(Note())),
        "undo": ("N", _one(lambda word: Undo(_whole(word, 1)))),
    }
)
"""Each act's verb, what follows it, and what makes the act from that; brackets mean it may be left out."""
