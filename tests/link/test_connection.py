"""Every way a connection can end, and that it begins again by itself: scripted ports in virtual time."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import pytest

from firmware_bridge.errors import BridgeError, VersionMismatch
from firmware_bridge.link_state import State
from firmware_bridge.serial_port import NoBoard, PortBusy, PortLost, SerialMissing, SeveralBoards
from firmware_bridge.wire.codec import encode
from firmware_bridge.wire.framing import framed
from firmware_bridge.wire.messages import CODE_OF, GONE_MS
from hardware.errors import DeviceClosed, DeviceLost, FrameError
from hardware.pico.board import BoardSettings, PicoBoard
from hardware.pico.connection import ANSWER_MS, LONGEST_PAUSE_MS
from hardware.pico.devices import PicoTable, open_table
from hardware.pico.errors import CannotOpenBoard, MissingSerialLibrary, NeedsProgram
from hardware.protocols import DARK, FRAME_BYTES, Scan
from tests.wire.boards import FakeBoard

LIT = bytes([9]) * FRAME_BYTES
BANNER = b'MicroPython v1.25.0 on 2025-04-15; Raspberry Pi Pico with RP2040\r\nType "help()"\r\n>>> '


class Desk:
    """A clock, a board that may be plugged in, and the ports to it, of which one at most is open."""

    def __init__(self, board: FakeBoard | None) -> None:
        self.now_ms = 1000.0
        self.board = board
        self.refusal: BridgeError | None = None
        self.opened = 0
        self.port: ScriptedPort | None = None
        self.says: Callable[[bytes], bytes] | None = None

    def open(self) -> ScriptedPort:
        """Open the port, or refuse."""
        if self.refusal is not None:
            raise self.refusal
        assert self.port is None or self.port.closed, "the old port was left open"
        self.opened += 1
        self.port = ScriptedPort(self)
        return self.port

    def wait(self, ms: float) -> None:
        """Let time pass."""
        self.now_ms += ms

    def table(self, settings: BoardSettings | None = None) -> PicoTable:
        """Open the table."""
        return open_table(
            self.open, settings or BoardSettings(), clock=lambda: self.now_ms, wait=self.wait, session=300
        )


class ScriptedPort:
    """A port to the board on the desk, or to whatever says something else."""

    path = "/dev/scripted"

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._out = b""
        self.closed = False
        self.death: BridgeError | None = None

    def read(self) -> bytes:
        """Return what the board has to say."""
        self._check()
        board, now = self._desk.board, int(self._desk.now_ms)
        if board is not None and self._desk.says is None:
            board.obey(board.device.tick(now))
            self._out += board.device.take(now)
        data, self._out = self._out, b""
        return data

    def write(self, data: bytes) -> None:
        """Give it to the board."""
        self._check()
        board, now = self._desk.board, int(self._desk.now_ms)
        if self._desk.says is not None:
            self._out += self._desk.says(data)
        elif board is not None:
            board.obey(board.device.receive(data, now))

    def close(self) -> None:
        """Let go."""
        self.closed = True

    def _check(self) -> None:
        assert not self.closed, "a closed port was used"
        if self.death is not None:
            raise self.death


@pytest.fixture(name="desk")
def with_a_board() -> Desk:
    return Desk(FakeBoard())


def comes_back(desk: Desk, table: PicoTable, ms: float) -> bool:
    """Use the table every 5 ms for so long; say whether it is back."""
    until_ms = desk.now_ms + ms
    while desk.now_ms < until_ms:
        desk.wait(5)
        try:
            table.sensors.scan()
        except DeviceLost:
            continue
        return True
    return False


def goes(desk: Desk, table: PicoTable, ms: float) -> bool:
    """Use the table every 5 ms for so long; say whether it is lost by then."""
    until_ms = desk.now_ms + ms
    while desk.now_ms < until_ms:
        desk.wait(5)
        try:
            table.sensors.scan()
        except DeviceLost:
            return True
    return False


def test_a_dead_port_is_closed_told_and_opened_again_at_once(desk: Desk) -> None:
    table = desk.table()
    assert desk.port is not None
    dead, desk.port.death = desk.port, PortLost("the port /dev/scripted is gone: I/O error")
    with pytest.raises(DeviceLost, match="I/O error"):
        table.lights.show(LIT)
    assert dead.closed
    assert comes_back(desk, table, 200)
    assert desk.opened == 2


def test_silence_ends_in_lost_with_the_port_closed_and_a_board_that_speaks_again_is_found(desk: Desk) -> None:
    table = desk.table()
    first = desk.port
    assert first is not None
    assert not goes(desk, table, 500)  # the board has settled
    desk.says = lambda _: b""
    assert goes(desk, table, GONE_MS + 100)
    assert first.closed
    assert "said nothing for" in str(table.board.why)
    assert not comes_back(desk, table, 4000)
    desk.says = None
    assert comes_back(desk, table, ANSWER_MS + LONGEST_PAUSE_MS + 200)


def test_a_board_that_falls_silent_while_it_is_judged_is_lost_before_the_judgement(desk: Desk) -> None:
    table = desk.table()
    desk.says = lambda _: b""
    began_ms = desk.now_ms
    assert goes(desk, table, GONE_MS)
    settings = table.board.settings
    assert settings.settle_ms < desk.now_ms - began_ms < settings.settle_ms + settings.doubt_ms + 50
    assert table.board.live
    with pytest.raises(DeviceLost, match="no news of the board"):
        table.sensors.scan()
    table.buttons.down()
    desk.says = None
    assert comes_back(desk, table, 100)
    assert desk.opened == 1


@pytest.mark.parametrize(
    ("says", "told"),
    [
        (lambda _: b"", "nothing answers at /dev/scripted within 2 s"),
        (lambda _: BANNER, "none of our boards: it says b'MicroPython v1.25.0"),
        (lambda _: b"AT\r\nAT\r\n", "none of our boards: it says b'AT"),
        (lambda _: bytes(range(256)), "none of our boards"),
        (lambda data: data, "sends back what it is sent: MicroPython's prompt"),
    ],
    ids=["silence", "banner", "AT", "garbage", "echo"],
)
def test_what_does_not_answer_as_a_board_needs_its_program(says: Callable[[bytes], bytes], told: str) -> None:
    desk = Desk(None)
    desk.says = says
    with pytest.raises(NeedsProgram, match=told) as error:
        desk.table()
    assert "momentum firmware files" in str(error.value)
    assert desk.port is not None
    assert desk.port.closed


def test_a_banner_and_modem_commands_before_the_board_speaks_change_nothing(desk: Desk) -> None:
    table = desk.table()
    assert desk.port is not None
    desk.port._out += BANNER + b"AT\r\n" + bytes(range(256))
    desk.wait(5)
    assert table.sensors.scan() == Scan(0, 0)
    assert desk.opened == 1


def test_another_version_of_the_protocol_is_told_at_once_with_what_to_update() -> None:
    refuse = encode("refuse", {"reason": 0, "code": CODE_OF["hello"], "detail": 9, "why": "version 9"})
    desk = Desk(None)
    desk.says = lambda _: framed(CODE_OF["refuse"], 0, refuse)
    with pytest.raises(NeedsProgram, match=r"version 9 of the protocol, we speak 1: update this program"):
        desk.table()
    assert desk.now_ms < 1100
    assert desk.port is not None
    assert desk.port.closed


def test_a_board_of_another_version_plugged_in_during_play_is_lost_and_the_old_one_found_again(
    desk: Desk,
) -> None:
    table = desk.table()
    refuse = framed(
        CODE_OF["refuse"], 0, encode("refuse", {"reason": 0, "code": 72, "detail": 0, "why": "version 0"})
    )
    desk.says = lambda _: refuse
    assert goes(desk, table, 1000)
    assert not comes_back(desk, table, 1000)
    assert isinstance(table.board.why, VersionMismatch)
    desk.says = None
    assert comes_back(desk, table, 2 * LONGEST_PAUSE_MS)


def test_a_board_of_another_shape_is_told() -> None:
    desk = Desk(FakeBoard(contacts=64))
    with pytest.raises(NeedsProgram, match="cannot use a board of that shape"):
        desk.table()


def test_another_board_in_its_place_is_not_played_at(desk: Desk) -> None:
    table = desk.table()
    mine, desk.board = desk.board, FakeBoard(serial="AAAA000000000000")
    assert desk.port is not None
    desk.port.death = PortLost("pulled")
    assert not comes_back(desk, table, 3000)
    assert "AAAA000000000000 is plugged in, not E66118604B6A2C31" in str(table.board.why)
    desk.board = mine
    assert comes_back(desk, table, 2 * LONGEST_PAUSE_MS)


def test_a_named_board_is_the_only_one_that_will_do(desk: Desk) -> None:
    with pytest.raises(CannotOpenBoard, match="not FFFF"):
        desk.table(BoardSettings(serial_number="FFFF"))
    assert desk.table(BoardSettings(serial_number="e66118604b6a2c31")).board.live


@pytest.mark.parametrize("refusal", [NoBoard("no board"), SeveralBoards("two boards")])
def test_what_waiting_does_not_mend_stops_the_start_at_once(desk: Desk, refusal: BridgeError) -> None:
    desk.refusal = refusal
    with pytest.raises(CannotOpenBoard, match=str(refusal)):
        desk.table()
    assert desk.now_ms == 1000


def test_a_missing_library_is_told_as_such(desk: Desk) -> None:
    desk.refusal = SerialMissing("pip install pyserial")
    with pytest.raises(MissingSerialLibrary, match="pip install pyserial"):
        desk.table()


def test_a_port_that_another_program_holds_for_a_moment_is_waited_for(desk: Desk) -> None:
    desk.refusal = PortBusy("another program has the port")
    real_wait = desk.wait

    def wait(ms: float) -> None:
        real_wait(ms)
        if desk.now_ms > 3000:
            desk.refusal = None

    table = open_table(desk.open, BoardSettings(), clock=lambda: desk.now_ms, wait=wait, session=300)
    assert table.board.live


def test_a_port_that_another_program_keeps_stops_the_start_with_that_reason(desk: Desk) -> None:
    desk.refusal = PortBusy("another program has the port")
    with pytest.raises(CannotOpenBoard, match="another program has the port"):
        desk.table()


def test_a_lost_board_is_looked_for_ever_more_seldom_but_never_given_up(desk: Desk) -> None:
    table = desk.table()
    assert desk.port is not None
    desk.port.death = desk.refusal = PortLost("pulled")
    tried: list[float] = []

    def refuse() -> ScriptedPort:
        tried.append(desk.now_ms)
        raise NoBoard("no board is plugged in")

    table.board._connection._opener = refuse
    assert not comes_back(desk, table, 10_000)
    gaps = [after - before for before, after in pairwise(tried)]
    assert gaps[0] <= 105
    assert sorted(gaps) == gaps
    assert gaps[-1] <= LONGEST_PAUSE_MS + 5
    assert 10 < len(tried) < 25


def test_a_restarted_board_behind_an_open_port_is_greeted_anew(desk: Desk) -> None:
    table = desk.table()
    desk.board = FakeBoard(boot_count=8)
    assert goes(desk, table, 500)
    assert "restarted" in str(table.board.why)
    assert comes_back(desk, table, 200)
    assert table.board.board.boot_count == 8


def test_lights_come_back_dark_until_they_are_shown_something(desk: Desk) -> None:
    table = desk.table()
    table.lights.show(LIT)
    assert desk.board is not None
    assert desk.board.shown == LIT
    desk.board = FakeBoard()
    assert desk.port is not None
    desk.port.death = PortLost("pulled")
    assert comes_back(desk, table, 500)
    assert desk.board.shown == DARK


def test_a_board_without_a_ring_is_sent_its_cells_alone() -> None:
    desk = Desk(FakeBoard(ring=0))
    table = desk.table()
    table.lights.show(LIT)
    assert desk.board is not None
    assert desk.board.shown == LIT[:147]


def test_a_board_without_lights_and_buzzer_is_sent_neither() -> None:
    desk = Desk(FakeBoard(cells=0, ring=0, buzzer=False))
    table = desk.table()
    assert table.buzzer is None
    table.lights.show(LIT)
    desk.wait(5)
    table.sensors.scan()
    before_ms = desk.now_ms
    table.close()
    assert desk.now_ms == before_ms
    assert desk.board is not None
    assert desk.board.shown is None
    assert desk.board.tones == []


def test_tones_are_sounded_and_end_with_the_buzzer(desk: Desk) -> None:
    table = desk.table()
    assert table.buzzer is not None
    table.buzzer.sound(523.25, 60.4)
    table.buzzer.close()
    table.buzzer.close()
    assert desk.board is not None
    assert desk.board.tones == [(523, 60), (0, 0)]
    with pytest.raises(DeviceClosed):
        table.buzzer.sound(440, 10)


def test_a_closed_table_leaves_the_lights_dark_and_the_port_free(desk: Desk) -> None:
    table = desk.table()
    table.lights.show(LIT)
    table.close()
    table.close()
    assert desk.board is not None
    assert desk.board.shown == DARK
    assert desk.port is not None
    assert desk.port.closed
    for use in (table.sensors.scan, table.buttons.down, lambda: table.lights.show(DARK), table.board.pump):
        with pytest.raises(DeviceClosed):
            use()


def test_a_table_whose_board_is_gone_can_be_closed_without_waiting(desk: Desk) -> None:
    table = desk.table()
    assert desk.port is not None
    desk.port.death = PortLost("pulled")
    before_ms = desk.now_ms
    table.close()
    assert desk.now_ms == before_ms


def test_a_frame_of_another_length_is_refused_whether_or_not_the_board_is_there(desk: Desk) -> None:
    table = desk.table()
    desk.refusal = NoBoard("pulled")
    assert desk.port is not None
    desk.port.death = PortLost("pulled")
    with pytest.raises(FrameError, match="231"):
        table.lights.show(b"short")


def test_nothing_is_known_of_a_board_that_has_never_answered() -> None:
    desk = Desk(None)
    desk.says = lambda _: b""
    board = PicoBoard(desk.open, lambda: desk.now_ms, BoardSettings(), session=4)
    with pytest.raises(DeviceLost, match="will be there in a moment"):
        board.state()
    with pytest.raises(DeviceLost):
        _ = board.board
    assert board._link.state is State.GREETING
    assert board.path == "/dev/scripted"
