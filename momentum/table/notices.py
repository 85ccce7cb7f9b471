"""Notices: what a table tells whoever watches it, for traces, pages and journals."""

from __future__ import annotations

from dataclasses import dataclass

from momentum.guidance import Picture
from momentum.referee import Decision, Seen


@dataclass(frozen=True, slots=True, kw_only=True)
class Notice:
    """Something happened at the table."""

    at_ms: float
    """Table time in milliseconds."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ContactsChanged(Notice):
    """The debounced board is another one."""

    changed: int
    """Mask of the contacts that changed."""
    seen: Seen
    """The debounced board now."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardSettled(Notice):
    """No contact has changed for the settling time."""

    seen: Seen
    """The board that is judged."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Decided(Notice):
    """The referee decided something."""

    decision: Decision
    """What."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PictureChanged(Notice):
    """The lights mean something else now."""

    picture: Picture
    """What they mean."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FrameShown(Notice):
    """The strip was sent a frame."""

    frame: bytes
    """Its 231 bytes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LightsChanged(Notice):
    """The lights went away while play goes on without them, or are back."""

    why: str | None
    """The driver's reason, or None when they are back."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BuzzerChanged(Notice):
    """The buzzer cannot be driven, and play goes on without its tones; or it is heard again."""

    why: str | None
    """The driver's reason, or None when it is heard again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MuteHeld(Notice):
    """Somebody held the arbiter's button: the table's sound is to be muted, or heard again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DeviceChanged(Notice):
    """The sensors and lights went away or are back."""

    why: str | None
    """The driver's reason, or None when they are back."""
