"""Answers of every kind: odd ones are asked again, typed ones are understood, nothing else is believed."""

from __future__ import annotations

import pytest

from hardware.protocols import CELLS, PIXELS
from momentum.rules import parse_cell
from momentum.workshop.calibration import Outcome, calibration
from momentum.workshop.chain import BOARD_PROBES, RING_PROBES, beside
from momentum.workshop.contacts import Plan
from momentum.workshop.dialogue import Dialogue, Pressed
from momentum.workshop.errors import TalkStopped
from momentum.workshop.faults import Fault, FaultKind
from momentum.workshop.grid import PROBES
from momentum.workshop.lights import LightLearning
from tests.workshop.chat import Chat

STRAIGHT = tuple(range(CELLS))


def at(name: str) -> int:
    return 1 << parse_cell(name)


@pytest.fixture
def learning() -> LightLearning:
    """Return what is learnt of a straight table's lights."""
    return LightLearning(Dialogue(30_000), STRAIGHT)


@pytest.fixture
def lights(learning: LightLearning) -> Chat[None]:
    """Return the talk about them, about to ask for the first."""
    return Chat(learning._dialogue, learning.run())


def name_the_board(chat: Chat[None]) -> None:
    for light in BOARD_PROBES:
        chat.put(1 << light)


def test_the_first_light_is_asked_for_at_once(lights: Chat[None]) -> None:
    assert lights.said == ["lights", "where"]


def test_text_that_names_nothing_gets_the_keys(lights: Chat[None]) -> None:
    for line in ("h8", "what?", "12"):
        lights.type(line)
        assert lights.said == ["keys_lights"]
    lights.type("a1")
    assert lights.said == ["there", "where"]


def test_b_asks_for_the_light_before_again(lights: Chat[None], learning: LightLearning) -> None:
    lights.type("b7")  # wrong: it was a1
    lights.type("b")
    assert lights.said == ["where"]
    name_the_board(lights)
    assert lights.said == ["there", "ring", "where_ring"]
    assert learning._found[0] == {0}


def test_a_marble_on_several_contacts_names_no_light(lights: Chat[None]) -> None:
    lights.put(at("a1") | at("b1"))
    assert lights.said == ["again.several"]
    lights.put(at("a1"))
    assert lights.said == ["there", "where"]


def test_buttons_and_time_are_no_answers_until_patience_is_over(lights: Chat[None]) -> None:
    lights.send(Pressed(at_ms=5, name="first"))
    assert lights.said == []
    lights.wait(30_010)
    assert lights.said == ["again.dark"]
    lights.wait(30_010)
    assert lights.said == ["fault.dark", "where"]


def test_a_place_that_is_taken_is_asked_for_again_and_then_a_fault(
    lights: Chat[None], learning: LightLearning
) -> None:
    lights.put(at("a1"))
    lights.put(at("a1"))
    assert lights.said == ["again.twice"]
    lights.put(at("a1"))
    assert lights.said == ["fault.twice", "where"]
    assert learning.faults() == (Fault(kind=FaultKind.TWICE, light=BOARD_PROBES[1]),)


def test_a_ring_light_is_beside_no_inner_cell_and_may_be_named_by_its_step(
    lights: Chat[None], learning: LightLearning
) -> None:
    name_the_board(lights)
    lights.put(at("d4"))
    assert lights.said == ["again.inside"]
    for light in RING_PROBES:
        lights.type(str(light + 1))
    assert lights.conversation.over
    assert learning.chain == tuple(range(PIXELS))


def test_only_two_lights_are_beside_a_corner(lights: Chat[None]) -> None:
    name_the_board(lights)
    lights.put(at("a1"))
    lights.put(at("a1"))
    assert lights.said == ["there", "where_ring"]
    lights.put(at("a1"))
    assert lights.said == ["again.twice"]


def test_a_contact_that_is_closed_already_must_open_first(lights: Chat[None]) -> None:
    lights.settle(at("c3"))
    lights.settle(at("c3"))
    assert lights.said == []
    lights.settle(at("c3") | at("a1"))
    assert lights.said == ["there", "where"]


def calibrating(*, polarity: bool = False) -> Chat[Outcome]:
    talk = calibration(Plan(chain=tuple(range(PIXELS)), polarity=polarity, quick=True, lights=False))
    chat = Chat(talk._dialogue, talk._talk)
    chat.settle(0)
    return chat


def test_enter_says_that_the_marble_lies_there_in_vain() -> None:
    chat = calibrating()
    chat.type("")
    assert chat.said == ["fault.dead", "put"]
    chat.type("?")
    assert chat.said == ["keys"]


def test_patience_begins_anew_when_the_marble_is_taken_up() -> None:
    chat = calibrating()
    chat.settle(at("a1"))
    chat.wait(29_000)
    chat.settle(0)
    chat.wait(29_000)
    assert chat.said == []
    chat.wait(1_000)
    assert chat.said == ["again.dead"]


def test_a_nobody_is_not_waited_for_for_ever() -> None:
    chat = calibrating()
    for _ in range(6):
        chat.wait(30_001)
    assert chat.said == ["nobody", "failed"]
    assert chat.conversation.result == Outcome()
    chat.type("a1")
    assert chat.said == []


def test_a_dialogue_says_that_nobody_is_there_by_an_error_of_its_own() -> None:
    dialogue = Dialogue(10)
    chat = Chat(dialogue, dialogue.answer())
    assert not chat.conversation.over
    with pytest.raises(TalkStopped, match=r"calibrate\.nobody"):
        _wait_in_vain(dialogue)


def _wait_in_vain(dialogue: Dialogue) -> None:
    for _ in range(6):
        chat = Chat(dialogue, dialogue.answer())
        chat.at_ms = dialogue.at_ms
        chat.wait(11)


def test_south_columns_in_another_order_are_told_by_the_second_player_s_marble() -> None:
    chat = calibrating(polarity=True)
    for cell in PROBES:
        chat.put(1 << cell)
    assert chat.said == ["learnt", "other_marble", "put"]
    swapped = {"a1": "b1", "b2": "a2"}
    for name in ("a1", "g7", "b2", "c3", "d4", "e5", "f6"):
        where = at(swapped.get(name, name))
        chat.put(where, where)
        if name in swapped:
            assert chat.said == ["again.south"]
            chat.put(where, where)
            assert chat.said[0] == "fault.south"
    assert [fault.kind for fault in chat.conversation.result.faults] == [FaultKind.SOUTH] * 2


def test_a_second_marble_read_as_the_first_player_s_is_a_fault() -> None:
    chat = calibrating(polarity=True)
    for cell in PROBES:
        chat.put(1 << cell)
    chat.put(at("a1"))
    chat.put(at("a1"))
    assert chat.said == ["fault.south", "put"]


def test_every_ring_step_lies_beside_a_cell_at_the_edge() -> None:
    assert {beside(step) for step in range(1, 29)} == {
        cell for cell in range(CELLS) if cell % 7 in (0, 6) or cell // 7 in (0, 6)
    }
