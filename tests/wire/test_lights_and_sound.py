"""Lights and tones: numbered, acknowledged, the latest wins, and nothing a board does not have."""

from __future__ import annotations

import pytest

from firmware_bridge.device import LIGHTS
from firmware_bridge.errors import LocalProtocolError
from firmware_bridge.events import LightsShown, Live, Refused
from firmware_bridge.wire.codec import encode
from firmware_bridge.wire.framing import framed
from firmware_bridge.wire.messages import CODE_OF
from tests.wire.boards import FakeBoard, Wire, clean, lost, picture, spoken


def test_a_frame_is_shown_and_acknowledged() -> None:
    wire = Wire().open()
    wire.link.show(picture(1), wire.now)
    wire.run(10)
    assert wire.board.shown == picture(1)
    (shown,) = wire.told(LightsShown)
    assert 1 <= shown.round_trip_ms <= 6
    wire.run(1000)
    assert sum(name == "lights" for name, _ in wire.heard_by_board) == 1


def test_a_frame_comes_again_until_it_is_acknowledged_and_is_shown_once() -> None:
    wire = Wire().open()
    wire.down = lost
    shown: list[object] = []
    obey = wire.board.obey

    def count(events: tuple[tuple[str, object], ...]) -> None:
        shown.extend(value for name, value in events if name == LIGHTS)
        obey(events)

    wire.board.obey = count  # type: ignore[method-assign, assignment]
    wire.link.show(picture(1), wire.now)
    wire.run(500)
    assert sum(name == "lights" for name, _ in wire.heard_by_board) == 9
    assert shown == [picture(1)]
    wire.down = clean
    wire.run(100)
    assert wire.told(LightsShown)


def test_the_latest_frame_wins_and_an_older_one_is_not_sent_again() -> None:
    wire = Wire().open()
    wire.up = lost
    wire.link.show(picture(1), wire.now)
    wire.run(5)
    wire.link.show(picture(2), wire.now)
    wire.run(5)
    wire.up = clean
    wire.heard_by_board.clear()
    wire.run(200)
    assert [fields["pixels"] for name, fields in wire.heard_by_board if name == "lights"] == [picture(2)]
    assert wire.board.shown == picture(2)


def test_an_older_frame_that_comes_late_is_not_shown() -> None:
    wire = Wire().open()
    late = framed(CODE_OF["lights"], 0, encode("lights", {"number": 1, "pixels": picture(1)}))
    wire.link.show(picture(1), wire.now)
    wire.link.show(picture(2), wire.now)
    wire.run(10)
    wire.board.obey(wire.board.device.receive(late, wire.board_ms))
    assert wire.board.shown == picture(2)
    assert spoken(wire.board.device.take(wire.board_ms))[-1] == (
        "ack",
        {"code": CODE_OF["lights"], "number": 2},
    )


def test_of_several_frames_in_one_read_only_the_last_is_drawn() -> None:
    wire = Wire().open()
    frames = [
        framed(CODE_OF["lights"], number, encode("lights", {"number": number, "pixels": picture(number)}))
        for number in (1, 2, 3)
    ]
    assert wire.board.device.receive(b"".join(frames), wire.board_ms) == ((LIGHTS, picture(3)),)


def test_a_frame_shown_before_the_port_is_open_is_drawn_before_the_link_is_live() -> None:
    wire = Wire()
    wire.link.show(picture(1), wire.now)
    wire.open()
    assert wire.told(LightsShown)[0].at_ms <= wire.told(Live)[0].at_ms
    assert wire.board.shown == picture(1)


@pytest.mark.parametrize(("cells", "ring", "size"), [(49, 0, 147), (0, 28, 84), (49, 28, 231)])
def test_a_board_is_sent_the_lights_it_has_and_no_others(cells: int, ring: int, size: int) -> None:
    wire = Wire(FakeBoard(cells=cells, ring=ring)).open()
    wire.link.show(picture(5), wire.now)
    wire.run(10)
    assert wire.board.shown == (picture(5)[:147] if cells else b"") + (picture(5)[147:] if ring else b"")
    assert wire.board.shown is not None
    assert len(wire.board.shown) == size


def test_a_board_without_lights_is_never_sent_any() -> None:
    wire = Wire(FakeBoard(cells=0, ring=0))
    wire.link.show(picture(1), wire.now)
    wire.open()
    wire.link.show(picture(2), wire.now)
    wire.run(3000)
    assert wire.told(Live)
    assert "lights" not in {name for name, _ in wire.heard_by_board}


def test_a_board_without_lights_says_so_when_it_is_sent_some_all_the_same() -> None:
    wire = Wire(FakeBoard(cells=0, ring=0)).open()
    frame = framed(CODE_OF["lights"], 0, encode("lights", {"number": 1, "pixels": picture(1)}))
    assert wire.board.device.receive(frame, wire.board_ms) == ()
    wire.run(5)
    (refused,) = wire.told(Refused)
    assert (refused.message, refused.reason, refused.why) == ("lights", "absent", "this board has no lights")


def test_lights_that_a_board_refuses_do_not_hold_up_the_game() -> None:
    wire = Wire()
    wire.link.show(picture(1), wire.now)
    wire.board.device._identity["ring"] = 0
    wire.link.opened(wire.now)
    wire.run(3)
    wire.board.device._identity["cells"] = 0
    wire.run(1000)
    assert wire.told(Refused)
    assert wire.told(Live)


def test_a_frame_of_the_wrong_size_is_our_own_fault() -> None:
    with pytest.raises(LocalProtocolError, match="a frame is 231 bytes, this one has 3"):
        Wire().link.show(b"abc", 0)


def test_a_tone_sounds_once_though_it_is_said_again() -> None:
    wire = Wire().open()
    wire.down = lost
    wire.link.tone(880, 120, wire.now)
    wire.run(300)
    wire.down = clean
    wire.run(200)
    wire.link.tone(440, 60, wire.now)
    wire.run(200)
    assert wire.board.tones == [(880, 120), (440, 60)]
    wire.heard_by_board.clear()
    wire.run(500)
    assert "tone" not in {name for name, _ in wire.heard_by_board}


def test_a_tone_for_a_board_without_a_buzzer_is_our_own_fault_and_is_not_sent() -> None:
    wire = Wire(FakeBoard(buzzer=False)).open()
    with pytest.raises(LocalProtocolError, match="E66118604B6A2C31 has no buzzer"):
        wire.link.tone(880, 120, wire.now)
    wire.run(100)
    assert "tone" not in {name for name, _ in wire.heard_by_board}
    wire.board.device.receive(
        framed(CODE_OF["tone"], 0, encode("tone", {"number": 1, "hertz": 1, "ms": 1})), 0
    )
    assert ("refuse", CODE_OF["tone"]) in [
        (name, fields.get("code")) for name, fields in spoken(wire.board.device.take(0))
    ]


def test_a_tone_before_the_link_is_live_is_our_own_fault() -> None:
    with pytest.raises(LocalProtocolError, match="tone in state closed: wait for Live first"):
        Wire().link.tone(880, 120, 0)
