"""Whole games: they run clean, they hold what a soak is for, and chance comes from the seed alone."""

from __future__ import annotations

import json
from random import Random

import pytest

from momentum.cli import run
from momentum.main.soaking import MAKERS, soak
from momentum.referee import Announcer, Mode
from momentum.soak.game import SoakGame
from momentum.soak.lottery import LONG_CLOCKS, draw_settings, with_event
from momentum.soak.run import CHUNK, Plan, play
from momentum.soak.totals import Totals

GAMES = 24


@pytest.fixture(scope="module")
def totals() -> Totals:
    """Return the totals of a few dozen games."""
    return soak(Plan(games=GAMES, seed=2010), lambda _: None)


def figures(totals: Totals) -> dict[str, object]:
    """Return what must not depend on the machine."""
    known = totals.as_json()
    return {key: value for key, value in known.items() if key not in ("games_per_second", "peak_memory_mb")}


def test_a_few_dozen_games_run_without_a_false_decision(totals: Totals) -> None:
    assert totals.failures_as_text(2010) == ""
    assert (totals.games, totals.false) == (GAMES, 0)
    assert totals.turns > 15 * GAMES


def test_every_mistake_was_caught_or_ended_right(totals: Totals) -> None:
    assert totals.made.total() > GAMES
    assert totals.made == totals.caught + totals.harmless
    assert totals.caught.total() > totals.harmless.total()


def test_mistakes_that_no_rule_lets_pass_are_always_caught(totals: Totals) -> None:
    for kind in ("bump", "wrong cell", "two marbles dropped", "wrong colour", "forbidden drop"):
        assert totals.caught[kind] == totals.made[kind], kind


def test_careless_hands_and_bad_luck_come_in_many_kinds(totals: Totals) -> None:
    assert len(totals.made) >= 8
    assert len(totals.troubles) >= 10


def test_getting_back_in_step_takes_seconds(totals: Totals) -> None:
    assert 0 < totals.longest_s < 15


def test_a_soak_draws_clocks_and_everything_that_an_event_may_ask_for() -> None:
    drawn = [with_event(draw_settings(Random(n)), Random(n)) for n in range(200)]
    assert {each.mode for each in drawn} == set(Mode)
    assert {each.announce for each in drawn} == set(Announcer)
    assert {each.confirm for each in drawn} == {True, False}
    assert {str(each.irregular) for each in drawn} == {"None", "warning", "warning+1m"}
    assert len({str(each.clock) for each in drawn}) == 1 + len(LONG_CLOCKS)


def test_the_same_seed_plays_the_same_game_and_another_seed_another() -> None:
    first, again, other = (SoakGame(MAKERS, seed, 3).play() for seed in (5, 5, 6))
    assert first == again
    assert first != other


def test_a_game_is_the_same_wherever_a_soak_begins() -> None:
    (report, totals) = (
        SoakGame(MAKERS, 2010, 17).play(),
        soak(Plan(games=1, seed=2010, first=17), lambda _: None),
    )
    assert (report.turns, report.table_ms) == (totals.turns, totals.table_s * 1000)


def test_totals_are_the_same_for_any_number_of_processes() -> None:
    told: list[int] = []
    plan = Plan(games=CHUNK + 2, seed=7)
    alone = soak(plan, lambda so_far: told.append(so_far.games))
    shared = play(MAKERS, Plan(games=CHUNK + 2, seed=7, jobs=2), lambda _: None)
    assert figures(alone) == figures(shared)
    assert told == [CHUNK, CHUNK + 2]
    assert shared.peak_mb > 5


def test_the_command_prints_figures_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["soak", "--games", "2", "--seed", "4"]) == 0
    printed = capsys.readouterr()
    assert "false decisions" in printed.out
    assert printed.err == ""


def test_the_command_prints_one_object_for_programs(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["soak", "--games", "2", "--seed", "4", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["games"], told["false_decisions"], told["failures"]) == (2, 0, [])


@pytest.mark.parametrize("wrong", [["--games", "0"], ["--first", "-1"], ["--jobs", "none"], ["--seed", "x"]])
def test_wrong_use_is_refused(wrong: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        run(["soak", *wrong])
    assert left.value.code == 2
    assert capsys.readouterr().err.count("\n") == 1
