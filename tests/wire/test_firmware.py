"""The board's real program in a real MicroPython, byte for byte as it goes on the Pico."""

from __future__ import annotations

import random
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from firmware_bridge.events import (
    Broken,
    Buttons,
    Contacts,
    HealthTold,
    JournalTold,
    LightsShown,
    Live,
    Lost,
    MemoryTold,
    Parameters,
    ParametersTold,
    Refused,
)
from firmware_bridge.firmware import VERSION
from firmware_bridge.firmware_files import lay_out
from firmware_bridge.link_state import State
from tests.wire import unix_port
from tests.wire.lossy import LossyWire
from tests.wire.pico import BUTTON, HIGH, SKIP, STAND_IN, WATCHDOG, Pico, now_ms

pytestmark = unix_port.needs_micropython

D4, E5, G7 = 1 << 24, 1 << 32, 1 << 48
DARK = bytes(231)
Maker = Callable[[], Pico]


@pytest.fixture(name="pico")
def started(tmp_path: Path) -> Iterator[Pico]:
    """Return a board that runs and is live; its hardware must not have been misused in the end."""
    pico = Pico(tmp_path)
    try:
        pico.power().open()
        pico.until(lambda: pico.told(Live))
        yield pico
        assert [
            line for line in pico.log() if line.split()[0] not in {"pwm", "freq", "duty", "watchdog"}
        ] == []
        assert "watchdog bites" not in pico.log()
        assert pico.errors() == ""
    finally:
        pico.close()
        pico.cut()


def dim(seed: int) -> bytes:
    """Return a frame of all kinds of values that stays under the current limit."""
    rng = random.Random(seed)
    return bytes(rng.choice((0, 0, 0, 1, 3, 31, 32, 0x7D, 0x7E)) for _ in range(231))


def waits(pico: Pico) -> bool:
    """Say whether the waiting picture is shown: one dim dot on the ring, nothing else."""
    shown = pico.shown() or DARK
    lit = [pixel for pixel in range(77) if any(shown[3 * pixel : 3 * pixel + 3])]
    return len(lit) == 1 and lit[0] >= 49


def read(pico: Pico) -> tuple[int, int]:
    """Return the masks closed and south as they were told last."""
    latest = pico.link.latest
    return (0, 0) if latest is None else (latest.closed, latest.south)


def some_boards(rng: random.Random, count: int) -> Iterator[tuple[int, int]]:
    """Yield random masks of closed contacts, and of those that a south pole closes."""
    for _ in range(count):
        closed = rng.getrandbits(49)
        yield closed, closed & rng.getrandbits(49)


def history(pico: Pico) -> list[tuple[int, bool]]:
    """Return the changes the host was told, as the entries of a journal tell them: (cell, closed)."""
    return [
        (cell, bool(change.now.closed >> cell & 1))
        for change in pico.told(Contacts)
        for cell in range(49)
        if change.changed >> cell & 1
    ]


def test_the_board_introduces_itself(pico: Pico) -> None:
    board = pico.link.board
    assert board is not None
    assert (board.serial, board.firmware) == ("E66118604B6A2C31", VERSION)
    assert (board.boot_reason, board.boot_count) == ("power", 1)
    assert (board.cells, board.ring, board.polarity, board.buzzer) == (49, 28, False, True)
    assert len(board.buttons) == 7
    assert "watchdog 4000" in pico.log()


def test_each_of_the_49_contacts_is_told_as_its_own_cell(pico: Pico) -> None:
    for cell in range(49):
        pico.contacts(1 << cell)
        pico.until(lambda: pico.told(Contacts) and pico.told(Contacts)[-1].now.closed == 1 << cell)  # noqa: B023


def test_any_three_corners_of_a_rectangle_make_no_fourth(pico: Pico) -> None:
    corners = 1 << 0 | 1 << 6 | 1 << 42
    pico.contacts(corners)
    pico.until(lambda: pico.told(Contacts))
    pico.run(100)
    assert pico.link.latest is not None
    assert pico.link.latest.closed == pico.link.latest.raw == corners


def test_a_contact_is_told_once_it_has_kept_still(pico: Pico) -> None:
    waits_ms = []
    for count in range(10):
        begin, before = now_ms(), len(pico.told(Contacts))
        pico.contacts(D4 if count % 2 == 0 else 0)
        pico.until(lambda: len(pico.told(Contacts)) > before)  # noqa: B023
        waits_ms.append(now_ms() - begin)
    assert min(waits_ms) >= Parameters().debounce_ms - 1


def test_frames_are_shown_pixel_by_pixel(pico: Pico) -> None:
    for seed in range(5):
        pico.link.show(dim(seed), now_ms())
        pico.until(lambda: pico.shown() == dim(seed))  # noqa: B023
    assert pico.told(LightsShown)


def test_a_frame_that_draws_too_much_is_scaled_down(pico: Pico) -> None:
    white = b"\xff" * 231
    pico.link.show(white, now_ms())
    pico.until(lambda: any(pico.shown()))
    shown = pico.shown()
    assert set(shown) == {45}
    assert 77 + sum(shown) * 20 / 255 <= 900


def test_lights_and_contacts_follow_the_wiring_that_was_set(pico: Pico) -> None:
    lights = tuple(random.Random(1).sample(range(77), 77))
    contacts = tuple(random.Random(2).sample(range(49), 49))
    pico.link.configure(Parameters(lights=lights, contacts=contacts, limit_ma=5000), now_ms())
    pico.until(lambda: pico.told(ParametersTold))
    pico.link.show(dim(9), now_ms())
    wanted = bytearray(231)
    for pixel, place in enumerate(lights):
        wanted[3 * place : 3 * place + 3] = dim(9)[3 * pixel : 3 * pixel + 3]
    pico.until(lambda: pico.shown() == wanted)
    for cell in (0, 13, 48):
        pico.contacts(1 << contacts[cell])
        pico.until(lambda: pico.told(Contacts) and pico.told(Contacts)[-1].now.closed == 1 << cell)  # noqa: B023


def test_new_wiring_with_marbles_on_the_board_is_a_change_and_no_contradiction(pico: Pico) -> None:
    pico.contacts(D4 | G7)
    pico.until(lambda: pico.told(Contacts))
    pico.link.configure(Parameters(contacts=tuple(reversed(range(49)))), now_ms())
    pico.until(lambda: pico.told(Contacts) and pico.told(Contacts)[-1].now.closed == D4 | 1)
    pico.run(1200)
    assert not pico.told(Lost)
    assert not pico.told(Broken)


def test_contacts_that_read_high_when_closed_are_read_so_once_that_is_set(pico: Pico) -> None:
    pico.hand(HIGH, 1)
    pico.link.configure(Parameters(inverted=True), now_ms())
    pico.until(lambda: pico.told(ParametersTold))
    pico.contacts(D4)
    pico.until(lambda: pico.told(Contacts) and pico.told(Contacts)[-1].now.closed == D4)


def test_buttons_are_told_and_tones_sounded(pico: Pico) -> None:
    pico.hand(BUTTON, 0b1001000)
    pico.until(lambda: pico.told(Buttons))
    assert pico.told(Buttons)[0].down == {"swap", "pause"}
    pico.link.tone(880, 100, now_ms())
    pico.until(lambda: "freq 880" in pico.log() and pico.log()[-1] == "duty 0")
    assert pico.log()[-3:] == ["freq 880", "duty 32768", "duty 0"]


def test_the_journal_and_the_health_tell_what_the_contacts_did(pico: Pico) -> None:
    for mask in (D4, 0, E5):
        pico.contacts(mask)
        pico.until(lambda: pico.told(Contacts) and pico.told(Contacts)[-1].now.closed == mask)  # noqa: B023
    pico.link.ask("journal", now_ms())
    pico.link.ask("health", now_ms())
    pico.until(lambda: pico.told(JournalTold) and pico.told(HealthTold))
    entries = pico.told(JournalTold)[0].entries
    assert [(entry.cell, entry.closed) for entry in entries] == [(24, True), (24, False), (32, True)]
    assert sorted(entry.board_ms for entry in entries) == [entry.board_ms for entry in entries]
    assert pico.told(HealthTold)[0].changes[24] == 2


def test_the_memory_in_use_would_fit_a_pico(pico: Pico) -> None:
    for seed in range(20):
        pico.link.show(dim(seed), now_ms())
        pico.contacts(seed)
        pico.run(40)
    pico.link.ask("memory", now_ms())
    pico.until(lambda: pico.told(MemoryTold))
    memory = pico.told(MemoryTold)[0]
    assert memory.used < 200_000
    assert memory.free > memory.used / 2


def test_a_host_that_is_gone_for_two_seconds_leaves_the_waiting_picture_and_gets_its_lights_back(
    pico: Pico,
) -> None:
    pico.link.show(dim(3), now_ms())
    pico.until(lambda: pico.shown() == dim(3))
    pico.contacts(D4)
    pico.until(lambda: pico.told(Contacts))
    pico.close()
    gone = now_ms()
    pico.until(lambda: waits(pico))
    assert now_ms() - gone >= 1700
    pico.contacts(E5)
    pico.run(100)
    pico.open()
    pico.until(lambda: len(pico.told(Live)) == 2)
    assert pico.told(Live)[-1].changed == D4 | E5
    pico.until(lambda: pico.shown() == dim(3))


def test_a_board_without_a_host_waits_from_the_start(tmp_path: Path) -> None:
    pico = Pico(tmp_path).power()
    try:
        pico.until(lambda: waits(pico))
        first = pico.shown()
        pico.until(lambda: waits(pico) and pico.shown() != first)
    finally:
        pico.cut()


def test_a_power_cut_keeps_the_parameters_and_counts_the_start(pico: Pico) -> None:
    wanted = Parameters(scan_hz=250, debounce_ms=8, limit_ma=1200)
    pico.link.configure(wanted, now_ms())
    pico.until(lambda: pico.told(ParametersTold))
    pico.close()
    pico.cut()
    lay_out(pico.flash)  # the update of the program
    pico.power(WATCHDOG).open()
    pico.until(lambda: len(pico.told(Live)) == 2)
    assert pico.link.board is not None
    assert (pico.link.board.boot_count, pico.link.board.boot_reason) == (2, "watchdog")
    pico.link.ask("parameters", now_ms())
    pico.until(lambda: len(pico.told(ParametersTold)) == 2)
    assert pico.told(ParametersTold)[-1].parameters == wanted
    assert pico.told(ParametersTold)[-1].revision == 1


def test_a_board_that_restarts_behind_an_open_port_is_noticed_and_redrawn(pico: Pico) -> None:
    pico.link.show(dim(4), now_ms())
    pico.until(lambda: pico.shown() == dim(4))
    pico.contacts(G7)
    pico.until(lambda: pico.told(Contacts))
    pico.port.close()
    pico.cut()
    pico.power()
    reopened = pico.link
    pico.events += reopened.shut(now_ms(), "the board was pulled")
    pico.open()
    pico.until(lambda: len(pico.told(Live)) == 2)
    assert pico.told(Live)[-1].changed == 0
    pico.until(lambda: pico.shown() == dim(4))


def test_a_board_that_tells_poles_tells_each_of_the_98_switches_and_every_button(tmp_path: Path) -> None:
    pico = Pico(tmp_path, polarity=True)
    try:
        pico.power().open()
        pico.until(lambda: pico.told(Live))
        assert pico.link.board is not None
        assert pico.link.board.polarity
        rng = random.Random(3)
        for closed, south in ((1 << 49) - 1, 0), ((1 << 49) - 1, (1 << 49) - 1), *some_boards(rng, 20):
            pico.contacts(closed, south)
            pico.until(lambda: read(pico) == (closed, south))  # noqa: B023
        for name in sorted(pico.link.board.buttons):
            pico.press({name})
            pico.until(lambda: pico.told(Buttons) and pico.told(Buttons)[-1].down == {name})  # noqa: B023
        assert read(pico) == (closed, south)
        assert [line for line in pico.log() if line.split()[0] not in {"pwm", "watchdog"}] == []
        assert pico.errors() == ""
    finally:
        pico.close()
        pico.cut()


def test_poles_and_buttons_are_right_with_contacts_that_read_high_too(tmp_path: Path) -> None:
    pico = Pico(tmp_path, polarity=True)
    pico.hand(HIGH, 1)
    try:
        pico.power().open()
        pico.until(lambda: pico.told(Live))
        pico.link.configure(Parameters(inverted=True), now_ms())
        pico.until(lambda: pico.told(ParametersTold))
        pico.contacts(D4 | E5, E5)
        pico.press({"undo"})
        pico.until(lambda: pico.told(Buttons) and pico.told(Buttons)[-1].down == {"undo"})
        pico.until(lambda: read(pico) == (D4 | E5, E5))
    finally:
        pico.close()
        pico.cut()


def test_damaged_parameters_are_put_aside_and_the_defaults_hold(tmp_path: Path) -> None:
    pico = Pico(tmp_path)
    (tmp_path / "parameters.bin").write_bytes(b"~V\0half")
    try:
        pico.power().open()
        pico.until(lambda: pico.told(Live))
        pico.link.ask("parameters", now_ms())
        pico.until(lambda: pico.told(ParametersTold))
        assert pico.told(ParametersTold)[0].parameters == Parameters()
        assert (tmp_path / "parameters.bin.bad").read_bytes() == b"~V\0half"
    finally:
        pico.close()
        pico.cut()


def test_a_flash_that_takes_nothing_refuses_the_parameters_and_plays_on(pico: Pico) -> None:
    (pico.flash / "parameters.bin.new").mkdir()
    pico.link.configure(Parameters(scan_hz=100), now_ms())
    pico.until(lambda: pico.told(Refused))
    assert pico.told(Refused)[0].reason == "not_kept"
    pico.contacts(D4)
    pico.until(lambda: pico.told(Contacts))


def test_noise_and_control_characters_do_not_stop_the_program(pico: Pico) -> None:
    rng = random.Random(8)
    for _ in range(20):
        pico.port.write(b"AT\r\n\x03\x04\x01\x02\x05" + rng.randbytes(50))
        pico.run(10)
    assert pico.link.state is State.LIVE
    pico.contacts(D4)
    pico.until(lambda: pico.told(Contacts))
    assert not pico.told(Lost)


def test_over_a_bad_wire_every_change_arrives_and_the_last_frame_is_shown(pico: Pico) -> None:
    rng = random.Random(5)
    pico.up, pico.down = LossyWire(rng), LossyWire(rng)
    for count in range(40):
        pico.contacts(1 << count)
        pico.link.show(dim(count), now_ms())
        pico.run(50)
    pico.until(lambda: pico.shown() == dim(39))
    pico.link.ask("journal", now_ms())
    pico.until(lambda: pico.told(JournalTold))
    journal = pico.told(JournalTold)[0]
    pico.until(lambda: len(history(pico)) >= journal.total)
    assert journal.total > 20
    assert [(entry.cell, entry.closed) for entry in journal.entries] == history(pico)[-64:]


def test_holding_gp22_to_ground_skips_the_program(tmp_path: Path) -> None:
    pico = Pico(tmp_path)
    pico.hand(SKIP, 1)
    done = subprocess.run(
        unix_port.command("main.py"),
        cwd=tmp_path,
        env={"MICROPYPATH": f"{STAND_IN}:.frozen"},
        capture_output=True,
        text=True,
        timeout=10,
        check=True,
    )
    assert done.stdout == "GP22 is held to ground: the board's program was not started\n"


def test_a_program_that_fails_leaves_the_lights_dark(tmp_path: Path) -> None:
    pico = Pico(tmp_path)
    sounder = tmp_path / "firmware_bridge" / "firmware" / "sounder.py"
    sounder.write_text(sounder.read_text().replace("self._began_ms = now\n", "raise OSError(5)\n"))
    try:
        pico.power().open()
        pico.until(lambda: pico.told(Live))
        pico.link.show(dim(2), now_ms())
        pico.until(lambda: pico.shown() == dim(2))
        pico.link.tone(880, 50, now_ms())
        pico.until(lambda: pico.shown() == DARK)
    finally:
        pico.close()
        pico.cut()


def test_the_scan_path_allocates_nothing() -> None:
    assert unix_port.run(Path(__file__).with_name("scan_script.py")) == "changes True done\n"
