"""What must be true of every drop and every game, and what is true of most."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from statistics import mean

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from momentum.rules import (
    ALL,
    CELLS,
    DIRECTIONS,
    Game,
    LastMarble,
    Player,
    Position,
    Reason,
    RuleSet,
    cells_in,
    knocking,
    mask_of,
    resolve,
)
from tests.rules.boards import (
    CROWD,
    EDGE,
    DropCase,
    Policy,
    able_policy,
    along,
    drawn,
    drop_cases,
    random_policy,
    stages,
)

POLICIES = [random_policy, able_policy]
MOST_BAD_CELLS = 21


def line_from(position: Position, cell: int, direction: int) -> list[int]:
    """Return the unbroken line of marbles that begins beside a cell, by coordinates."""
    line = []
    for each in along(cell, direction):
        if position.owner(each) is None:
            break
        line.append(each)
    return line


@given(drop_cases())
def test_a_marble_that_is_last_of_no_line_stays_where_it_was(case: DropCase) -> None:
    position, player, cell = case
    lines = [line_from(position, cell, direction) for direction in range(len(DIRECTIONS))]
    last = {line[-1] for line in lines if line}
    outcome = resolve(position, player, cell)
    assert {push.origin for push in outcome.pushes} == last
    for each in set(cells_in(position.occupied)) - last:
        assert outcome.after.owner(each) is position.owner(each)
    assert outcome.after.owner(cell) is player


@given(drop_cases())
def test_only_the_movers_count_can_grow_and_by_one_at_most(case: DropCase) -> None:
    position, player, _ = case
    after = resolve(*case).after
    assert after.count(player.other) <= position.count(player.other)
    assert after.count(player) <= position.count(player) + 1


@given(drop_cases())
def test_marbles_come_and_go_only_by_the_drop_and_over_the_edge(case: DropCase) -> None:
    position, player, _ = case
    outcome = resolve(*case)
    for owner in Player:
        gone = sum(push.destination is None and push.owner is owner for push in outcome.pushes)
        assert outcome.after.count(owner) == position.count(owner) + (owner is player) - gone


@pytest.mark.parametrize("last_marble", LastMarble)
@pytest.mark.parametrize("policy", POLICIES)
def test_before_every_turn_35_cells_are_empty_and_someone_can_drop(
    policy: Policy, last_marble: LastMarble
) -> None:
    rng = Random(3)
    for _ in range(40):
        for game in stages(RuleSet(rounds=None, last_marble=last_marble), policy, rng):
            if game.result is None:
                assert CELLS - game.position.occupied.bit_count() >= 35
                assert game.legal_moves()


def unanswered(position: Position, player: Player) -> None:
    """Hold a position with seven of the player's marbles to the fact that an eighth can stay."""
    game = Game(rules=RuleSet(), position=position, to_move=player)
    completing = game.completing_cells()
    bad = ALL & ~position.occupied & ~completing
    assert completing
    assert bad.bit_count() <= MOST_BAD_CELLS
    assert bad == knocking(position, player)
    for cell in cells_in(completing):
        assert resolve(position, player, cell).after.count(player) == 8
    for cell in cells_in(bad):
        assert resolve(position, player, cell).after.count(player) < 8


@st.composite
def sevens(draw: st.DrawFn) -> Position:
    """Return seven first marbles on edges or crowded, and up to seven second marbles, anywhere or crowded."""
    firsts = draw(
        st.lists(st.sampled_from(draw(st.sampled_from([EDGE, CROWD]))), unique=True, min_size=7, max_size=7)
    )
    pool = [cell for cell in draw(st.sampled_from([tuple(range(CELLS)), EDGE, CROWD])) if cell not in firsts]
    return Position(mask_of(firsts), mask_of(draw(st.lists(st.sampled_from(pool), unique=True, max_size=7))))


CORNERS_AND_SIDES = drawn("""
    x . . x . . x
    . . . . . . .
    . . . . . . .
    x . . . . . x
    . . . . . . .
    . . . . . . .
    x . . . . . x
""")
ONE_SIDE = drawn("""
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . . . . . .
    o o o o o o o
    x x x x x x x
""")
CROWDED_LINES = drawn("""
    x o . . . o x
    o o . . . o o
    . . . x . . .
    . . . . . . .
    . . . . . . .
    o . . . . . .
    x x . . . x x
""")


@given(sevens())
@example(CORNERS_AND_SIDES)
@example(ONE_SIDE)
@example(CROWDED_LINES)
def test_a_player_with_seven_can_always_complete_eight_on_an_adversarial_board(position: Position) -> None:
    unanswered(position, Player.FIRST)


@pytest.mark.parametrize("policy", POLICIES)
def test_a_player_with_seven_can_always_complete_eight_on_every_board_met(policy: Policy) -> None:
    rng = Random(5)
    met = 0
    for _ in range(60):
        for game in stages(RuleSet(rounds=None), policy, rng):
            for player in Player:
                if game.position.count(player) == 7 and game.position.count(player.other) <= 7:
                    unanswered(game.position, player)
                    met += 1
    assert met > 60


def nearby(position: Position, rng: Random) -> Position:
    """Return a position with one marble of either player moved to an empty cell."""
    player = rng.choice(list(Player))
    origin = rng.choice(cells_in(position.of(player)))
    change = 1 << origin | 1 << rng.choice(cells_in(ALL & ~position.occupied))
    if player is Player.FIRST:
        return Position(position.first ^ change, position.second)
    return Position(position.first, position.second ^ change)


def climbs(rng: Random, steps: int) -> Iterator[Position]:
    """Yield ever worse boards for the first player: each has at least as many bad cells as the one before."""
    position = CROWDED_LINES
    for _ in range(steps):
        candidate = nearby(position, rng)
        if knocking(candidate, Player.FIRST).bit_count() >= knocking(position, Player.FIRST).bit_count():
            position = candidate
            yield position


@pytest.mark.parametrize("seed", range(5))
def test_a_search_for_the_worst_board_finds_none_without_a_cell_that_completes_eight(seed: int) -> None:
    worst = list(climbs(Random(seed), 1500))
    for position in worst[-20:]:
        unanswered(position, Player.FIRST)
    assert 15 <= knocking(worst[-1], Player.FIRST).bit_count() <= MOST_BAD_CELLS


@pytest.mark.parametrize("policy", POLICIES)
def test_under_forced_nobody_ever_reaches_eight(policy: Policy) -> None:
    rng = Random(7)
    for _ in range(150):
        *_, last = stages(RuleSet(rounds=None, last_marble=LastMarble.FORCED), policy, rng)
        assert last.result is not None
        assert last.result.reason is Reason.LAST_MARBLE
        assert last.position.count(last.result.winner or Player.FIRST) == 7


@pytest.mark.parametrize("policy", POLICIES)
def test_no_turn_ends_with_two_winners(policy: Policy) -> None:
    rng = Random(9)
    for _ in range(60):
        for game in stages(RuleSet(rounds=None), policy, rng):
            eights = [player for player in Player if game.position.count(player) == 8]
            assert eights == ([game.result.winner] if game.result else [])


def lengths(policy: Policy, games: int) -> list[int]:
    """Return the turns of that many games without a round limit, from a fixed seed."""
    rng = Random(2010)
    return [list(stages(RuleSet(rounds=None), policy, rng))[-1].ply for _ in range(games)]


def test_random_games_last_about_19_turns() -> None:
    """Over 3,000 games the mean is 19.1, the deviation 3.1: the bounds are four errors of 1,000 games."""
    turns = lengths(random_policy, 1000)
    assert 18.7 <= mean(turns) <= 19.5
    assert min(turns) >= 15
    assert max(turns) <= 45


def test_games_of_able_players_last_about_37_turns_and_a_few_pass_60() -> None:
    """Over 20,000 games the mean is 36.7, the deviation 9.4; 2.2 % pass 60: four errors of 1,000 games."""
    turns = lengths(able_policy, 1000)
    assert 35.5 <= mean(turns) <= 37.9
    assert 0.004 <= mean(each > 60 for each in turns) <= 0.041
