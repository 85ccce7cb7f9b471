"""Expectations: what a scenario says must be so, and what is."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from momentum.clock import Run
from momentum.records.book import winner_text
from momentum.referee import Announcement, Phase, Snapshot
from momentum.rules import Player, Reason, cells_text, parse_cells

RING_STEPS = 28
"""Steps once around the ring."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Key:
    """One thing that can be expected."""

    read: Callable[[Snapshot], str]
    """What it is now, as text."""
    tidy: Callable[[str], str]
    """The expected text in the form that `read` gives; raises ValueError saying what is accepted."""


def _cells(text: str) -> str:
    return cells_text(parse_cells(text))


def _whole(text: str) -> str:
    if not text.isascii() or not text.isdigit():
        raise ValueError(f"{text!r} is no whole number")
    return str(int(text))


def _one_of(*accepted: str) -> Callable[[str], str]:
    def tidy(text: str) -> str:
        if text not in accepted:
            raise ValueError(f"{text!r} is none of {', '.join(accepted)}")
        return text

    return tidy


def _mask(pick: Callable[[Snapshot], int]) -> Key:
    return Key(read=lambda now: cells_text(pick(now)), tidy=_cells)


def _number(pick: Callable[[Snapshot], int]) -> Key:
    return Key(read=lambda now: str(pick(now)), tidy=_whole)


def _turn(now: Snapshot) -> str:
    return "-" if now.phase is Phase.OVER else now.game.to_move.value


def _winner(now: Snapshot) -> str:
    if now.game.result is None:
        return "-"
    return winner_text(now.game.result)


def _reason(now: Snapshot) -> str:
    return "-" if now.game.result is None else now.game.result.reason.value


def _ring(now: Snapshot, lap: int) -> int:
    return now.game.ring[lap] if now.settings.guidance else 0


def _clock(player: Player) -> Key:
    def read(now: Snapshot) -> str:
        return "-" if now.clock is None else str(now.clock.side(player).time_ms // 1000)

    return Key(read=read, tidy=_seconds)


def _irregular(player: Player) -> Key:
    return _number(lambda now: sum(act.player is player for act in now.irregular))


def _confirmed(now: Snapshot) -> str:
    return ",".join(player for player in Player if player in now.confirmed) or "-"


def _players(text: str) -> str:
    names = [] if text == "-" else [_one_of(*Player)(name) for name in text.split(",")]
    return ",".join(player for player in Player if player in names) or "-"


def _running(now: Snapshot) -> str:
    running = now.clock is not None and now.clock.run is Run.RUNNING
    return now.clock.to_move.value if running and now.clock is not None else "-"


def _seconds(text: str) -> str:
    return text if text == "-" else _whole(text)


KEYS: MappingProxyType[str, Key] = MappingProxyType(
    {
        "phase": Key(read=lambda now: now.phase.value, tidy=_one_of(*Phase)),
        "turn": Key(read=_turn, tidy=_one_of(*Player, "-")),
        "ply": _number(lambda now: now.game.ply),
        "round": _number(lambda now: now.game.round),
        "first": _mask(lambda now: now.game.position.first),
        "second": _mask(lambda now: now.game.position.second),
        "hand_first": _number(lambda now: now.game.position.hand(Player.FIRST)),
        "hand_second": _number(lambda now: now.game.position.hand(Player.SECOND)),
        "lift": _mask(lambda now: now.differences.lift),
        "place": _mask(lambda now: now.differences.place),
        "off": _mask(lambda now: now.differences.off),
        "extra": _mask(lambda now: now.differences.extra),
        "missing": _mask(lambda now: now.differences.missing),
        "hint": _mask(lambda now: now.hint),
        "swap": _mask(lambda now: 0 if now.swap is None else 1 << now.swap),
        "fault": _mask(lambda now: now.fault),
        "ring": _number(lambda now: _ring(now, 0)),
        "ring_final": _number(lambda now: _ring(now, 1)),
        "winner": Key(read=_winner, tidy=_one_of(*Player, "draw", "-", "neither")),
        "reason": Key(read=_reason, tidy=_one_of(*Reason, "-")),
        "acts": _number(lambda now: sum(act.undone_by is None for act in now.acts)),
        "irregular_first": _irregular(Player.FIRST),
        "irregular_second": _irregular(Player.SECOND),
        "confirmed": Key(read=_confirmed, tidy=_players),
        "announcing": Key(read=lambda now: now.announcing or "-", tidy=_one_of(*Player, "-")),
        "clock_first": _clock(Player.FIRST),
        "clock_second": _clock(Player.SECOND),
        "running": Key(read=_running, tidy=_one_of(*Player, "-")),
    }
)
"""Everything but `said`, which looks back."""


def tidy_said(text: str) -> str:
    """Return the announcements of a comma-separated list, checked; raises ValueError."""
    if text != "-":
        for word in text.split(","):
            _one_of(*Announcement)(word)
    return text


def was_said(wanted: str, said: Sequence[str]) -> bool:
    """Whether these announcements were made in this order, others standing between; `-` means none at all."""
    if wanted == "-":
        return not said
    rest = iter(said)
    return all(word in rest for word in wanted.split(","))


@dataclass(frozen=True, slots=True, kw_only=True)
class Failure:
    """An expectation that did not hold."""

    line: int
    """Where it stands, counted from 1."""
    key: str
    """What was expected."""
    expected: str
    """Its expected value."""
    actual: str
    """What it was."""

    def __str__(self) -> str:
        return f"expected {self.key}={self.expected}, was {self.actual}"
