"""A soak that cannot fail proves nothing: decisions that are falsified on their way are found."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

import pytest

from momentum.main import simulate
from momentum.main.soaking import MAKERS
from momentum.referee import (
    Decision,
    DropAccepted,
    GameEnded,
    GameStarted,
    TurnEnded,
    Undone,
)
from momentum.rules import Drop, Player, Position, Reason, Result, Swap
from momentum.scenario.script import parse_script
from momentum.soak.game import GameReport, SoakGame
from momentum.table.notices import Decided, Notice

Hear = Callable[[Notice], None]
Falsify = Callable[[Decision], Iterable[Decision]]
SEED, GAME = 11, 5


def falsified(falsify: Falsify, number: int = GAME) -> GameReport:
    """Play a game whose decisions are told falsely."""

    def wrap(hear: Hear) -> Hear:
        def told(notice: Notice) -> None:
            if not isinstance(notice, Decided):
                hear(notice)
                return
            for decision in falsify(notice.decision):
                hear(replace(notice, decision=decision))

        return told

    return SoakGame(MAKERS, SEED, number, wrap).play()


def wrong_position(decision: Decision) -> Iterable[Decision]:
    if isinstance(decision, TurnEnded) and decision.ply == 5:
        after = decision.turn.after
        moved = Position(after.first ^ after.first & -after.first, after.second)
        decision = replace(decision, turn=replace(decision.turn, after=moved))
    return [decision]


def wrong_owner(decision: Decision) -> Iterable[Decision]:
    if isinstance(decision, TurnEnded) and decision.ply == 5:
        after = decision.turn.after
        decision = replace(decision, turn=replace(decision.turn, after=Position(after.second, after.first)))
    return [decision]


def lost_turn(decision: Decision) -> Iterable[Decision]:
    return [] if isinstance(decision, TurnEnded) and decision.ply == 5 else [decision]


def lost_pushes(decision: Decision) -> Iterable[Decision]:
    if isinstance(decision, TurnEnded) and decision.turn.pushes:
        decision = replace(decision, turn=replace(decision.turn, pushes=()))
    return [decision]


def no_announcement(decision: Decision) -> Iterable[Decision]:
    if isinstance(decision, TurnEnded) and decision.turn.announced:
        decision = replace(decision, turn=replace(decision.turn, announced=False))
    return [decision]


def dropped_elsewhere(decision: Decision) -> Iterable[Decision]:
    if isinstance(decision, DropAccepted):
        decision = replace(decision, cell=(decision.cell + 1) % 49)
    return [decision]


def dropped_by_the_other(decision: Decision) -> Iterable[Decision]:
    return [
        replace(decision, player=decision.player.other) if isinstance(decision, DropAccepted) else decision
    ]


def phantom_turn(decision: Decision) -> Iterable[Decision]:
    return [decision, decision] if isinstance(decision, TurnEnded) and decision.ply == 4 else [decision]


def phantom_swap(decision: Decision) -> Iterable[Decision]:
    if isinstance(decision, TurnEnded) and decision.ply == 2 and isinstance(decision.turn.move, Drop):
        before = decision.turn.before
        turn = replace(decision.turn, move=Swap(), pushes=(), after=Position(0, before.first))
        decision = replace(decision, turn=turn)
    return [decision]


def phantom_undoing(decision: Decision) -> Iterable[Decision]:
    if isinstance(decision, TurnEnded) and decision.ply == 5:
        return [decision, Undone(at_ms=decision.at_ms, ply=4, move=decision.turn.move)]
    return [decision]


def phantom_game(decision: Decision) -> Iterable[Decision]:
    if isinstance(decision, TurnEnded) and decision.ply == 5:
        return [decision, GameStarted(at_ms=decision.at_ms)]
    return [decision]


def phantom_end(decision: Decision) -> Iterable[Decision]:
    if isinstance(decision, TurnEnded) and decision.ply == 5:
        return [decision, GameEnded(at_ms=decision.at_ms, result=Result(Player.FIRST, Reason.EIGHT))]
    return [decision]


def wrong_winner(decision: Decision) -> Iterable[Decision]:
    if isinstance(decision, GameEnded):
        winner = decision.result.winner
        other = Player.FIRST if winner is None else winner.other
        decision = replace(decision, result=Result(other, decision.result.reason))
    return [decision]


def wrong_reason(decision: Decision) -> Iterable[Decision]:
    if isinstance(decision, GameEnded):
        decision = replace(decision, result=Result(decision.result.winner, Reason.TIME))
    return [decision]


@pytest.mark.parametrize(
    ("falsify", "complaint"),
    [
        (wrong_position, "differs"),
        (wrong_owner, "differs"),
        (lost_turn, "by the slow twin"),
        (lost_pushes, "pushes"),
        (no_announcement, "announced=False"),
        (dropped_elsewhere, "no hand made"),
        (dropped_by_the_other, "no hand made"),
        (phantom_turn, "slow twin"),
        (phantom_swap, "a swap that no hand made"),
        (phantom_undoing, "no hand asked for it"),
        (phantom_game, "nobody asked for"),
        (phantom_end, "the game ended"),
        (wrong_winner, "the game ended"),
        (wrong_reason, "the game ended"),
    ],
)
def test_a_falsified_decision_is_found(falsify: Falsify, complaint: str) -> None:
    report = falsified(falsify)
    assert any(complaint in why for why in report.false), report.false


def test_the_same_game_told_truly_is_clean() -> None:
    report = falsified(lambda decision: [decision])
    assert (report.false, report.head, report.scenario) == ((), (), ())


def test_a_game_with_something_false_is_written_down_as_a_scenario_that_plays_it_again() -> None:
    report = falsified(wrong_winner)
    text = "\n".join((*report.head, *report.scenario, "+5000 wait"))
    seed = int(report.head[0].split()[-1])
    turns: list[TurnEnded] = []

    def watch(notice: Notice) -> None:
        if isinstance(notice, Decided) and isinstance(notice.decision, TurnEnded):
            turns.append(notice.decision)

    simulate(parse_script(text.encode()), seed=seed, watch=watch)
    assert len(turns) == report.turns
