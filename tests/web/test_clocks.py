"""What a page is told of the clocks: figures of an instant, from which it counts on by itself."""

from __future__ import annotations

from typing import Any

from momentum.referee import Tick
from momentum.web.clocks import clock_view
from tests.referee.sitting import Sitting


def shown(sitting: Sitting, after_ms: float = 0) -> dict[str, Any]:
    """Return what a page would be told some time later."""
    view = clock_view(sitting.now, sitting.at_ms + after_ms)
    assert view is not None
    return view


def test_a_game_without_clocks_shows_none() -> None:
    assert clock_view(Sitting().now, 5000) is None


def test_the_figures_are_those_of_the_instant() -> None:
    sitting = Sitting("pie=off clock=5m_d2s_warn=20s,5s")
    assert [shown(sitting, ms)["first"]["ms"] for ms in (0, 1500, 2500)] == [300_000, 300_000, 299_500]
    assert shown(sitting, 1500) == {
        "run": "running",
        "running": "first",
        "low_ms": 5000,
        "hourglass": False,
        "first": {
            "ms": 300_000,
            "up": False,
            "delay_ms": 500,
            "periods": None,
            "turns": None,
            "fallen": False,
            "fallen_first": False,
            "press": False,
            "claim": False,
        },
        "second": {**shown(sitting)["second"], "ms": 300_000, "delay_ms": 2000},
    }


def test_an_instant_before_the_last_event_is_that_event() -> None:
    sitting = Sitting("pie=off clock=5m")
    assert shown(sitting, -1000) == shown(sitting)


def test_low_time_is_shown_though_warnings_are_silenced() -> None:
    assert shown(Sitting("clock=hourglass_1m_warn=-"))["low_ms"] == 10_000
    assert shown(Sitting("clock=hourglass_1m_warn=-"))["hourglass"]


def test_a_press_is_asked_of_the_mover_whose_turn_is_over_on_the_board() -> None:
    sitting = Sitting("pie=off clock=5m_turn=press")
    assert not shown(sitting)["first"]["press"]
    sitting.settle("d4")
    assert (shown(sitting)["first"]["press"], shown(sitting)["second"]["press"]) == (True, False)
    sitting.press("pause")
    assert not shown(sitting)["first"]["press"]


def test_a_win_on_time_is_claimed_by_the_other_player() -> None:
    sitting = Sitting("pie=off clock=1s_flag=claim_warn=-")
    sitting.tell(Tick(at_ms=sitting.later(1000)))
    view = shown(sitting)
    assert (view["running"], view["first"]["fallen"]) == (None, True)
    assert (view["first"]["fallen_first"], view["second"]["fallen_first"]) == (True, False)
    assert (view["first"]["claim"], view["second"]["claim"]) == (False, True)
