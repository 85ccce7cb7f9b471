"""Simulated tables that were soldered otherwise: contacts, lights and poles go where the wires go."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.errors import SettingError
from hardware.gpio.ghosts import ambiguous
from hardware.protocols import CELLS, FRAME_BYTES, PIXELS, Scan
from hardware.simulator import SimulatedTable, Wiring
from tests.workshop.clock import HandClock

REVERSED = tuple(1 << CELLS - 1 - cell for cell in range(CELLS))


def built(wiring: Wiring, *, polarity: bool = False) -> SimulatedTable:
    return SimulatedTable(HandClock(), bounce_ms=0, polarity=polarity, wiring=wiring, marbles_each=CELLS)


def test_a_marble_closes_the_contact_its_cell_is_wired_to() -> None:
    table = built(Wiring(contacts=REVERSED))
    table.hands.place(0, south=False)
    table.hands.place(10, south=True)
    assert table.sensors.scan() == Scan(1 << 48 | 1 << 38)
    table.hands.lift(0)
    assert table.sensors.scan() == Scan(1 << 38)


def test_a_broken_wire_closes_nothing() -> None:
    table = built(Wiring(contacts=(0, *(1 << cell for cell in range(1, CELLS)))))
    table.hands.place(0, south=False)
    assert table.sensors.scan() == Scan(0)


def test_two_cells_on_one_contact_keep_it_closed_until_both_are_empty() -> None:
    table = built(Wiring(contacts=(1 << 1, *(1 << cell for cell in range(1, CELLS)))))
    table.hands.place(0, south=False)
    table.hands.place(1, south=False)
    table.hands.lift(0)
    assert table.sensors.scan() == Scan(1 << 1)
    table.hands.lift(1)
    assert table.sensors.scan() == Scan(0)


def test_a_sensor_that_lies_upside_down_takes_north_for_south() -> None:
    table = built(Wiring(upside_down=0b1), polarity=True)
    table.hands.place(0, south=False)
    table.hands.place(1, south=False)
    table.hands.place(2, south=True)
    assert table.sensors.scan() == Scan(closed=0b111, south=0b101)


def test_sensors_that_know_no_poles_cannot_lie_upside_down() -> None:
    table = built(Wiring(upside_down=0b1))
    table.hands.place(0, south=False)
    assert table.sensors.scan() == Scan(closed=0b1, south=0)


@given(st.sets(st.integers(0, CELLS - 1), max_size=12))
def test_without_diodes_only_corners_of_rectangles_read_otherwise(cells: set[int]) -> None:
    table = built(Wiring(diodes=False))
    for cell in cells:
        table.hands.place(cell, south=False)
    truth = sum(1 << cell for cell in cells)
    read = table.sensors.scan().closed
    assert read & truth == truth
    assert (read ^ truth) & ~ambiguous(read) == 0


def test_three_corners_of_a_rectangle_make_a_ghost_without_diodes() -> None:
    table = built(Wiring(diodes=False))
    for cell in (0, 6, 42):
        table.hands.place(cell, south=False)
    assert table.sensors.scan().closed == 1 | 1 << 6 | 1 << 42 | 1 << 48


def test_a_light_is_seen_where_the_chain_has_brought_it() -> None:
    table = built(Wiring(lights=(48, *range(1, 48), 0, *range(49, PIXELS))))
    table.lights.show(bytes([1, 2, 3]) + bytes(FRAME_BYTES - 3))
    assert table.lights.shown == bytes(48 * 3) + bytes([1, 2, 3]) + bytes(28 * 3)
    table.lights.close()
    assert table.lights.shown == bytes(FRAME_BYTES)


def test_a_dead_light_stays_dark() -> None:
    table = built(Wiring(dark=frozenset({1})))
    table.lights.show(bytes([9]) * FRAME_BYTES)
    assert table.lights.shown == bytes([9, 9, 9, 0, 0, 0]) + bytes([9]) * (FRAME_BYTES - 6)


@pytest.mark.parametrize(
    "wrong", [{"contacts": (1, 2, 4)}, {"contacts": (1 << CELLS,) * CELLS}, {"lights": (0,) * PIXELS}]
)
def test_a_wiring_that_no_table_has_is_refused(wrong: dict[str, tuple[int, ...]]) -> None:
    with pytest.raises(SettingError):
        Wiring(**wrong)  # type: ignore[arg-type]
