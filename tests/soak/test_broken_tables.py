"""A soak that cannot fail proves nothing: tables that are broken inside are found within a few games."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

import momentum.clock.rundown
import momentum.guidance
import momentum.records.recorded
import momentum.referee.conduct
import momentum.referee.watch
import momentum.table.lighting
from momentum.cli import run
from momentum.clock import Clock, Period, Side
from momentum.clock.side import ran
from momentum.guidance import Meaning
from momentum.main.soaking import MAKERS
from momentum.records.book import Record
from momentum.records.readings import words_of
from momentum.referee import Decision, GameEnded, Irregularity, PendingDrop, Seen
from momentum.rules import ALL, Game, Outcome, Player, Position
from momentum.soak.game import SoakGame

SEED = 3


def found(games: int, seed: int = SEED) -> str:
    """Play until something is false, at most so many games, and return what was."""
    for number in range(games):
        report = SoakGame(MAKERS, seed, number).play()
        if report.false:
            return report.false[0]
    return ""


def test_a_referee_that_skips_the_60_ms_rule_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(momentum.referee.watch, "TARGET_HELD_MS", 0)
    assert "came when the target had been there for" in found(30)


def test_a_referee_that_forgets_a_push_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    owed_by = PendingDrop.of

    def forgetful(game: Game, cell: int) -> PendingDrop:
        owed = owed_by(game, cell)
        if len(owed.outcome.pushes) < 2:
            return owed
        kept = Outcome(owed.outcome.pushes[1:], _without_first_push(owed, game.position))
        return PendingDrop(cell=cell, outcome=kept)

    monkeypatch.setattr(PendingDrop, "of", forgetful)
    assert "differs" in found(10)


def _without_first_push(owed: PendingDrop, before: Position) -> Position:
    """Return the target of a drop whose first push was forgotten."""
    push, after = owed.outcome.pushes[0], owed.outcome.after
    moved = 1 << push.origin | (0 if push.destination is None else 1 << push.destination)
    first = (after.first & ~moved) | (before.first & 1 << push.origin)
    return Position(first, (after.second & ~moved) | (before.second & 1 << push.origin))


def test_a_referee_that_overlooks_one_marble_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def overlooks(seen: Seen, position: Position) -> bool:
        return (seen.occupied ^ position.occupied).bit_count() <= 1

    monkeypatch.setattr(Seen, "shows", overlooks)
    assert "differs" in found(10)


def test_a_referee_that_does_not_guard_the_last_marble_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Game, "_allowed_cells", lambda game: ALL & ~game.position.occupied)
    assert "a turn that the slow twin does not allow" in found(60)


def test_lights_that_do_not_show_mistakes_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(momentum.guidance, "_errors", lambda _: ())
    assert "no progress" in found(30)


def test_lights_that_take_one_mistake_for_the_other_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    looks = dict(momentum.table.lighting.LOOKS)
    looks[Meaning.EXTRA], looks[Meaning.MISSING] = looks[Meaning.MISSING], looks[Meaning.EXTRA]
    monkeypatch.setattr(momentum.table.lighting, "LOOKS", looks)
    assert found(10)


def test_a_ring_that_counts_wrongly_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Game, "round", property(lambda game: (len(game.turns) + 1) // 2))
    assert "steps of the ring" in found(10)


def test_a_book_that_forgets_the_moves_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Record, "game", lambda record: Game.new(record.rules))
    assert "text record is another game" in found(10)


def test_a_journal_that_leaves_the_last_turn_out_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def forgetful(decisions: Sequence[Decision], before: Clock | None) -> list[str]:
        words = words_of(decisions, before)
        over = any(isinstance(each, GameEnded) for each in decisions)
        return [each for each in words if not (over and each.startswith(("turn", "result")))]

    monkeypatch.setattr(momentum.records.recorded, "words_of", forgetful)
    assert "the game in the journal is another one" in found(10)


def test_a_clock_that_loses_time_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def loses(side: Side, period: Period, ms: int) -> Side:
        return ran(side, period, max(0, ms - 1))

    monkeypatch.setattr(momentum.clock.rundown, "ran", loses)
    assert "the clocks ran for" in found(10)


def test_a_table_that_calls_honest_players_irregular_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def severe(*_: object) -> tuple[Player, Irregularity, int]:
        return Player.FIRST, Irregularity.TOUCHED, 1

    monkeypatch.setattr(momentum.referee.conduct, "irregular_act", severe)
    assert "slipped nowhere, and was called irregular" in found(30)


def test_the_command_says_what_was_false_and_exits_with_1(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(Game, "round", property(lambda game: (len(game.turns) + 1) // 2))
    assert run(["soak", "--games", "1", "--seed", str(SEED), "--json"]) == 1
    told = capsys.readouterr()
    assert f"momentum soak --seed {SEED} --first 0 --games 1" in told.err
    assert "set pie" in told.err
    assert '"false_decisions": 1' in told.out
