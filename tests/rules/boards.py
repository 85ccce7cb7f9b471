"""Boards for the proofs: drawn ones, arbitrary ones, and whole games played by a policy."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

from hypothesis import strategies as st

from momentum.rules import (
    CELLS,
    DIRECTIONS,
    SIZE,
    Drop,
    Game,
    LastMarble,
    Move,
    Player,
    Position,
    RuleSet,
    cell_text,
    cells_in,
    mask_of,
    parse_move,
)

Policy = Callable[[Game, Random], Move]
DropCase = tuple[Position, Player, int]

EDGE = tuple(cell for cell in range(CELLS) if cell % SIZE in {0, SIZE - 1} or cell // SIZE in {0, SIZE - 1})
CROWD = tuple(cell for cell in range(CELLS) if cell % SIZE < 4 and cell // SIZE < 4)


def drawn(board: str) -> Position:
    """Return the position of a drawing: seven rows, row 7 on top; x is first, o is second, . is empty."""
    rows = [row.split() for row in board.strip().splitlines()][::-1]
    marbles = [(y * SIZE + x, mark) for y, row in enumerate(rows) for x, mark in enumerate(row)]
    assert len(marbles) == CELLS
    return Position(*(mask_of(cell for cell, mark in marbles if mark == player) for player in "xo"))


def names(mask: int) -> frozenset[str]:
    """Return the cells of a mask as a set of names."""
    return frozenset(cell_text(cell) for cell in cells_in(mask))


def played(*moves: str, rules: RuleSet | None = None) -> Game:
    """Return the game after these moves."""
    game = Game.new(rules or RuleSet())
    for move in moves:
        game = game.play(parse_move(move))
    return game


def set_up(board: str, to_move: Player, rules: RuleSet | None = None, *, plies: int = 0) -> Game:
    """Return a game that stands at a position set by hand, after so many turns that do not matter."""
    return Game(
        rules=rules or RuleSet(),
        turns=played("d4").turns * plies,
        position=Position.parse(board),
        to_move=to_move,
    )


def random_policy(game: Game, rng: Random) -> Move:
    """Play any legal move."""
    return rng.choice(game.legal_moves())


def able_policy(game: Game, rng: Random) -> Move:
    """Win when that can be done, else knock when that must be done, else play any legal move."""
    hinted = cells_in(game.hints())
    return Drop(rng.choice(hinted)) if hinted else random_policy(game, rng)


def stages(rules: RuleSet, policy: Policy, rng: Random) -> Iterator[Game]:
    """Yield a game at every ply, from the first drop to its end."""
    game = Game.new(rules)
    yield game
    while game.result is None:
        game = game.play(policy(game, rng))
        yield game


@st.composite
def positions(draw: st.DrawFn, *, most: int = 7) -> Position:
    """Return up to `most` marbles a side: anywhere, all on the edge, or crowded into sixteen cells."""
    pool = draw(st.sampled_from([tuple(range(CELLS)), EDGE, CROWD]))
    cells = draw(st.lists(st.sampled_from(pool), unique=True, max_size=min(2 * most, len(pool))))
    firsts = draw(st.integers(max(0, len(cells) - most), min(most, len(cells))))
    return Position(mask_of(cells[:firsts]), mask_of(cells[firsts:]))


@st.composite
def drop_cases(draw: st.DrawFn) -> DropCase:
    """Return a position, a player and an empty cell."""
    position = draw(positions())
    free = [cell for cell in range(CELLS) if not position.occupied >> cell & 1]
    return position, draw(st.sampled_from(Player)), draw(st.sampled_from(free))


@st.composite
def rule_sets(draw: st.DrawFn, *, most_rounds: int = 999) -> RuleSet:
    """Return any settings, with up to this round limit."""
    return RuleSet(
        pie=draw(st.booleans()),
        rounds=draw(st.none() | st.integers(1, most_rounds)),
        last_marble=draw(st.sampled_from(LastMarble)),
    )


def along(cell: int, direction: int) -> Iterator[int]:
    """Yield the cells from `cell`, left out, outward, worked out by coordinates and not from tables."""
    across, up = DIRECTIONS[direction]
    column, row = cell % SIZE + across, cell // SIZE + up
    while 0 <= column < SIZE and 0 <= row < SIZE:
        yield row * SIZE + column
        column, row = column + across, row + up
