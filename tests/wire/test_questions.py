"""What a host may ask and set: health, parameters, journal, memory; and what a board refuses."""

from __future__ import annotations

import pytest

from firmware_bridge.errors import LocalProtocolError
from firmware_bridge.events import (
    Broken,
    Change,
    HealthTold,
    JournalTold,
    MemoryTold,
    Parameters,
    ParametersTold,
    Refused,
)
from firmware_bridge.wire.codec import encode
from firmware_bridge.wire.framing import framed
from firmware_bridge.wire.messages import ASKABLE, CODE_OF
from tests.wire.boards import BOARD_STARTED_MS, Wire, clean, lost, spoken

D4, E5, G7 = 1 << 24, 1 << 32, 1 << 48
TURNED = Parameters(
    scan_hz=250,
    debounce_ms=8,
    limit_ma=2000,
    inverted=True,
    contacts=tuple(reversed(range(49))),
    lights=tuple(reversed(range(77))),
)


def test_health_counts_the_changes_of_each_contact_and_names_stuck_and_restless_ones() -> None:
    wire = Wire()
    wire.board.scanner.closed = G7
    wire.reboot()
    wire.open()
    wire.board.scanner.restless_mask = E5
    for mask in (G7 | D4, G7, G7 | D4):
        wire.contacts(mask)
        wire.run(5)
    wire.link.ask("health", wire.now)
    wire.run(10)
    (health,) = wire.told(HealthTold)
    assert health.changes[24] == 3
    assert sum(health.changes) == 3
    assert health.stuck == G7
    assert health.restless == E5


def test_a_contact_that_has_opened_once_is_no_longer_stuck() -> None:
    wire = Wire()
    wire.board.scanner.closed = G7
    wire.reboot()
    wire.open()
    wire.contacts(0)
    wire.contacts(G7)
    wire.link.ask("health", wire.now)
    wire.run(10)
    assert wire.told(HealthTold)[0].stuck == 0


def test_parameters_are_read_set_and_carry_a_revision() -> None:
    wire = Wire().open()
    wire.link.ask("parameters", wire.now)
    wire.run(10)
    wire.link.configure(TURNED, wire.now)
    wire.run(10)
    before, after = wire.told(ParametersTold)
    assert (before.revision, before.parameters) == (0, Parameters())
    assert (after.revision, after.parameters) == (1, TURNED)


def test_parameters_that_are_set_again_because_the_answer_was_lost_are_written_once() -> None:
    wire = Wire().open()
    wire.down = lost
    wire.link.configure(TURNED, wire.now)
    wire.run(300)
    wire.down = clean
    wire.run(100)
    (told,) = wire.told(ParametersTold)
    assert told.revision == 1


def test_parameters_that_the_flash_does_not_take_are_refused_and_the_old_ones_stay() -> None:
    wire = Wire().open()
    wire.board.flash_works = False
    wire.link.configure(TURNED, wire.now)
    wire.run(10)
    (refused,) = wire.told(Refused)
    assert (refused.message, refused.reason, refused.why) == ("set", "not_kept", "the flash is full")
    wire.link.ask("parameters", wire.now)
    wire.run(10)
    assert wire.told(ParametersTold)[0].parameters == Parameters()


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        (Parameters(scan_hz=10), "scan_hz is 10, it must be 50 to 500"),
        (Parameters(debounce_ms=0), "debounce_ms is 0, it must be 1 to 200"),
        (Parameters(limit_ma=6000), "limit_ma is 6000"),
        (Parameters(contacts=(0,) * 49), "contacts must name each of 0 to 48 once"),
        (Parameters(lights=tuple(range(76))), "lights must name each of 0 to 76 once"),
    ],
)
def test_parameters_out_of_range_are_our_own_fault(wrong: Parameters, why: str) -> None:
    with pytest.raises(LocalProtocolError, match=why):
        Wire().open().link.configure(wrong, 99_999)


def test_a_board_refuses_parameters_out_of_range_and_another_layout() -> None:
    wire = Wire().open()
    fields = {
        "scan_hz": 10,
        "debounce_ms": 8,
        "limit_ma": 900,
        "inverted": False,
        "contacts": tuple(range(49)),
        "lights": tuple(range(77)),
    }
    for layout in (1, 2):
        wire.board.device.receive(framed(CODE_OF["set"], 0, encode("set", {**fields, "layout": layout})), 0)
    answers = [fields["why"] for name, fields in spoken(wire.board.device.take(0)) if name == "refuse"]
    assert answers == ["scan_hz is 10, it must be 50 to 500", "layout is 2, this firmware keeps layout 1"]


def test_the_journal_gives_the_last_64_changes_with_their_instants() -> None:
    wire = Wire().open()
    for count in range(70):
        wire.contacts(D4 if count % 2 == 0 else 0)
        wire.run(3)
    at_ms = wire.now - BOARD_STARTED_MS - 3
    wire.link.ask("journal", wire.now)
    wire.run(10)
    (journal,) = wire.told(JournalTold)
    assert journal.total == 70
    assert len(journal.entries) == 64
    assert journal.entries[-1] == Change(board_ms=at_ms, cell=24, closed=False)
    assert journal.entries[0] == Change(board_ms=at_ms - 63 * 3, cell=24, closed=True)


def test_a_journal_in_parts_is_told_when_the_last_part_is_there() -> None:
    wire = Wire().open()
    for count in range(64):
        wire.contacts(1 << (count % 49) if count % 2 == 0 else 0)
    wire.run(100)
    parts = [0]

    def lose_the_first_part(frame: bytes) -> list[tuple[int, bytes]]:
        parts[0] += frame[1:2] == b"J"
        return [] if frame[1:2] == b"J" and parts[0] == 1 else list(clean(frame))

    wire.down = lose_the_first_part
    wire.link.ask("journal", wire.now)
    wire.run(200)
    (journal,) = wire.told(JournalTold)
    assert len(journal.entries) == 64


def test_an_empty_journal_is_told_as_empty() -> None:
    wire = Wire().open()
    wire.link.ask("journal", wire.now)
    wire.run(10)
    assert [(journal.total, journal.entries) for journal in wire.told(JournalTold)] == [(0, ())]


def test_memory_is_told_on_request() -> None:
    wire = Wire().open()
    wire.link.ask("memory", wire.now)
    wire.run(10)
    (memory,) = wire.told(MemoryTold)
    assert (memory.free, memory.used, memory.longest_us) == (150_000, 42_000, 3_100)


@pytest.mark.parametrize("what", ASKABLE)
def test_a_question_is_asked_again_until_it_is_answered_and_told_once(what: str) -> None:
    wire = Wire().open()
    wire.run(200)
    wire.up = lost
    wire.link.ask(what, wire.now)
    wire.run(150)
    wire.up = clean
    wire.events.clear()
    wire.run(300)
    assert len([event for event in wire.events if type(event).__name__.endswith(("Told", "Reported"))]) == 1


def test_what_nobody_can_answer_is_our_own_fault() -> None:
    wire = Wire().open()
    with pytest.raises(LocalProtocolError, match="'weather' cannot be asked for; one of these can: report"):
        wire.link.ask("weather", wire.now)
    with pytest.raises(LocalProtocolError, match="wait for Live first"):
        Wire().link.ask("report", 0)


def test_a_question_the_board_does_not_know_is_refused() -> None:
    wire = Wire().open()
    wire.board.device.receive(framed(CODE_OF["ask"], 0, encode("ask", {"code": ord("L")})), wire.board_ms)
    wire.run(5)
    (refused,) = wire.told(Refused)
    assert (refused.message, refused.reason) == ("lights", "unknown")


def test_a_message_against_the_protocol_is_refused_by_the_board_with_the_reason() -> None:
    wire = Wire().open()
    wire.board.device.receive(framed(ord("T"), 0, b"\1") + framed(ord("z"), 1, b""), wire.board_ms)
    wire.run(5)
    assert [(refused.message, refused.reason) for refused in wire.told(Refused)] == [
        ("tone", "malformed"),
        ("z", "unknown"),
    ]
    assert wire.told(Refused)[0].why == "tone ends within number, after 1 bytes: 01"


def test_a_message_against_the_protocol_is_their_fault_and_the_link_goes_on() -> None:
    wire = Wire().open()
    (broken,) = wire.link.receive(framed(ord("R"), 200, b"\1\2\3"), wire.now)
    assert isinstance(broken, Broken)
    assert "report ends within oldest" in str(broken.error)
    wire.contacts(D4)
    wire.run(20)
    assert wire.link.latest is not None
    assert wire.link.latest.closed == D4


def test_a_port_that_echoes_is_told_as_what_it_is() -> None:
    wire = Wire()
    wire.link.opened(wire.now)
    (broken,) = wire.link.receive(wire.link.take(), wire.now)
    assert isinstance(broken, Broken)
    assert "hello came back to the host that says it: does the other end echo" in str(broken.error)
