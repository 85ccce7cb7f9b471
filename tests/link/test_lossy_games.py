"""Whole games over a wire that drops and spoils a tenth of the frames each way, delays and doubles them.

Every test run plays some; `python -m tests.link.games 200` plays more, and fails where one goes wrong.
"""

from __future__ import annotations

import multiprocessing
import os
from concurrent.futures import ProcessPoolExecutor
from itertools import chain

import pytest

from tests.link.games import SETTLE_MS, STALL_MS, Played, play, play_all

GAMES = 30
PART = 10


@pytest.fixture(scope="module", name="games")
def played() -> list[Played]:
    """Return the games, played by as many processes as there are processors."""
    parts = [range(first, first + PART) for first in range(0, GAMES, PART)]
    spawn = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(os.cpu_count(), mp_context=spawn) as pool:
        return list(chain.from_iterable(pool.map(play_all, parts)))


def test_all_games_come_to_their_end_as_the_hands_played_them(games: list[Played]) -> None:
    assert len(games) == GAMES
    assert [game for game in games if not game.over] == []
    assert [game for game in games if game.recorded != game.made] == []


def test_no_drop_is_accepted_that_no_hand_made(games: list[Played]) -> None:
    assert sum(len(game.accepted) for game in games) > 10 * GAMES
    assert [game for game in games if game.phantoms] == []


def test_no_error_is_called_out_that_no_hand_made(games: list[Played]) -> None:
    assert [game for game in games if set(game.wrong) - {"fault"}] == []


def test_no_decision_comes_later_than_a_second_after_the_board_has_settled(games: list[Played]) -> None:
    assert max(max(game.waits_ms) for game in games) <= SETTLE_MS + STALL_MS


def test_the_board_is_hardly_ever_taken_for_lost(games: list[Played]) -> None:
    assert sum(game.gone for game in games) <= GAMES / 10


def test_at_the_end_the_lights_show_what_they_should_and_the_board_is_seen_as_it_lies(
    games: list[Played],
) -> None:
    assert [game for game in games if not game.lights_right] == []
    assert [game for game in games if not game.seen_right] == []


def test_a_good_wire_costs_a_game_hardly_any_time() -> None:
    game = play(7, lossy=False)
    assert game.right
    assert game.gone == 0
    assert sorted(game.waits_ms)[len(game.waits_ms) // 2] < SETTLE_MS + 50


def test_the_same_seed_gives_the_same_game() -> None:
    assert play(3) == play(3)
