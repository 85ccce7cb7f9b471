"""The table's own lines of a check, on simulated tables that are well, wrongly wired or broken."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass

import pytest

from hardware.errors import DeviceLost, HardwareError
from hardware.gpio.errors import AlreadyRunningError, MissingDeviceError
from hardware.protocols import BUTTON_NAMES, CELLS, DARK, PIXELS
from hardware.simulator import Wiring
from momentum.rules import parse_cell
from momentum.workshop.check import Trying, table_findings
from momentum.workshop.dialogue import Say
from momentum.workshop.findings import Finding, State, all_fine
from momentum.workshop.grid import Regular
from momentum.workshop.openers import Openers
from momentum.workshop.runner import Workbench, within
from tests.workshop.table import Sitting, contacts_of

PERSON = Trying(person=True)
LINES = ["resting contacts", "every contact", "light colours", "every light", "every button"]


def openers(sitting: Sitting, **others: object) -> Openers:
    table = sitting.table
    usual: dict[str, object] = {
        "owner": ExitStack,
        "sensors": lambda: table.sensors,
        "lights": lambda: table.lights,
        "buttons": lambda: table.buttons,
        "button_names": ("first", "second", "arbiter"),
    }
    return Openers(**{**usual, **others})  # type: ignore[arg-type]


def check(sitting: Sitting, trying: Trying = PERSON, /, **others: object) -> dict[str, Finding]:
    findings = table_findings(openers(sitting, **others), Workbench(), sitting, trying)
    return {finding.name: finding for finding in findings}


def states(findings: dict[str, Finding]) -> dict[str, State]:
    return {name: finding.state for name, finding in findings.items()}


def test_a_table_that_is_well_is_ok_in_every_line_and_left_dark() -> None:
    sitting = Sitting()
    findings = check(sitting)
    assert states(findings) == dict.fromkeys(LINES, State.OK)
    assert findings["every contact"].detail == "49 contacts close where they should"
    assert findings["every button"].detail == "first, second, arbiter"
    assert sitting.table.lights.shown == DARK


def test_a_dead_and_a_crossed_contact_are_named_with_what_to_do() -> None:
    crossed = {"e2": 1 << parse_cell("e3"), "e3": 1 << parse_cell("e2")}
    sitting = Sitting(Wiring(contacts=contacts_of(Regular(), c3=0, **crossed)))
    finding = check(sitting)["every contact"]
    assert finding.state is State.NOT_OK
    assert finding.detail == "e2 closes e3; c3 does not close; e3 closes e2"
    assert finding.remedy == "run momentum calibrate; check switch, diode and wires there"


def test_rotated_wiring_is_not_ok_cell_by_cell() -> None:
    sitting = Sitting(Wiring(contacts=contacts_of(Regular(crossed=True))))
    detail = check(sitting)["every contact"].detail
    assert "b1 closes a2" in detail
    assert "a1" not in detail.split("; ")[0]


def test_a_contact_joined_to_another_is_told() -> None:
    both = 1 << parse_cell("d4") | 1 << parse_cell("d5")
    sitting = Sitting(Wiring(contacts=contacts_of(Regular(), d4=both)))
    finding = check(sitting)["every contact"]
    assert (finding.state, finding.detail) == (State.NOT_OK, "d4 closes d4,d5")


@pytest.mark.parametrize("quick", [False, True])
def test_stuck_and_flickering_contacts_are_found_on_the_resting_board(*, quick: bool) -> None:
    sitting = Sitting()
    sitting.table.faults.stuck(parse_cell("e5"), closed=True)
    sitting.table.faults.flicker(parse_cell("b2"), 30)
    findings = check(sitting, Trying(person=True, quick=quick))
    finding = findings["resting contacts"]
    assert finding.state is State.NOT_OK
    assert finding.detail == "b2 open and close by themselves; e5 closed with nothing there"
    if quick:
        assert findings["every contact"].state is State.COULD_NOT_TELL
    else:
        assert findings["every contact"].detail == "47 contacts close where they should"


def test_a_sensor_that_lies_upside_down_is_told() -> None:
    sitting = Sitting(Wiring(upside_down=1 << parse_cell("a7")), polarity=True)
    finding = check(sitting)["every contact"]
    assert (finding.detail, finding.remedy) == ("a7 takes north for south", "turn its sensor over")


def test_a_dark_light_is_seen() -> None:
    findings = check(Sitting(Wiring(dark=frozenset({60}))))
    assert states(findings)["light colours"] is State.NOT_OK
    assert states(findings)["every light"] is State.NOT_OK


def test_lights_in_another_order_are_seen_in_the_walk_alone() -> None:
    wiring = Wiring(lights=(1, 0, *range(2, PIXELS)))
    findings = check(Sitting(wiring), Trying(person=True, quick=True))
    assert states(findings)["light colours"] is State.OK
    assert "momentum calibrate" in findings["every light"].remedy


def test_nobody_there_means_that_nothing_is_called_ok() -> None:
    findings = check(Sitting(), Trying(person=False))
    assert (
        states(findings)
        == {
            "resting contacts": State.OK,  # none is closed, whoever looks
            **dict.fromkeys(LINES[1:], State.COULD_NOT_TELL),
        }
    )
    assert findings["every light"].remedy == "run momentum check at a terminal"


def test_marbles_that_nobody_can_clear_away_may_be_stuck_contacts() -> None:
    sitting = Sitting()
    sitting.table.hands.place(parse_cell("d4"), south=False)
    finding = check(sitting, Trying(person=False))["resting contacts"]
    assert (finding.state, finding.detail) == (State.COULD_NOT_TELL, "d4 closed: marbles, or stuck")


def test_a_person_is_asked_to_clear_the_board_first() -> None:
    sitting = Sitting()
    sitting.table.hands.place(parse_cell("d4"), south=False)
    assert check(sitting)["resting contacts"].state is State.OK
    assert "clear" in sitting.told()


def failing(error: HardwareError) -> Callable[[], object]:
    def opener() -> object:
        raise error

    return opener


@pytest.mark.parametrize(
    ("device", "line", "untold"),
    [
        ("sensors", "contacts", LINES[:2]),
        ("lights", "lights", LINES[2:4]),
        ("buttons", "buttons", LINES[4:]),
    ],
)
def test_a_device_that_cannot_be_opened_is_one_line_and_the_others_are_tried(
    device: str, line: str, untold: list[str]
) -> None:
    why = "it cannot be opened; do this"
    findings = check(Sitting(), **{device: failing(MissingDeviceError(why))})
    assert (findings[line].state, findings[line].detail) == (State.NOT_OK, why)
    assert {name for name, state in states(findings).items() if state is State.COULD_NOT_TELL} == set(untold)
    assert not all_fine(list(findings.values()))


def test_a_table_in_use_is_left_alone() -> None:
    def never() -> object:
        raise AssertionError("the table belongs to another process")

    used = failing(AlreadyRunningError("the table is already run by process 7"))
    findings = check(Sitting(), owner=used, sensors=never, lights=never, buttons=never)
    assert findings["table"].state is State.NOT_OK
    assert {states(findings)[name] for name in LINES} == {State.COULD_NOT_TELL}


def test_a_table_without_lights_and_buttons_is_fine_without() -> None:
    findings = check(Sitting(), lights=None, buttons=None)
    assert states(findings) == dict.fromkeys(
        ["resting contacts", "every contact", "lights", "buttons"], State.OK
    )


def test_a_cable_pulled_in_the_middle_is_what_was_found() -> None:
    def pull(sitting: Sitting, told: Say) -> None:
        if dict(told.values).get("cell") == "d4":
            sitting.table.cable.unplug()

    findings = check(Sitting(interfere=pull))
    assert findings["every contact"].state is State.NOT_OK
    assert "unplugged" in findings["every contact"].detail
    assert findings["every light"].state is State.NOT_OK


@dataclass
class Typing(Sitting):
    """A sitting whose person types, and does nothing else, when certain words are said."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.lines: dict[str, list[str]] = {}
        self.interfere = self._answer

    def _answer(self, _: Sitting, told: Say) -> None:
        if self.lines.get(told.key):
            self.type(self.lines[told.key].pop(0))


def typing(**lines: str) -> Typing:
    sitting = Typing(waits=True)
    sitting.lines = {f"check.{key}": [line] for key, line in lines.items()}
    return sitting


def test_s_leaves_the_rest_out_and_that_is_no_ok() -> None:
    findings = check(typing(contacts="s", colours="s", walked="s", buttons="s"))
    assert states(findings) == {
        "resting contacts": State.OK,
        **dict.fromkeys(LINES[1:], State.COULD_NOT_TELL),
    }
    assert findings["every contact"].detail == "0 of 49 tried: the rest was left out"


@pytest.mark.parametrize(("line", "state"), [("y", State.OK), ("ㅛ", State.OK), ("네", State.OK),
                                             ("No", State.NOT_OK), ("아니요", State.NOT_OK)])  # fmt: skip
def test_what_was_seen_is_taken_in_both_languages(line: str, state: State) -> None:
    sitting = typing(contacts="s", colours=line, walked="r", buttons="s")
    sitting.lines["check.walk"] = []
    findings = check(sitting, Trying(person=True, quick=True))
    assert findings["light colours"].state is state


def test_on_a_board_without_a_ring_the_light_walks_to_g7_and_no_further() -> None:
    sitting = typing(colours="y", walked="y")
    findings = check(sitting, Trying(person=True, quick=True), ring=lambda: False)
    assert findings["every light"].detail == "49 lights, in their order"
    assert "check.walk_board" in sitting.told()
    assert all(not any(sent.frame[3 * CELLS :]) for sent in sitting.table.lights.sent)


def test_r_shows_the_lights_again() -> None:
    sitting = typing(colours="r", walked="y")
    check(sitting, Trying(person=True, quick=True))
    assert sitting.told().count("check.lights") == 2


def test_a_button_that_is_read_as_another_is_asked_for_twice_and_named() -> None:
    sitting = Sitting()
    press = sitting.table.buttons.press
    wrong = {"second": "swap"}
    sitting.table.buttons.press = lambda name, ms=100: press(wrong.get(name, name), ms)  # type: ignore[method-assign]
    findings = check(sitting, Trying(person=True, quick=True))
    assert findings["every button"].detail == "second is read as swap"
    assert sitting.told().count("check.press") == 4


def test_a_button_that_nobody_notices_is_named() -> None:
    sitting = Sitting()
    sitting.table.buttons.press = lambda *_: None  # type: ignore[method-assign]
    findings = check(sitting, Trying(person=True, quick=True), button_names=("first", "undo"))
    assert findings["every button"].detail == "first is not noticed; undo is not noticed"
    assert findings["every button"].remedy == "check the button, its wires and its pin in the config"


def test_buttons_that_nobody_presses_are_not_called_broken() -> None:
    sitting = Sitting()
    sitting.table.buttons.press = lambda *_: None  # type: ignore[method-assign]
    assert check(sitting, Trying(person=True, quick=True))["every button"].state is State.COULD_NOT_TELL


def test_an_empty_room_is_noticed_and_nothing_is_called_broken() -> None:
    sitting = Sitting(waits=True)
    for cell in range(CELLS):
        sitting.table.faults.stuck(cell, closed=False)
    findings = check(sitting)
    assert findings["every contact"].state is State.COULD_NOT_TELL
    assert findings["every contact"].detail == "0 of 49 tried: nobody seems to be there"
    assert sitting.now() < 400_000


def test_all_buttons_there_are_can_be_tried() -> None:
    findings = check(Sitting(), Trying(person=True, quick=True), sensors=failing(DeviceLost("gone")))
    assert findings["every button"].state is State.OK
    assert {"first", "second", "arbiter"} <= BUTTON_NAMES


@pytest.mark.parametrize("max_milliamps", [78.0, 100.0, 900.0])
def test_frames_stay_within_the_current(max_milliamps: float) -> None:
    frame = within(bytes([255]) * 3 * PIXELS, max_milliamps)
    assert PIXELS + sum(frame) * 20 / 255 <= max_milliamps
