"""Heartbeats both ways, and how long an end may keep quiet."""

from __future__ import annotations

from firmware_bridge.events import Lost
from firmware_bridge.wire.messages import CLOCK
from tests.wire.boards import Wire, clean


def test_both_ends_are_heard_four_times_a_second_when_nothing_happens() -> None:
    wire = Wire().open()
    wire.run(1000)
    wire.heard_by_board.clear()
    wire.heard_by_host.clear()
    wire.run(10_000)
    for heard in (wire.heard_by_board, wire.heard_by_host):
        assert 40 <= len(heard) <= 110
        assert {name for name, _ in heard} <= {"ping", "pong", "report", "ack"}
    assert not wire.told(Lost)


def test_the_round_trip_of_a_ping_is_measured() -> None:
    wire = Wire().open()
    wire.up = lambda frame: [(5, frame)]
    wire.down = lambda frame: [(6, frame)]
    wire.run(2000)
    assert wire.link.round_trip_ms is not None
    assert 11 <= wire.link.round_trip_ms <= 13


def test_endless_noise_is_answered_fifty_times_a_second_at_most() -> None:
    wire = Wire().open()
    wire.heard_by_board.clear()
    for _ in range(200):
        wire.link.receive(b"~noise~", wire.now)
        wire.run(1)
    assert [name for name, _ in wire.heard_by_board].count("nak") == 10


def test_a_slow_wire_is_not_a_lost_one() -> None:
    wire = Wire()
    wire.up = wire.down = lambda frame: [(400, frame)]
    wire.open()
    wire.run(10_000)
    assert not wire.told(Lost)


def test_the_host_need_not_look_before_the_instant_it_named() -> None:
    wire = Wire().open()
    wire.up = wire.down = clean
    for _ in range(3000):
        wire.run(1)
        due = wire.link.next_due_ms
        assert due is not None
        assert wire.now <= due <= wire.now + 250


def test_the_board_names_the_instant_it_has_something_to_say() -> None:
    wire = Wire().open()
    wire.run(40)
    device = wire.board.device
    due = device.next_due_ms(wire.board_ms)
    assert due is not None
    device.tick(due - 1)
    assert device.take(due - 1) == b""
    device.tick(due)
    assert device.take(due) != b""


def test_a_board_whose_clock_wraps_goes_on() -> None:
    wire = Wire()
    wire.now = CLOCK + 4_000
    wire.open()
    wire.contacts(1)
    wire.run(20)
    before = wire.link.latest
    wire.run(3000)
    wire.contacts(3)
    wire.run(20)
    after = wire.link.latest
    assert before is not None
    assert after is not None
    assert before.board_ms > after.board_ms
    assert 2990 <= after.at_ms - before.at_ms <= 3050
    assert not wire.told(Lost)
