"""The board's milliseconds in the host's time."""

from __future__ import annotations

import random

from firmware_bridge.board_clock import BoardClock
from firmware_bridge.wire.messages import CLOCK


def test_the_message_that_travelled_fastest_tells_the_difference() -> None:
    clock = BoardClock()
    assert clock.host_ms(1000, 5040) == 5040
    assert clock.host_ms(1100, 5110) == 5110
    assert clock.host_ms(1200, 5290) == 5210


def test_no_instant_is_later_than_its_arrival() -> None:
    clock, rng = BoardClock(), random.Random(3)
    board = 0
    for _ in range(2000):
        board += rng.randrange(200)
        received = board + 7000 + rng.randrange(3, 90)
        assert board + 7000 <= clock.host_ms(board, received) <= received


def test_a_board_whose_crystal_runs_fast_or_slow_is_followed() -> None:
    for drift in (0.9995, 1.0005):
        clock = BoardClock()
        errors = []
        for real in range(0, 3_600_000, 500):
            told = clock.host_ms(int(real * drift) & CLOCK, real + 3)
            errors.append(abs(told - (real + 3)))
        assert max(errors) <= 12


def test_the_wrap_of_the_boards_clock_is_no_jump() -> None:
    clock = BoardClock()
    assert clock.host_ms(CLOCK - 10, 90_000) == 90_000
    assert clock.host_ms(5, 90_016) == 90_016


def test_an_instant_a_little_before_the_last_one_is_taken_as_such() -> None:
    clock = BoardClock()
    clock.host_ms(5, 1000)
    assert clock.host_ms(CLOCK - 4, 1000) <= 1000
