"""Whole calibrations on simulated tables: whatever the wiring, the map undoes it, or the fault is told."""

from __future__ import annotations

from random import Random

import pytest

from hardware.errors import DeviceLost
from hardware.protocols import CELLS, DARK, PIXELS
from hardware.simulator import Wiring
from hardware.strip.order import BoardPath, PixelOrder, RingPath
from momentum.rules import ALL, cells_text, parse_cell
from momentum.workshop.calibration import Outcome
from momentum.workshop.dialogue import Say
from momentum.workshop.faults import Fault, FaultKind
from momentum.workshop.grid import PROBES, Description, Regular, Turn
from momentum.workshop.table_map import TableMap
from tests.workshop.table import BACK, Sitting, contacts_of

LINES = tuple(range(7))


def undone(wiring: Wiring) -> TableMap:
    """Return the map that undoes a wiring without faults."""
    over = {mask.bit_length() - 1: cell for cell, mask in enumerate(wiring.contacts)}
    return TableMap(cells=tuple(over[contact] for contact in range(CELLS)), chain=wiring.lights)


def kinds(outcome: Outcome) -> list[FaultKind]:
    return [fault.kind for fault in outcome.faults]


def test_a_straight_table_gets_a_straight_map() -> None:
    sitting = Sitting()
    outcome = sitting.calibrate()
    assert outcome.table_map == undone(Wiring())
    assert outcome.wiring == Description(turn=Turn.STRAIGHT, rows=(), columns=())
    assert outcome.fine
    assert sitting.told()[-1] == "wiring.straight"
    assert sitting.table.lights.shown == DARK


@pytest.mark.parametrize("quick", [False, True])
@pytest.mark.parametrize("crossed", [False, True])
@pytest.mark.parametrize("rows", [LINES, BACK, (3, 1, 2, 0, 4, 5, 6)])
@pytest.mark.parametrize("columns", [LINES, BACK])
def test_every_turn_mirror_and_swap_is_undone(
    *, quick: bool, crossed: bool, rows: tuple[int, ...], columns: tuple[int, ...]
) -> None:
    matrix = Regular(crossed=crossed, rows=rows, columns=columns)
    order = PixelOrder.of(BoardPath(start=48, serpentine=crossed), RingPath(start=12, clockwise=not crossed))
    wiring = Wiring(contacts=contacts_of(matrix), lights=order.chain)
    sitting = Sitting(wiring)
    outcome = sitting.calibrate(quick=quick)
    assert outcome.table_map == undone(wiring)
    assert outcome.faults == ()
    assert sitting.told().count("put") == (len(PROBES) if quick else CELLS)


def test_a_quick_calibration_asks_for_23_marbles_in_all() -> None:
    sitting = Sitting()
    sitting.calibrate(quick=True)
    asked = [key for key in sitting.told() if key in {"put", "where", "where_ring"}]
    assert len(asked) == 9 + 9 + 5


def test_single_wires_in_any_order_are_learnt_one_by_one() -> None:
    contacts, lights, ring = list(range(CELLS)), list(range(CELLS)), list(range(CELLS, PIXELS))
    Random(7).shuffle(contacts)
    Random(8).shuffle(lights)
    ring = [*reversed(ring[:7]), *ring[7:]]
    wiring = Wiring(contacts=tuple(1 << contact for contact in contacts), lights=(*lights, *ring))
    sitting = Sitting(wiring)
    outcome = sitting.calibrate(quick=True)
    assert outcome.table_map == undone(wiring)
    assert outcome.wiring is None
    assert {"irregular", "irregular_lights", "wiring.irregular"} <= set(sitting.told())


def test_two_crossed_wires_are_asked_for_twice_and_then_believed() -> None:
    matrix = Regular(crossed=True)
    one, other = 1 << matrix.contact(parse_cell("c4")), 1 << matrix.contact(parse_cell("g5"))
    wiring = Wiring(contacts=contacts_of(matrix, c4=other, g5=one))
    sitting = Sitting(wiring)
    assert sitting.calibrate().table_map == undone(wiring)
    assert sitting.told().count("again.unexpected") == 2


@pytest.mark.parametrize("waits", [False, True])
def test_a_dead_contact_is_named_and_placed_by_the_others(*, waits: bool) -> None:
    matrix = Regular(rows=BACK)
    sitting = Sitting(Wiring(contacts=contacts_of(matrix, c3=0)), waits=waits)
    outcome = sitting.calibrate()
    assert outcome.faults == (Fault(kind=FaultKind.DEAD, cell=parse_cell("c3")),)
    assert outcome.table_map is not None
    assert outcome.table_map.cells == matrix.cells()
    assert cells_text(outcome.table_map.dead) == "c3"
    assert not outcome.fine


def test_a_dead_contact_among_the_nine_makes_a_quick_calibration_ask_for_all() -> None:
    sitting = Sitting(Wiring(contacts=contacts_of(Regular(), d4=0)))
    outcome = sitting.calibrate(quick=True)
    assert kinds(outcome) == [FaultKind.DEAD]
    assert sitting.told().count("put") == CELLS + 1  # d4 once more


def test_a_stuck_contact_is_named_with_its_line_and_column() -> None:
    sitting = Sitting(Wiring(contacts=contacts_of(Regular(crossed=True))))
    sitting.table.faults.stuck(parse_cell("e2"), closed=True)
    outcome = sitting.calibrate()
    contact = Regular(crossed=True).contact(parse_cell("e2"))
    assert outcome.faults == (Fault(kind=FaultKind.STUCK, cell=parse_cell("e2"), contact=contact),)
    assert outcome.table_map is not None
    assert (cells_text(outcome.table_map.stuck), outcome.table_map.dead) == ("e2", 0)
    assert "closed" in sitting.told()


def test_a_forgotten_marble_is_no_stuck_contact() -> None:
    sitting = Sitting()
    sitting.table.hands.place(parse_cell("b6"), south=False)
    assert sitting.calibrate().fine
    assert "clear" in sitting.told()


def test_a_flickering_contact_is_named_and_left_out() -> None:
    sitting = Sitting()
    sitting.table.faults.flicker(parse_cell("f2"), 25)
    outcome = sitting.calibrate()
    assert kinds(outcome) == [FaultKind.RESTLESS]
    assert outcome.table_map is not None
    assert cells_text(outcome.table_map.stuck) == "f2"


def test_two_cells_on_one_contact_are_told() -> None:
    sitting = Sitting(Wiring(contacts=contacts_of(Regular(), e5=1 << parse_cell("e6"))))
    outcome = sitting.calibrate()
    assert kinds(outcome) == [FaultKind.SHARED]
    assert {outcome.faults[0].cell, outcome.faults[0].other} == {parse_cell("e5"), parse_cell("e6")}
    assert outcome.table_map is not None
    assert sorted(outcome.table_map.cells) == list(range(CELLS))


def test_one_marble_on_two_contacts_is_told() -> None:
    bridge = 1 << parse_cell("c2") | 1 << parse_cell("c3")
    sitting = Sitting(Wiring(contacts=contacts_of(Regular(), c2=bridge)))
    outcome = sitting.calibrate()
    assert outcome.faults == (Fault(kind=FaultKind.BRIDGED, cell=parse_cell("c2")),)


def test_without_diodes_stuck_contacts_make_ghosts_and_they_are_called_so() -> None:
    sitting = Sitting(Wiring(diodes=False))
    for name in ("a1", "a4"):
        sitting.table.faults.stuck(parse_cell(name), closed=True)
    outcome = sitting.calibrate()
    assert FaultKind.GHOST in kinds(outcome)
    assert kinds(outcome).count(FaultKind.STUCK) == 2
    assert FaultKind.BRIDGED not in kinds(outcome)


def test_without_diodes_one_marble_alone_makes_no_ghost() -> None:
    assert Sitting(Wiring(diodes=False)).calibrate().fine


def test_too_many_dead_contacts_of_an_irregular_board_make_no_map() -> None:
    contacts = list(range(CELLS))
    Random(3).shuffle(contacts)
    masks = [1 << contact for contact in contacts]
    masks[20] = masks[30] = 0
    sitting = Sitting(Wiring(contacts=tuple(masks)))
    outcome = sitting.calibrate()
    assert outcome.table_map is None
    assert kinds(outcome) == [FaultKind.DEAD, FaultKind.DEAD]
    assert sitting.told()[-1] == "failed"


def test_contacts_that_all_read_closed_stop_it_at_once() -> None:
    sitting = Sitting()
    for cell in range(CELLS):
        sitting.table.faults.stuck(cell, closed=True)
    assert sitting.calibrate() == Outcome()
    assert sitting.told()[-2:] == ["all_closed", "failed"]


def test_an_empty_room_stops_it() -> None:
    sitting = Sitting(waits=True)
    for cell in range(CELLS):
        sitting.table.faults.stuck(cell, closed=False)
    assert sitting.calibrate() == Outcome()
    assert sitting.told()[-2:] == ["nobody", "failed"]
    assert sitting.now() < 200_000


def test_a_table_without_lights_is_calibrated_by_words() -> None:
    outcome = Sitting().calibrate(lights=False)
    assert outcome.table_map == TableMap()
    assert outcome.fine


def test_a_board_without_a_ring_is_asked_for_none_and_gets_a_whole_map() -> None:
    sitting = Sitting(Wiring(dark=frozenset(range(CELLS, PIXELS))))
    outcome = sitting.calibrate(quick=True, ring=False)
    assert outcome.fine
    assert outcome.table_map == undone(Wiring())
    assert "ring" not in sitting.told()


def test_a_dark_light_is_named_and_placed_by_the_others() -> None:
    sitting = Sitting(Wiring(dark=frozenset({21, CELLS + 3})))
    outcome = sitting.calibrate(quick=True)
    assert outcome.faults == (
        Fault(kind=FaultKind.DARK, light=21),
        Fault(kind=FaultKind.DARK, light=CELLS + 3),
    )
    assert outcome.table_map == undone(Wiring())


@pytest.mark.parametrize(
    ("dark", "why"),
    [(range(PIXELS), "no_lights"), (range(CELLS, PIXELS), "no_ring")],
)
def test_lights_that_are_all_dark_stop_it_before_all_are_asked_for(dark: range, why: str) -> None:
    sitting = Sitting(Wiring(dark=frozenset(dark)))
    assert sitting.calibrate(quick=True) == Outcome()
    assert sitting.told()[-2:] == [why, "failed"]


def test_lights_may_be_named_on_the_keyboard() -> None:
    class Typist(Sitting):
        """Puts no marble down once the lights are asked for, and types where they are."""

        def wait(self, ms: float) -> tuple[str, ...]:
            if not self.said or self.said[-1].key not in {"calibrate.where", "calibrate.where_ring"}:
                return super().wait(ms)
            self.sleep(ms)
            pixel = next(pixel for pixel in range(PIXELS) if any(self.table.lights.shown[3 * pixel :][:3]))
            line = cells_text(1 << pixel) if pixel < CELLS else f" {pixel - CELLS + 1}\n"
            return (line.upper(),)

    wiring = Wiring(lights=(*reversed(range(CELLS)), *range(CELLS, PIXELS)))
    assert Typist(wiring).calibrate(quick=True).table_map == undone(wiring)


def test_a_sensor_that_lies_upside_down_is_told() -> None:
    sitting = Sitting(Wiring(upside_down=1 << parse_cell("b5")), polarity=True)
    outcome = sitting.calibrate()
    assert outcome.faults == (Fault(kind=FaultKind.POLE, cell=parse_cell("b5")),)
    assert outcome.table_map == undone(Wiring())


def test_sensors_that_all_take_north_for_south_are_put_right_by_the_map() -> None:
    sitting = Sitting(Wiring(upside_down=ALL), polarity=True)
    outcome = sitting.calibrate(quick=True)
    assert outcome.fine
    assert outcome.table_map is not None
    assert outcome.table_map.poles_swapped
    assert "wiring.poles" in sitting.told()


def test_a_marble_put_on_a_wrong_cell_is_asked_for_again_at_once() -> None:
    sitting = Sitting(slips={parse_cell("c5"): parse_cell("c6")})
    assert sitting.calibrate().fine
    assert sitting.told().count("again.unexpected") == 1
    assert sitting.told().count("put") == CELLS


@pytest.mark.parametrize("name", ["a1", "g1", "d4"])
def test_a_slip_among_the_first_cells_is_put_right_in_the_end(name: str) -> None:
    sitting = Sitting(slips={parse_cell(name): parse_cell("c6")})
    assert sitting.calibrate().fine
    assert "once_more" in sitting.told()


def test_a_slip_on_an_irregular_board_is_noticed_when_the_other_cell_is_asked_for() -> None:
    contacts = list(range(CELLS))
    Random(5).shuffle(contacts)
    wiring = Wiring(contacts=tuple(1 << contact for contact in contacts))
    sitting = Sitting(wiring, slips={parse_cell("c5"): parse_cell("a6")})
    outcome = sitting.calibrate()
    assert outcome.table_map == undone(wiring)
    assert outcome.fine
    assert {"again.shared", "once_more"} <= set(sitting.told())


def test_b_takes_one_back_and_asks_again() -> None:
    def go_back(sitting: Sitting, told: Say) -> None:
        if dict(told.values).get("number") == "4/40" and "b" not in sitting.typed:
            sitting.type("b")

    sitting = Sitting(interfere=go_back)
    assert sitting.calibrate().fine
    numbers = [dict(told.values)["number"] for told in sitting.said if told.key == "calibrate.put"]
    assert numbers[9:15] == ["1/40", "2/40", "3/40", "4/40", "3/40", "4/40"]


def test_a_cable_pulled_in_the_middle_is_an_error_and_no_outcome() -> None:
    def pull(sitting: Sitting, told: Say) -> None:
        if dict(told.values).get("number") == "20/40":
            sitting.table.cable.unplug()

    with pytest.raises(DeviceLost):
        Sitting(interfere=pull).calibrate()
