"""News: foretold to the millisecond, told once, lost never."""

from __future__ import annotations

import pytest

from momentum.clock import Clock, Flag, LowTime, News, PeriodBegan
from momentum.rules import Player
from tests.clock.tables import set_to

FIRST, SECOND = Player


def low(at_ms: int, left_ms: int, player: Player = FIRST) -> LowTime:
    return LowTime(player=player, at_ms=at_ms, left_ms=left_ms)


def watched(clock: Clock, at_ms: int, until_ms: int) -> list[News]:
    """Return all that a loop hears that wakes at no other instant than the foretold ones."""
    heard: list[News] = []
    due_ms = clock.next_event_ms(at_ms)
    while due_ms is not None and due_ms <= until_ms:
        clock, news = clock.tell(due_ms)
        assert news[0].at_ms == due_ms
        heard += news
        due_ms = clock.next_event_ms(due_ms)
    return heard


def test_a_loop_that_sleeps_to_the_next_event_hears_everything_at_its_instant() -> None:
    clock = set_to("2m;byo 0s 2x30s").start(1000)
    assert watched(clock, 1000, 10**9) == [
        low(61_000, 60_000),
        low(91_000, 30_000),
        low(111_000, 10_000),
        PeriodBegan(player=FIRST, at_ms=121_000, period=1, left=2),
        low(141_000, 10_000),
        PeriodBegan(player=FIRST, at_ms=151_000, period=1, left=1),
        low(171_000, 10_000),
        Flag(player=FIRST, at_ms=181_000, played_ms=180_000),
    ]


def test_a_loop_that_comes_late_hears_the_same_in_its_order() -> None:
    clock = set_to("2m;byo 0s 2x30s").start(1000)
    assert clock.tell(10**9)[1] == tuple(watched(clock, 1000, 10**9))


def test_news_are_told_once() -> None:
    clock, news = set_to("5m").start(0).tell(240_000)
    assert news == (low(240_000, 60_000),)
    assert clock.tell(240_001)[1] == ()
    assert clock.next_event_ms(240_001) == 270_000


def test_news_before_a_turn_was_over_are_still_told_after_it() -> None:
    clock = set_to("5m").start(0).turn_over(250_000)
    assert clock.next_event_ms(250_000) == 250_000
    assert clock.tell(250_000)[1] == (low(240_000, 60_000),)


def test_a_time_that_rises_again_brings_no_warning_a_second_time() -> None:
    clock = set_to("61s+5s").start(0).turn_over(2000).turn_over(2000)
    assert clock.remaining(FIRST, 2000) == 64_000
    clock, _ = clock.tell(2000)
    assert clock.next_event_ms(2000) == 2000 + 34_000


def test_a_game_is_not_warned_of_a_time_it_began_with() -> None:
    assert set_to("1m").start(0).next_event_ms(0) == 30_000
    assert set_to("20s").start(0).next_event_ms(0) == 10_000


def test_each_period_of_byo_yomi_has_its_own_warning() -> None:
    clock = set_to("byo 0s 3x30s").start(0)
    clock, news = clock.tell(25_000)
    assert news == (low(20_000, 10_000),)
    clock = clock.turn_over(25_000).turn_over(25_000)
    assert clock.next_event_ms(25_000) == 45_000


def test_a_delay_puts_the_warning_off() -> None:
    clock = set_to("1m5s d3s").start(0)
    assert clock.next_event_ms(0) == 8000
    assert clock.next_event_ms(5000) == 8000


@pytest.mark.parametrize(("text", "due_ms"), [("5m warn=-", 300_000), ("5m warn=2m", 180_000), ("up", None)])
def test_warnings_are_a_setting(text: str, due_ms: int | None) -> None:
    assert set_to(text).start(0).next_event_ms(0) == due_ms


def test_a_paused_clock_foretells_nothing() -> None:
    assert set_to("5m").start(0).pause(10).next_event_ms(10) is None


def test_a_question_tells_nothing_away() -> None:
    clock = set_to("5m").start(0)
    assert clock.fallen(290_000) is None
    assert clock.remaining(SECOND, 290_000) == 300_000
    assert len(clock.tell(290_000)[1]) == 3


def test_the_news_of_a_fallen_flag_freeze_the_clock_they_tell_of() -> None:
    clock, news = set_to("5s warn=-").start(0).tell(6000)
    assert news == (Flag(player=FIRST, at_ms=5000, played_ms=5000),)
    assert clock.running(6000) is None
