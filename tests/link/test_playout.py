"""States of a board come out in order and as far apart as they were, however they arrived."""

from __future__ import annotations

from firmware_bridge.events import Snapshot
from hardware.pico.playout import MOST_APART_MS, MOST_WAITING, Playout


def state(at_ms: int, closed: int = 0, *, south: int = 0, buttons: tuple[str, ...] = ()) -> Snapshot:
    """Return a state of the board."""
    return Snapshot(
        at_ms=at_ms, board_ms=at_ms, closed=closed, raw=closed, south=south, buttons=frozenset(buttons)
    )


def seen(playout: Playout, begin: int, end: int) -> list[tuple[int, int]]:
    """Return the contacts handed out, each with the instant it was first seen, looking every 5 ms."""
    found: list[tuple[int, int]] = []
    for now_ms in range(begin, end, 5):
        closed = playout.at(now_ms).closed
        if not found or found[-1][1] != closed:
            found.append((now_ms, closed))
    return found


def test_a_state_that_comes_alone_is_seen_at_once() -> None:
    playout = Playout(state(0), 0)
    playout.add(state(1000, 1), 1003)
    assert playout.at(1003).closed == 1
    assert (playout.moved, playout.moved_ms, playout.moved_at_ms) == (1, 1003, 1000)


def test_states_that_come_together_are_seen_as_far_apart_as_they_were() -> None:
    playout = Playout(state(0), 0)
    for at_ms, closed in ((1000, 1), (1030, 3), (1090, 2)):
        playout.add(state(at_ms, closed), 1200)
    assert seen(playout, 1200, 1400) == [(1200, 1), (1230, 3), (1290, 2)]


def test_no_state_is_waited_for_longer_than_a_finished_turn_must_be_seen() -> None:
    playout = Playout(state(0), 0)
    playout.add(state(1000, 1), 3000)
    playout.add(state(2500, 3), 3000)
    assert seen(playout, 3000, 3200) == [(3000, 1), (3000 + MOST_APART_MS, 3)]
    assert MOST_APART_MS > 60


def test_a_contact_that_flickers_for_ever_delays_nothing() -> None:
    playout = Playout(state(0), 0)
    for number in range(1, 201):
        playout.add(state(50 * number, number % 2), 50 * number + 3)
        playout.at(50 * number + 3 + number % 5)
    playout.add(state(10_010, 2), 10_013)
    assert 2 in [closed for _, closed in seen(playout, 10_013, 10_040)]


def test_when_many_wait_the_oldest_go_at_once() -> None:
    playout = Playout(state(0), 0)
    for number in range(1, 11):
        playout.add(state(1000 + 70 * number, number), 2000)
    assert playout.at(2000).closed == 10 - MOST_WAITING


def test_a_press_between_two_contacts_keeps_its_place() -> None:
    playout = Playout(state(0), 0)
    playout.add(state(1000, 1), 1100)
    playout.press(frozenset({"swap"}), 1040, 1100)
    playout.press(frozenset({"swap"}), 1040, 1100)
    playout.press(frozenset(), 1090, 1100)
    assert playout.at(1100).buttons == frozenset()
    assert playout.at(1140).buttons == {"swap"}
    assert playout.at(1140).closed == 1
    assert playout.at(1190).buttons == frozenset()
    assert not playout.waiting


def test_a_contact_that_turns_its_pole_has_moved() -> None:
    playout = Playout(state(0, 1), 0)
    playout.add(state(500, 1, south=1), 500)
    playout.at(500)
    assert playout.moved == 1


def test_an_instant_that_goes_back_does_not_hold_anything_up() -> None:
    playout = Playout(state(1000), 1000)
    playout.add(state(990, 1), 1005)
    assert playout.at(1005).closed == 1
