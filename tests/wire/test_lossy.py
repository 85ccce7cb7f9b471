"""A minute of play over a wire that loses and spoils a tenth each, both ways, in virtual time."""

from __future__ import annotations

import random

import pytest

from firmware_bridge.events import Buttons, Contacts, Live, Lost, Missed
from firmware_bridge.link_state import State
from tests.wire.boards import BOARD_STARTED_MS, Wire, picture
from tests.wire.lossy import LossyWire

MINUTE_MS = 60_000
QUIET_MS = 1_000

History = list[tuple[int, int]]


def play(seed: int, ms: int) -> tuple[Wire, History, bytes]:
    """Return the wire after so long a play, what the board saw as (its instant, mask), and the last frame."""
    rng = random.Random(seed)
    wire = Wire()
    wire.up, wire.down = LossyWire(rng), LossyWire(rng)
    wire.open()
    wire.run(2000)
    seen: History = []
    frame, mask, end = picture(0), 0, wire.now + ms
    while wire.now < end:
        if rng.random() < 0.7:
            mask ^= 1 << rng.randrange(49)
            seen.append((wire.board_ms, mask))
            wire.contacts(mask)
        else:
            frame = picture(rng.randrange(1000))
            wire.link.show(frame, wire.now)
        wire.run(rng.choice((1, 5, 30, 100, 400)))
    wire.run(QUIET_MS)
    return wire, seen, frame


@pytest.mark.parametrize("seed", range(5))
def test_over_a_bad_wire_the_host_sees_every_contact_change_in_order_within_a_second(seed: int) -> None:
    wire, seen, frame = play(seed, MINUTE_MS)
    assert wire.link.state is State.LIVE
    assert not wire.told(Lost)
    assert not wire.told(Missed)
    told = [(change.now.board_ms, change.now.closed) for change in wire.told(Contacts)]
    assert len(seen) > 300
    assert told == seen
    assert wire.board.shown == frame
    assert wire.board.waiting == 0


@pytest.mark.parametrize("seed", range(3))
def test_over_a_bad_wire_no_change_is_told_later_than_a_second_and_none_before_it_happened(seed: int) -> None:
    rng = random.Random(seed)
    wire = Wire()
    wire.up, wire.down = LossyWire(rng), LossyWire(rng)
    wire.open()
    wire.run(1000)
    waits = []
    for count in range(300):
        wire.contacts(count % 3 + 1)
        happened, before = wire.now, len(wire.told(Contacts))
        while len(wire.told(Contacts)) == before:
            wire.run(1)
            assert wire.now - happened < 1000
        waits.append(wire.now - happened)
        change = wire.told(Contacts)[-1]
        assert happened <= change.at_ms <= wire.now
        assert change.now.board_ms == happened - BOARD_STARTED_MS
        wire.run(rng.randrange(40))
    assert sorted(waits)[150] < 40


def test_a_bad_wire_that_goes_dead_and_comes_back_ends_live_with_the_right_state() -> None:
    rng = random.Random(11)
    wire = Wire()
    wire.up, wire.down = LossyWire(rng), LossyWire(rng)
    wire.open()
    for count in range(10):
        wire.unplug()
        wire.contacts(count)
        wire.press(count % 128)
        wire.link.show(picture(count), wire.now)
        wire.run(rng.randrange(3000))
        wire.open()
        wire.run(1000)
        assert wire.link.state is State.LIVE
        assert wire.told(Live)[-1].now.closed == count
        assert wire.board.shown == picture(count)
    assert not wire.told(Contacts)
    assert not wire.told(Buttons)


def test_the_same_seed_gives_the_same_play() -> None:
    one, two = play(4, 5000)[0], play(4, 5000)[0]
    assert one.events == two.events
