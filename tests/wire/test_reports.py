"""Reports: the whole state, in order, until acknowledged, every second and on request."""

from __future__ import annotations

from firmware_bridge.device import MOST_REPORTS
from firmware_bridge.events import Broken, Buttons, Contacts, LinkEvent, Lost, Missed, Reported
from firmware_bridge.link_state import State
from firmware_bridge.wire.codec import encode
from firmware_bridge.wire.framing import framed
from firmware_bridge.wire.messages import CODE_OF
from tests.wire.boards import BOARD_STARTED_MS, Carry, Wire, clean, lost

D4, E5, G7 = 1 << 24, 1 << 32, 1 << 48


def only_first(code: bytes, count: int) -> Carry:
    """Return a wire that loses the first `count` frames of that code."""
    left = [count]

    def carry(frame: bytes) -> list[tuple[int, bytes]]:
        if frame[1:2] == code and left[0]:
            left[0] -= 1
            return []
        return list(clean(frame))

    return carry


def history(wire: Wire) -> list[int]:
    """Return the masks the link told, one a change."""
    return [change.now.closed for change in wire.told(Contacts)]


def test_each_change_is_told_with_the_whole_state_and_what_changed() -> None:
    wire = Wire().open()
    wire.contacts(D4)
    wire.run(30)
    wire.contacts(D4 | E5, south=E5)
    wire.run(30)
    one, two = wire.told(Contacts)
    assert (one.changed, one.now.closed, one.now.south) == (D4, D4, 0)
    assert (two.changed, two.now.closed, two.now.south) == (E5, D4 | E5, E5)


def test_a_contact_that_only_turns_its_pole_is_a_change() -> None:
    wire = Wire().open()
    wire.contacts(D4)
    wire.run(30)
    wire.contacts(D4, south=D4)
    wire.run(30)
    assert [change.changed for change in wire.told(Contacts)] == [D4, D4]


def test_the_instant_of_a_change_is_the_boards_in_the_hosts_time() -> None:
    wire = Wire().open()
    wire.run(2000)
    wire.down = only_first(b"R", 3)
    pressed = wire.now
    wire.contacts(D4)
    wire.run(400)
    (change,) = wire.told(Contacts)
    assert change.now.board_ms == pressed - BOARD_STARTED_MS
    assert pressed <= change.at_ms <= pressed + 3


def test_raw_contacts_come_with_every_report_and_count_for_nothing() -> None:
    wire = Wire().open()
    wire.board.scanner.raw = G7
    wire.run(1100)
    assert wire.link.latest is not None
    assert wire.link.latest.raw == G7
    assert wire.link.latest.closed == 0
    assert history(wire) == []


def test_a_report_comes_again_until_it_is_acknowledged() -> None:
    wire = Wire().open()
    wire.heard_by_host.clear()
    wire.up = only_first(b"A", 4)
    wire.contacts(D4)
    wire.run(600)
    numbers = [fields["number"] for name, fields in wire.heard_by_host if name == "report"]
    assert numbers == [1] * 5
    assert history(wire) == [D4]


def test_a_report_comes_every_second_though_nothing_changes() -> None:
    wire = Wire().open()
    wire.heard_by_host.clear()
    wire.run(5000)
    assert sum(name == "report" for name, _ in wire.heard_by_host) == 5


def test_a_report_comes_on_request() -> None:
    wire = Wire().open()
    wire.run(300)
    wire.link.ask("report", wire.now)
    wire.run(10)
    (told,) = wire.told(Reported)
    assert told.at_ms - told.now.at_ms <= 3
    assert told.at_ms - wire.now >= -6


def test_changes_behind_a_lost_one_wait_until_it_is_there() -> None:
    wire = Wire().open()
    wire.down = only_first(b"R", 1)
    for mask in (D4, D4 | E5, E5, 0):
        wire.contacts(mask)
        wire.run(1)
    wire.run(200)
    assert history(wire) == [D4, D4 | E5, E5, 0]


def test_a_lost_report_is_asked_for_at_once_when_the_next_one_shows_the_gap() -> None:
    wire = Wire().open()
    wire.run(500)
    wire.down = only_first(b"R", 1)
    wire.contacts(D4)
    wire.run(12)
    wire.contacts(D4 | E5)
    wire.run(12)
    assert history(wire) == [D4, D4 | E5]
    assert "nak" in {name for name, _ in wire.heard_by_board}


def test_a_damaged_report_is_never_half_used_and_asked_for_again() -> None:
    wire = Wire().open()
    spoilt = [1]

    def spoil(frame: bytes) -> list[tuple[int, bytes]]:
        if frame[1:2] == b"R" and spoilt:
            spoilt.pop()
            return [(12, frame[:20] + bytes((frame[20] ^ 0x20,)) + frame[21:])]
        return [(12, frame)]

    wire.down = spoil
    wire.contacts(D4)
    wire.run(45)
    assert history(wire) == [D4]
    assert wire.link.damaged == 1
    assert "nak" in {name for name, _ in wire.heard_by_board}


def test_buttons_come_in_the_same_order_as_contacts() -> None:
    wire = Wire().open()
    wire.down = only_first(b"R", 2)
    wire.press(0b1)
    wire.run(3)
    wire.contacts(D4)
    wire.run(3)
    wire.press(0b1000001)
    wire.run(3)
    wire.press(0)
    wire.run(300)
    told: list[LinkEvent] = [event for event in wire.events if isinstance(event, Contacts | Buttons)]
    assert [event.now.closed if isinstance(event, Contacts) else set(event.down) for event in told] == [  # type: ignore[attr-defined]
        {"first"},
        D4,
        {"first", "pause"},
        set(),
    ]


def test_more_changes_than_a_board_can_hold_are_told_as_missed_and_the_state_is_right() -> None:
    wire = Wire().open()
    wire.up = lambda frame: [] if frame[1:2] == b"A" else clean(frame)
    wire.down = lambda frame: [] if frame[1:2] == b"R" else clean(frame)
    for count in range(MOST_REPORTS + 6):
        wire.contacts(count + 1)
    wire.run(100)
    wire.up = wire.down = clean
    wire.run(300)
    (missed,) = wire.told(Missed)
    assert missed.count == MOST_REPORTS
    assert history(wire) == list(range(MOST_REPORTS + 1, MOST_REPORTS + 7))


def test_numbers_go_on_across_their_wrap() -> None:
    wire = Wire()
    wire.board.device._number = 65533
    wire.open()
    for mask in (1, 2, 3, 4, 5):
        wire.contacts(mask)
        wire.run(20)
    assert history(wire) == [1, 2, 3, 4, 5]


def test_a_board_that_contradicts_itself_is_broken_and_greeted_anew() -> None:
    wire = Wire().open()
    fields = {"number": 0, "oldest": 0, "at_ms": 9999, "closed": G7, "raw": 0, "south": 0, "buttons": 0}
    told = wire.link.receive(framed(CODE_OF["report"], 0, encode("report", fields)), wire.now)
    assert [type(event) for event in told] == [Broken, Lost]
    wire.run(300)
    assert wire.link.state is State.LIVE


def test_a_duplicate_of_an_old_report_changes_nothing_and_is_acknowledged() -> None:
    wire = Wire().open()
    wire.contacts(D4)
    wire.run(20)
    wire.contacts(0)
    wire.run(20)
    fields = {"number": 1, "oldest": 1, "at_ms": 6000, "closed": D4, "raw": D4, "south": 0, "buttons": 0}
    assert wire.link.receive(framed(CODE_OF["report"], 0, encode("report", fields)), wire.now) == ()
    assert wire.link.latest is not None
    assert wire.link.latest.closed == 0


def test_a_wire_that_is_dead_one_way_is_lost_both_ways() -> None:
    wire = Wire().open()
    wire.up = lost
    wire.run(4100)
    assert wire.board.waiting == 1
    assert len(wire.told(Lost)) == 1
