"""Ports found, opened and lost: real pseudo-terminals under pyserial, and listings as they may be."""

from __future__ import annotations

import os
import pty
import socket
import sys
import termios
import tty
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from firmware_bridge import serial_port
from firmware_bridge.serial_port import (
    Found,
    NoBoard,
    PortBusy,
    PortError,
    PortForbidden,
    PortLost,
    Search,
    SerialMissing,
    SerialPort,
    SeveralBoards,
    choose,
)

ONE = Found(path="/dev/serial/by-id/usb-one", serial_number="e66118604b6a2c31", board=True)
TWO = Found(path="/dev/ttyACM1", serial_number="E66118604B6AFFFF", board=True)
PRINTER = Found(path="/dev/ttyUSB0", serial_number="A50285BI")
CONSOLE = Found(path="/dev/ttyS0")


class Cable:
    """A pseudo-terminal: the board's end and the path of the host's."""

    def __init__(self) -> None:
        self.near, self._far = pty.openpty()
        tty.setraw(self._far)
        self.path = os.ttyname(self._far)

    def pull(self) -> None:
        """Close both ends the test holds: whoever has the port open has lost it."""
        for end in (self.near, self._far):
            if end >= 0:
                os.close(end)
        self.near = self._far = -1


@pytest.fixture(name="cable")
def a_cable() -> Iterator[Cable]:
    cable = Cable()
    yield cable
    cable.pull()


def test_the_only_board_is_found_among_other_ports() -> None:
    assert choose([CONSOLE, ONE, PRINTER]) is ONE


def test_two_boards_are_both_named_and_neither_is_taken() -> None:
    with pytest.raises(SeveralBoards) as told:
        choose([ONE, TWO, PRINTER])
    for word in (ONE.path, ONE.serial_number, TWO.path, TWO.serial_number, "serial_number ="):
        assert word in str(told.value)


@pytest.mark.parametrize("number", ["E66118604B6A2C31", "e66118604b6a2c31"])
def test_a_serial_number_chooses_in_large_letters_or_small(number: str) -> None:
    assert choose([TWO, ONE], number) is ONE


def test_a_serial_number_finds_what_is_no_pico_too() -> None:
    assert choose([ONE, PRINTER], "A50285BI") is PRINTER


def test_without_a_board_the_ports_there_are_are_named() -> None:
    with pytest.raises(NoBoard, match=r"no board is plugged in.*/dev/ttyUSB0"):
        choose([PRINTER])
    with pytest.raises(NoBoard, match="cable that carries data"):
        choose([])
    with pytest.raises(NoBoard, match=r"serial number 'FFFF'.*/dev/serial/by-id/usb-one"):
        choose([ONE], "FFFF")


def test_a_board_once_found_is_looked_for_again_though_another_was_plugged_in(cable: Cable) -> None:
    mine = Found(path=cable.path, serial_number="e66118604b6a2c31", board=True)
    listed = [mine]
    search = Search(listing=lambda: listed)
    search.open().close()
    listed.append(TWO)
    search.open().close()
    listed.remove(mine)
    with pytest.raises(NoBoard, match="e66118604b6a2c31"):
        search.open()


def test_the_ports_of_this_machine_can_be_listed() -> None:
    assert all(isinstance(port, Found) for port in serial_port.ports())


def test_bytes_of_every_value_pass_both_ways(cable: Cable) -> None:
    port = SerialPort(cable.path)
    every = bytes(range(256))
    assert port.read() == b""
    os.write(cable.near, every)
    assert port.read() == every
    port.write(every)
    assert os.read(cable.near, 1000) == every
    port.close()


def test_a_port_belongs_to_one_program_until_it_is_closed(cable: Cable) -> None:
    port = SerialPort(cable.path)
    with pytest.raises(PortBusy, match="another program has the port"):
        SerialPort(cable.path)
    port.close()
    SerialPort(cable.path).close()


def test_the_rate_is_never_the_one_that_starts_a_boot_loader(cable: Cable) -> None:
    port = SerialPort(cable.path)
    assert termios.tcgetattr(cable.near)[4] == termios.B115200
    port.close()


def test_a_port_that_is_not_there_and_an_address_of_no_kind_are_told() -> None:
    with pytest.raises(NoBoard, match=r"/dev/no-such-port.*plugged in"):
        SerialPort("/dev/no-such-port")
    with pytest.raises(PortError, match="carrier-pigeon://board"):
        SerialPort("carrier-pigeon://board")


def test_a_file_that_is_no_port_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(PortError, match="cannot be opened"):
        SerialPort(str(tmp_path / "file"))


def test_a_port_this_user_may_not_open_is_told_with_the_remedy() -> None:
    refusal = serial_port._refusal("/dev/ttyACM0", PermissionError(13, "Permission denied"))
    assert isinstance(refusal, PortForbidden)
    assert "usermod -aG dialout" in str(refusal)


def test_without_pyserial_the_package_to_install_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "serial", None)
    with pytest.raises(SerialMissing, match="pip install pyserial"):
        SerialPort("/dev/ttyACM0")


def test_a_pulled_cable_is_told_by_reading_and_by_writing_and_the_port_is_closed(cable: Cable) -> None:
    reader = SerialPort(cable.path)
    cable.pull()
    with pytest.raises(PortLost, match="is gone"):
        reader.read()
    with pytest.raises(PortLost):
        reader.write(b"x")
    reader.close()


def test_a_pulled_cable_is_told_by_writing_first(cable: Cable) -> None:
    writer = SerialPort(cable.path)
    cable.pull()
    with pytest.raises(PortLost):
        writer.write(b"x")


@pytest.mark.parametrize(
    "death", [OSError(5, "I/O error"), termios.error(5, "I/O error")], ids=["os", "termios"]
)
def test_every_kind_of_error_a_port_dies_of_is_one_kind_and_closes_it(cable: Cable, death: Exception) -> None:
    port = SerialPort(cable.path)
    real = port._port

    class Dying:
        """A port whose every use fails."""

        def read(self, _count: int) -> bytes:
            raise death

        def reset_output_buffer(self) -> None:
            raise death

        def close(self) -> None:
            real.close()
            raise death

    port._port = Dying()
    with pytest.raises(PortLost):
        port.read()
    assert not real.is_open


def test_a_full_port_never_waits_keeps_the_order_and_is_lost_when_nothing_is_taken(cable: Cable) -> None:
    now_s = 0.0
    port = SerialPort(cable.path, clock=lambda: now_s)
    sent = bytes(n % 251 for n in range(40_000))
    port.write(sent)
    taken = b""
    while len(taken) < len(sent):
        taken += os.read(cable.near, 4096)
        now_s += 0.9
        port.write(b"")
    assert taken == sent
    now_s += 100.0  # nothing waits: that is no silence
    port.write(sent)

    def wait() -> None:
        nonlocal now_s
        for _ in range(1000):  # the system may take some more into its own buffers, by and by
            now_s += 0.6
            port.read()

    with pytest.raises(PortLost, match="has taken nothing for 1 s"):
        wait()


def test_an_address_of_a_socket_is_a_port_too() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = SerialPort(f"socket://127.0.0.1:{server.getsockname()[1]}")
        board, _ = server.accept()
        with board:
            port.write(b"~hello~")
            assert board.recv(100) == b"~hello~"
            board.sendall(b"~welcome~")
            assert read_until(port, b"~welcome~") == b"~welcome~"
        with pytest.raises(PortLost):
            read_until(port, b"never")


def read_until(port: Any, wanted: bytes) -> bytes:
    """Return what comes until it is what is wanted."""
    heard = b""
    while heard != wanted:
        heard += port.read()
    return heard
