"""The person's terminal: lines come in whole, nothing waits for them, and signals end things in order."""

from __future__ import annotations

import io
import os
import signal
import sys
from contextlib import ExitStack

import pytest

from momentum.workshop.desk import TerminalDesk, ended_by_signals, terminal_input
from momentum.workshop.dialogue import Want, say

LONG_MS = 10_000.0


def test_lines_come_in_whole_however_they_are_typed() -> None:
    read, write = os.pipe()
    desk = TerminalDesk("en", io.StringIO(), read)
    os.write(write, b"d")
    os.write(write, b"4\n\nb\n" + "ㅛ".encode()[:1])
    assert [desk.wait(LONG_MS) for _ in range(3)] == [("d4",), ("",), ("b",)]
    os.write(write, "ㅛ\n".encode()[1:])
    assert desk.wait(LONG_MS) == ("ㅛ",)
    os.close(write)


def test_nothing_typed_holds_nothing_up() -> None:
    desk = TerminalDesk("en", io.StringIO(), None)
    before_ms = desk.now()
    assert desk.wait(1) == ()
    assert before_ms < desk.now() < before_ms + LONG_MS


def test_what_is_said_is_printed_in_the_person_s_language_and_hands_need_no_words() -> None:
    out = io.StringIO()
    desk = TerminalDesk("ko", out, None)
    desk.hear(Want(cell=3))
    desk.hear(say("calibrate.put", number="1/9", cell="d4"))
    assert out.getvalue() == "1/9  구슬을 d4 칸에 놓으세요.\n"


def test_standard_input_that_is_no_terminal_is_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("y\n"))
    assert terminal_input() is None
    monkeypatch.setattr(sys, "stdin", None)
    assert terminal_input() is None


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_ends_things_in_order_and_handlers_are_put_back(number: signal.Signals) -> None:
    before = signal.getsignal(number)
    closed: list[str] = []

    def work() -> None:
        with ended_by_signals(), ExitStack() as stack:
            stack.callback(closed.append, "the lights")
            signal.raise_signal(number)

    with pytest.raises(SystemExit) as left:
        work()
    assert left.value.code == 128 + number
    assert closed == ["the lights"]
    assert signal.getsignal(number) is before
