"""Virtual hands: their game, played in virtual time, is the published one, mistake and all."""

from __future__ import annotations

from momentum.main import build_simulated
from momentum.play.demo import GAME, beats
from momentum.play.hands import move_marble
from momentum.referee import Said, TableSettings
from momentum.rules import Player, Reason, Result
from momentum.scenario.stage import Stage
from momentum.table.loop import LoopSettings
from momentum.table.notices import Decided, Notice


def play() -> tuple[Stage, list[str], float]:
    """Play the demo's game in virtual time; returns the stage, what was said, and how long it took (ms)."""
    said: list[str] = []

    def hear(notice: Notice) -> None:
        if isinstance(notice, Decided) and isinstance(notice.decision, Said):
            said.append(notice.decision.what.value)

    stage = Stage(build_simulated, TableSettings(), LoopSettings(), hear)
    for beat in beats(stage.referee.snapshot):
        stage.run_until(stage.now_ms + beat.pause_ms)
        if beat.command is not None:
            assert move_marble(stage.table.hands, beat.command)
    return stage, said, stage.now_ms


def test_the_hands_play_the_published_game_to_its_end_within_a_minute() -> None:
    stage, _, took_ms = play()
    assert [str(turn.move) for turn in stage.referee.game.turns] == GAME
    assert stage.referee.game.result == Result(Player.FIRST, Reason.EIGHT)
    assert took_ms < 60_000


def test_the_hands_make_a_mistake_that_the_table_sees() -> None:
    _, said, _ = play()
    assert said.count("extra") == 1
    assert said[-1] == "win_first"
    assert "last_marble_first" in said
    assert "knocked_off" in said
