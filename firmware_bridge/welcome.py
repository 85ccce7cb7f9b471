"""Reads what a board says of itself, and what is wrong when it cannot be used."""

from __future__ import annotations

from typing import Any

from firmware_bridge.errors import RemoteProtocolError, VersionMismatch
from firmware_bridge.events import Board
from firmware_bridge.wire.messages import BOOT_REASONS, BUTTONS, CELL_LIGHTS, CONTACTS, RING_LIGHTS, VERSION


def buttons_in(mask: int) -> frozenset[str]:
    """Return the names of the buttons in a `buttons` field."""
    return frozenset(name for bit, name in enumerate(BUTTONS) if mask >> bit & 1)


def board_of(fields: dict[str, Any]) -> Board:
    """Return the board of a `welcome`; RemoteProtocolError when our masks and frames do not fit it."""
    told = {
        name: value for name, value in fields.items() if name not in {"session", "buttons", "boot_reason"}
    }
    reason = fields["boot_reason"]
    board = Board(
        buttons=buttons_in(fields["buttons"]),
        boot_reason=BOOT_REASONS[reason] if reason < len(BOOT_REASONS) else BOOT_REASONS[0],
        **told,
    )
    if (
        board.contacts != CONTACTS
        or board.cells not in {0, CELL_LIGHTS}
        or board.ring not in {0, RING_LIGHTS}
    ):
        raise RemoteProtocolError(f"this program cannot use a board of that shape: {board}")
    return board


def mismatch(theirs: int) -> VersionMismatch:
    """Return the error that says which end has to be updated."""
    older = "the board's firmware" if theirs < VERSION else "this program"
    return VersionMismatch(
        f"the board speaks version {theirs} of the protocol, we speak {VERSION}: update {older}"
    )
