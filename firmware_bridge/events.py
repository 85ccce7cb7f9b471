"""What the host's end of the wire tells its owner, and the values it speaks in."""

from __future__ import annotations

from dataclasses import dataclass, field

from firmware_bridge.errors import RemoteProtocolError
from firmware_bridge.wire.messages import CELL_LIGHTS, CONTACTS, RING_LIGHTS


@dataclass(frozen=True, slots=True, kw_only=True)
class Board:
    """A board as it introduced itself."""

    version: int
    """The protocol version it speaks."""
    firmware: str
    """The version of its program."""
    serial: str
    """The number no other board has."""
    contacts: int
    """How many contacts it senses."""
    cells: int
    """How many lights are under the cells: 49 or 0."""
    ring: int
    """How many lights are around the edge: 28 or 0."""
    polarity: bool
    """Whether its contacts tell a south pole from a north pole."""
    buttons: frozenset[str]
    """The names of the buttons it has."""
    buzzer: bool
    """Whether it can sound a tone."""
    boot_reason: str
    """Why it started last: one of BOOT_REASONS."""
    boot_count: int
    """How often it has started, modulo 65536."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Snapshot:
    """The whole input state of the board at one instant."""

    at_ms: int
    """The instant by the host's clock."""
    board_ms: int
    """The instant by the board's clock, modulo 2**30."""
    closed: int
    """Mask of debounced contacts that are closed."""
    raw: int
    """Mask of contacts that are closed, bounces included."""
    south: int
    """Mask of contacts closed by a south pole; 0 without polarity."""
    buttons: frozenset[str]
    """Names of the buttons held down."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Parameters:
    """What a board keeps over power loss and firmware updates."""

    scan_hz: int = 200
    """Scans a second, 50 to 500."""
    debounce_ms: int = 20
    """How long a contact must read the same before it counts, 1 to 200."""
    limit_ma: int = 900
    """The current all lights together may draw, 100 to 5000; brighter frames are scaled down."""
    inverted: bool = False
    """Whether a contact that is closed reads high."""
    contacts: tuple[int, ...] = field(default_factory=lambda: tuple(range(CONTACTS)))
    """For each of the 49 cells the place in the matrix, 7 * row + column, that senses it."""
    lights: tuple[int, ...] = field(default_factory=lambda: tuple(range(CELL_LIGHTS + RING_LIGHTS)))
    """For each of the 77 pixels its place in the chain."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """One entry of the board's journal."""

    board_ms: int
    """The instant by the board's clock, modulo 2**30."""
    cell: int
    """The contact's cell, 0 to 48."""
    closed: bool
    """Whether it closed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkEvent:
    """Something the link has to tell."""

    at_ms: int
    """The instant by the host's clock."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Welcomed(LinkEvent):
    """The handshake is done; nothing counts yet."""

    board: Board
    """The board at the other end."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Live(LinkEvent):
    """The snapshot is in and the lights are redrawn: from now on changes count."""

    now: Snapshot
    """The state of the board."""
    before: Snapshot | None
    """The state when the link was lost; None the first time."""

    @property
    def changed(self) -> int:
        """Mask of contacts that differ from before; 0 the first time."""
        return 0 if self.before is None else self.now.closed ^ self.before.closed


@dataclass(frozen=True, slots=True, kw_only=True)
class Contacts(LinkEvent):
    """Debounced contacts, or their polarity, changed at this instant."""

    now: Snapshot
    """The state of the board after the change."""
    changed: int
    """Mask of the contacts that opened, closed or turned their pole."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Buttons(LinkEvent):
    """Buttons were pressed or released at this instant."""

    down: frozenset[str]
    """Names of the buttons held down now."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reported(LinkEvent):
    """The report that was asked for is in."""

    now: Snapshot
    """The state of the board."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LightsShown(LinkEvent):
    """The board took over the last frame it was given."""

    round_trip_ms: int
    """The milliseconds since that frame was first sent."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Missed(LinkEvent):
    """The board had to give up reports; its state is right, the steps between are in its journal at best."""

    count: int
    """How many states are missing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HealthTold(LinkEvent):
    """How the contacts have been since the board started."""

    changes: tuple[int, ...]
    """Debounced changes of each contact, up to 65535."""
    stuck: int
    """Mask of contacts that have been closed ever since the start."""
    restless: int
    """Mask of contacts that have not been steady for half a second."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ParametersTold(LinkEvent):
    """The parameters in force."""

    revision: int
    """Counts the times they were changed; a calibration made under another revision does not hold."""
    parameters: Parameters
    """The parameters."""


@dataclass(frozen=True, slots=True, kw_only=True)
class JournalTold(LinkEvent):
    """The last contact changes the board saw, oldest first."""

    total: int
    """How many there have been since it started."""
    entries: tuple[Change, ...]
    """The last 64 of them, or as many as there are."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryTold(LinkEvent):
    """How the board's program fares."""

    free: int
    """Bytes free."""
    used: int
    """Bytes in use."""
    longest_us: int
    """The longest round of its main loop in microseconds."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Refused(LinkEvent):
    """The board refused something this end said."""

    message: str
    """The name of the refused message."""
    reason: str
    """One of REFUSALS."""
    why: str
    """The board's own sentence."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Broken(LinkEvent):
    """A whole frame was against the protocol; it was dropped and the link goes on."""

    error: RemoteProtocolError
    """What was wrong with it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Lost(LinkEvent):
    """The board is silent, was restarted, or its port is gone; told once, a handshake follows by itself."""

    why: str
    """A sentence for the log."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Failed(LinkEvent):
    """The link cannot go on until it is shut and opened again."""

    error: RemoteProtocolError
    """What to do about it."""
