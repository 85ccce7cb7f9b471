"""A power supply that fails the machine: pages tell of it, before the game and in it."""

from __future__ import annotations

from momentum.main import SimulatedSession
from momentum.play.session import SUPPLY_MS, SessionSettings


def test_a_weak_supply_is_told_once_it_is_seen_and_asked_about_now_and_then() -> None:
    asked = [False, True]
    manner = SessionSettings(is_supply_weak=lambda: asked.pop(0))
    session = SimulatedSession(session=manner).open()
    session._watch_supply(0.0)
    session._watch_supply(SUPPLY_MS - 1)
    assert session._state()["device"]["weak_supply"] is False
    session._watch_supply(SUPPLY_MS)
    assert session._state()["device"]["weak_supply"] is True
    assert asked == []


def test_where_the_supply_cannot_be_asked_about_nothing_is_told() -> None:
    session = SimulatedSession().open()
    session._watch_supply(0.0)
    assert session._state()["device"]["weak_supply"] is False
