"""The manual of the wire says what the code does: its tables and its example bytes."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from firmware_bridge.firmware import pins
from firmware_bridge.link_state import TABLE, Happening, State
from firmware_bridge.parameters import RANGES, defaults
from firmware_bridge.wire import messages
from firmware_bridge.wire.crc import crc16
from firmware_bridge.wire.framing import MOST_STUFFED
from tests.wire.golden import messages as golden_messages

MANUAL = Path(__file__).parents[2] / "docs" / "protocol.md"


def text() -> str:
    """Return the manual."""
    return MANUAL.read_text(encoding="utf-8")


def table(first_heading: str) -> list[list[str]]:
    """Return the rows of the table whose first column has that heading, less their marks of code."""
    lines = iter(text().splitlines())
    for line in lines:
        if line.startswith(f"| {first_heading} |"):
            break
    next(lines)
    rows = []
    for line in lines:
        if not line.startswith("|"):
            break
        rows.append([cell.strip().replace("`", "") for cell in line.strip("|").split("|")])
    return rows


def examples() -> list[tuple[str, str]]:
    """Return each example as (what it says, its bytes in hex)."""
    found = []
    for block in re.findall(r"```frames\n(.*?)```", text(), flags=re.DOTALL):
        for said, dump in re.findall(r"^(\S.*)\n((?:  .*\n)+)", block, flags=re.MULTILINE):
            found.append((said, "".join(dump.split())))
    return found


def said(message: str, sequence: int, fields: dict[str, Any]) -> str:
    """Return an example's first line as the manual writes it."""
    written = {
        name: str(value).lower()
        if isinstance(value, bool)
        else repr(value.hex() if isinstance(value, bytes) else value)
        for name, value in fields.items()
    }
    return " ".join(
        [message, f"sequence={sequence}", *[f"{name}={value}" for name, value in written.items()]]
    )


def test_the_table_of_messages_is_the_one_the_codec_comes_from() -> None:
    declared = [
        [name, code, side, ", ".join(f"{field} {kind}" for field, kind in fields)]
        for name, code, side, fields in messages.MESSAGES
    ]
    assert table("message") == declared


def test_the_refusals_are_the_ones_a_board_makes() -> None:
    declared = [[str(i), name, what] for i, (name, what) in enumerate(messages.REFUSALS)]
    assert table("reason") == [[cell.replace("`", "") for cell in row] for row in declared]


def test_the_times_are_the_ones_in_force() -> None:
    rows = table("name")
    assert len(rows) == 6
    for name, ms, _ in rows:
        assert getattr(messages, name) == int(ms), name


def test_the_states_of_the_host_are_drawn_as_they_are() -> None:
    head = [str(happening) for happening in Happening]
    rows = [row for row in table("state | opened") if row[0] in list(State)]
    assert [row[0] for row in rows] == list(State)
    for row in rows:
        follows = {str(happening): str(to) for happening, to in TABLE[State(row[0])].items()}
        assert row[1:] == [follows.get(name, "-") for name in head]


def test_the_parameters_have_the_defaults_and_ranges_that_are_written() -> None:
    rows = {row[0]: row for row in table("field")}
    assert list(rows) == list(defaults())
    for name, (least, most) in RANGES.items():
        assert rows[name][1:3] == [str(defaults()[name]), f"{least} to {most}"]


@pytest.mark.parametrize(("line", "dump"), examples())
def test_each_example_is_a_golden_vector(line: str, dump: str) -> None:
    golden = {said(v.message, v.sequence, v.fields): v.frame.hex() for v in golden_messages()}
    assert golden[line] == dump


def test_the_manual_has_examples_of_most_messages() -> None:
    assert len({line.split()[0] for line, _ in examples()}) >= 10


def test_the_pins_are_the_ones_the_program_uses() -> None:
    wanted = [
        f"GP{pins.ROWS[0]} to GP{pins.ROWS[-1]}",
        f"GP{pins.COLUMNS[0]} to GP{pins.COLUMNS[-1]}",
        f"GP{pins.LIGHTS}",
        ", ".join(f"GP{pin}" for pin in pins.BUTTONS),
        f"GP{pins.POLES}",
        f"GP{pins.BUTTON_ROW}",
        f"GP{pins.SKIP}",
        f"GP{pins.BUZZER}",
        pins.STATUS,
    ]
    assert [row[0] for row in table("pin")] == wanted
    used = [*pins.ROWS, *pins.COLUMNS, pins.LIGHTS, *pins.BUTTONS, pins.POLES, pins.BUTTON_ROW]
    used += [pins.SKIP, pins.BUZZER]
    assert len(set(used)) == len(used)
    assert list(pins.ROWS) == list(range(2, 9))
    assert list(pins.COLUMNS) == list(range(9, 16))


def test_the_figures_in_the_text_are_right() -> None:
    whole = text()
    assert f"version {messages.VERSION}." in whole
    assert f"gives 0x{crc16(b'123456789'):X}" in whole
    assert f"{MOST_STUFFED} when stuffed" in whole
    assert f"one every {messages.NAK_MS} ms" in whole
    assert ", ".join(messages.BUTTONS) in whole
    assert ", ".join(messages.BOOT_REASONS) in whole
