"""The handshake, and what happens after every way of losing the board or the host."""

from __future__ import annotations

from firmware_bridge.errors import RemoteProtocolError, VersionMismatch
from firmware_bridge.events import Buttons, Contacts, Failed, Live, Lost, Welcomed
from firmware_bridge.link_state import State
from firmware_bridge.wire.codec import encode
from firmware_bridge.wire.framing import framed
from firmware_bridge.wire.messages import CODE_OF
from tests.wire.boards import IDENTITY, FakeBoard, Wire, clean, lost, picture

D4, E5 = 1 << 24, 1 << 32


def test_a_board_introduces_itself_and_the_link_goes_live_within_50_ms() -> None:
    wire = Wire()
    wire.contacts(D4)
    wire.link.opened(wire.now)
    wire.run(50)
    (welcomed,) = wire.told(Welcomed)
    assert welcomed.board.serial == "E66118604B6A2C31"
    assert welcomed.board.firmware == "0.1.0"
    assert welcomed.board.boot_reason == "power"
    assert welcomed.board.boot_count == 7
    assert welcomed.board.buttons == {"first", "second", "arbiter", "swap", "undo", "new", "pause"}
    (live,) = wire.told(Live)
    assert live.now.closed == D4
    assert live.before is None
    assert live.changed == 0


def test_nothing_is_said_before_the_port_is_open() -> None:
    wire = Wire()
    wire.run(3000)
    assert wire.heard_by_board == []
    assert wire.heard_by_host == []
    assert wire.link.next_due_ms is None


def test_a_host_says_hello_until_a_board_answers() -> None:
    wire = Wire()
    wire.up = lost
    wire.link.opened(wire.now)
    wire.run(2100)
    assert [name for name, _ in wire.heard_by_board] == ["hello"] * 9
    assert not wire.told(Welcomed)
    wire.up = clean
    wire.run(300)
    assert wire.link.state is State.LIVE


def test_no_input_counts_before_the_lights_are_redrawn() -> None:
    wire = Wire()
    wire.link.show(picture(1), wire.now)
    wire.up = lambda frame: clean(frame) if frame[1:2] != b"L" else []
    wire.open()
    wire.contacts(D4)
    wire.press(1)
    wire.run(300)
    assert wire.link.state is State.REDRAW
    assert not wire.told(Contacts) + wire.told(Buttons) + wire.told(Live)
    wire.up = clean
    wire.run(100)
    (live,) = wire.told(Live)
    assert live.now.closed == D4
    assert live.now.buttons == {"first"}
    assert wire.board.shown == picture(1)
    assert not wire.told(Contacts)


def test_a_pulled_cable_is_told_once_and_the_state_is_compared_when_it_is_back() -> None:
    wire = Wire().open()
    wire.link.show(picture(1), wire.now)
    wire.contacts(D4)
    wire.run(100)
    wire.unplug()
    wire.link.show(picture(2), wire.now)
    wire.contacts(E5)
    wire.run(5000)
    assert [lost.why for lost in wire.told(Lost)] == ["the cable was pulled"]
    assert wire.board.waiting == 1
    wire.open()
    live = wire.told(Live)[-1]
    assert live.before is not None
    assert (live.before.closed, live.now.closed, live.changed) == (D4, E5, D4 | E5)
    assert wire.board.shown == picture(2)
    assert [change.now.closed for change in wire.told(Contacts)] == [D4]


def test_what_changed_while_redrawing_is_compared_with_what_was_told_last() -> None:
    wire = Wire().open()
    wire.contacts(D4)
    wire.run(100)
    wire.unplug()
    wire.link.show(picture(1), wire.now)
    wire.up = lambda frame: clean(frame) if frame[1:2] != b"L" else []
    wire.open()
    wire.contacts(E5)
    wire.run(100)
    wire.unplug()
    wire.up = clean
    wire.open()
    assert wire.told(Live)[-1].changed == D4 | E5


def test_a_silent_board_is_lost_after_two_seconds_and_found_again() -> None:
    wire = Wire().open()
    wire.down = lost
    wire.run(1500)
    assert not wire.told(Lost)
    wire.run(700)
    (gone,) = wire.told(Lost)
    assert "said nothing for 2" in gone.why
    wire.down = clean
    wire.run(600)
    assert wire.link.state is State.LIVE
    assert len(wire.told(Live)) == 2


def test_a_board_that_was_restarted_is_noticed_at_the_next_heartbeat() -> None:
    wire = Wire().open()
    wire.link.show(picture(1), wire.now)
    wire.run(100)
    wire.reboot(boot_count=8, boot_reason=3)
    wire.contacts(D4)
    wire.run(400)
    assert "restarted" in wire.told(Lost)[0].why
    assert wire.told(Live)[-1].changed == D4
    assert wire.link.board is not None
    assert (wire.link.board.boot_count, wire.link.board.boot_reason) == (8, "watchdog")
    assert wire.board.shown == picture(1)


def test_a_host_that_was_restarted_gets_a_session_of_its_own() -> None:
    wire = Wire().open()
    for value in range(5):
        wire.link.show(picture(value), wire.now)
    wire.contacts(D4)
    wire.run(100)
    again = Wire(wire.board, session=41)
    again.now = wire.now
    again.link.show(picture(3), again.now)
    again.open()
    assert again.link.state is State.LIVE
    assert again.told(Live)[0].now.closed == D4
    assert wire.board.shown == picture(3)


def test_a_welcome_from_an_earlier_session_is_ignored() -> None:
    wire = Wire(session=99)
    wire.link.opened(wire.now)
    stale = framed(CODE_OF["welcome"], 0, encode("welcome", {**IDENTITY, "version": 1, "session": 99}))
    assert wire.link.receive(stale, wire.now) == ()
    assert wire.link.state is State.GREETING


def test_a_host_that_is_gone_for_two_seconds_leaves_the_board_waiting() -> None:
    wire = Wire().open()
    wire.up = lost
    wire.run(1700)
    assert wire.board.waiting == 0
    wire.run(500)
    assert wire.board.waiting == 1
    wire.heard_by_host.clear()
    wire.run(5000)
    assert wire.board.waiting == 1
    assert wire.heard_by_host == []


def test_a_board_that_gave_its_host_up_asks_for_a_new_handshake() -> None:
    wire = Wire().open()
    wire.up = lost
    wire.run(2100)
    wire.up = clean
    wire.contacts(D4)
    wire.run(800)
    assert wire.link.state is State.LIVE
    assert wire.board.hosted == 2
    assert wire.told(Live)[-1].now.closed == D4


def test_a_board_with_another_version_is_named_at_once() -> None:
    wire = Wire()
    wire.link.opened(wire.now)
    newer = framed(CODE_OF["welcome"], 0, b"\x02 and what else version 2 may say")
    (failed,) = wire.link.receive(newer, wire.now)
    assert isinstance(failed, Failed)
    assert isinstance(failed.error, VersionMismatch)
    assert str(failed.error) == "the board speaks version 2 of the protocol, we speak 1: update this program"
    wire.link.take()
    assert wire.link.tick(wire.now + 5000) == ()
    assert wire.link.take() == b""


def test_a_board_refuses_another_version_and_the_host_says_so_at_once() -> None:
    wire = Wire()
    other = framed(CODE_OF["hello"], 0, b"\x09 and what else version 9 may say")
    assert wire.board.device.receive(other, 0) == ()
    refusal = wire.board.device.take(0)
    wire.link.opened(wire.now)
    (failed,) = wire.link.receive(refusal, wire.now)
    assert isinstance(failed, Failed)
    assert isinstance(failed.error, VersionMismatch)
    assert wire.board.device.session is None


def test_a_board_of_another_shape_cannot_be_used() -> None:
    wire = Wire(FakeBoard(contacts=64)).open()
    (failed,) = wire.told(Failed)
    assert isinstance(failed.error, RemoteProtocolError)
    assert "contacts=64" in str(failed.error)


def test_a_failed_link_can_be_shut_and_opened_again() -> None:
    wire = Wire(FakeBoard(cells=5)).open()
    assert wire.link.state is State.FAILED
    wire.unplug()
    assert not wire.told(Lost)
    wire.reboot()
    assert wire.open().link.state is State.LIVE
