"""How far a link has come, and what takes it further: a table."""

from __future__ import annotations

from enum import StrEnum

from firmware_bridge.errors import LocalProtocolError


class State(StrEnum):
    """How far a link has come."""

    CLOSED = "closed"
    """No port is open."""
    GREETING = "greeting"
    """Hello is said again and again until a board answers."""
    SNAPSHOT = "snapshot"
    """The board is known; its state is not."""
    REDRAW = "redraw"
    """The state is known; the lights are not yet what they should be."""
    LIVE = "live"
    """Changes count."""
    FAILED = "failed"
    """The other end cannot be talked to; only closing the port helps."""


class Happening(StrEnum):
    """What changes the state of a link."""

    OPENED = "opened"
    WELCOMED = "welcomed"
    REPORTED = "reported"
    REDRAWN = "redrawn"
    LOST = "lost"
    FAILED = "failed"
    SHUT = "shut"


_ALWAYS = {Happening.SHUT: State.CLOSED, Happening.FAILED: State.FAILED}
_KNOWN = {**_ALWAYS, Happening.LOST: State.GREETING}

TABLE: dict[State, dict[Happening, State]] = {
    State.CLOSED: {Happening.OPENED: State.GREETING, Happening.SHUT: State.CLOSED},
    State.GREETING: {**_ALWAYS, Happening.WELCOMED: State.SNAPSHOT},
    State.SNAPSHOT: {**_KNOWN, Happening.REPORTED: State.REDRAW},
    State.REDRAW: {**_KNOWN, Happening.REDRAWN: State.LIVE},
    State.LIVE: _KNOWN,
    State.FAILED: {Happening.SHUT: State.CLOSED},
}


def follow(state: State, happening: Happening) -> State:
    """Return the state that follows; LocalProtocolError when the table has none."""
    try:
        return TABLE[state][happening]
    except KeyError:
        raise LocalProtocolError(f"a link that is {state} cannot be {happening}") from None
