"""Sensing: from scans to the debounced board at once, and to the settled board once hands have rested."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

from hardware.debounce import Debounce
from hardware.health import ContactHealth
from hardware.protocols import Scan
from momentum.referee import Seen
from momentum.rules import cells_in
from momentum.table.errors import TableError

REST_AFTER_MS = 60_000.0
"""How long no contact has changed when a board counts as resting and is scanned less often."""
FAST_SCAN_MS = 2.0
"""Pause between scans while a contact is changing: more readings of a bounce, and an earlier answer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SensingSettings:
    """How a table reads its contacts."""

    scan_hz: float = 200.0
    """Scans a second in play."""
    rest_scan_hz: float | None = None
    """Scans a second when nothing has moved for a minute; None goes on as in play."""
    debounce_ms: float = 20.0
    """How long a contact must read the same before it has changed."""
    settle_ms: float = 250.0
    """How long no contact may change before the board is judged."""
    broken: int = 0
    """Mask of the contacts that are known not to work and are never relied on."""
    doubtful: Callable[[int], int] | None = None
    """Which of the closed contacts (masks) such a board cannot be sure of; None when it is sure of all."""

    def __post_init__(self) -> None:
        if not 10 <= self.scan_hz <= 1000:
            raise TableError(f"scan_hz must be from 10 to 1000, not {self.scan_hz:g}; 200 suits every board")
        if self.rest_scan_hz is not None and not 10 <= self.rest_scan_hz <= self.scan_hz:
            raise TableError(f"rest_scan_hz must be from 10 to scan_hz, not {self.rest_scan_hz:g}; 50 suits")
        if not 0 < self.debounce_ms <= 200:
            raise TableError(f"debounce_ms must be over 0 and at most 200, not {self.debounce_ms:g}")
        if not self.debounce_ms < self.settle_ms <= 5000:
            raise TableError(
                f"settle_ms must be over debounce_ms ({self.debounce_ms:g}) and at most 5000, "
                f"not {self.settle_ms:g}"
            )

    @property
    def scan_ms(self) -> float:
        """Milliseconds between scans in play, in whole 1024ths: however many add up exactly."""
        return round(1024 * 1000 / self.scan_hz) / 1024

    @property
    def rest_scan_ms(self) -> float:
        """Milliseconds between scans of a board at rest, in whole 1024ths."""
        return round(1024 * 1000 / (self.rest_scan_hz or self.scan_hz)) / 1024


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """What one scan brought that was new."""

    changed: int = 0
    """Mask of contacts whose debounced state changed."""
    health: int = 0
    """Mask of contacts that became unhealthy or healthy."""
    settled: bool = False
    """Whether the board has just settled."""


_NOTHING_NEW = Reading()


class Sensing:
    """Debounce, contact health and settling of one board; time is an argument, nothing else comes in."""

    def __init__(self, settings: SensingSettings, first: Scan, at_ms: float, *, polarity: bool) -> None:
        self._settings = settings
        self.polarity = polarity
        """Whether `seen` tells the colours too."""
        self._debounce = Debounce(settings.debounce_ms)
        self._health = ContactHealth()
        for cell in cells_in(settings.broken):
            self._health.mark_bad(cell)
        self._doubtful = 0
        self._told = 0
        self.restart(first, at_ms)

    @property
    def seen(self) -> Seen:
        """The debounced board."""
        second = self._debounce.south if self.polarity else None
        return Seen(occupied=self._debounce.closed, second=second)

    @property
    def unhealthy(self) -> int:
        """Mask of the contacts that are not relied on."""
        return self._health.unhealthy | self._doubtful

    @property
    def resting(self) -> bool:
        """Whether scans bring nothing new until a contact changes or `due_ms` comes."""
        return self._settled and not self._debounce.unsteady

    @property
    def due_ms(self) -> float:
        """When a resting board must be scanned again even if no contact changes."""
        due = self._health.next_due_ms
        return min(math.inf if due is None else due, self._rest_ms)

    @property
    def pause_ms(self) -> float:
        """How long to wait before the next scan."""
        if self._debounce.unsteady:
            return FAST_SCAN_MS
        return self._settings.rest_scan_ms if self._seldom else self._settings.scan_ms

    def restart(self, scan: Scan, at_ms: float) -> None:
        """Begin anew with this scan as the board: at a start, and when a lost device is back."""
        self._debounce.reset(scan)
        self.unsettle(at_ms)

    def unsettle(self, at_ms: float) -> None:
        """Let the board settle, and be reported, once more."""
        self._changed_ms = at_ms
        self._settled = False
        self._seldom = False
        self._rest_ms = math.inf if self._settings.rest_scan_hz is None else at_ms + REST_AFTER_MS

    def mark(self, cell: int, at_ms: float, *, good: bool) -> None:
        """Rely on this contact again, or no longer, until it is marked otherwise."""
        if good:
            self._health.mark_good(cell)
        else:
            self._health.mark_bad(cell)
        self.unsettle(at_ms)

    def feed(self, at_ms: float, scan: Scan) -> Reading:
        """Take one scan and return what is new since the one before."""
        changed = self._debounce.feed(at_ms, scan)
        if not changed and self.resting and at_ms < self.due_ms:
            return _NOTHING_NEW
        flips = self._health.feed(at_ms, changed, self._debounce.unsteady)
        if self._settings.doubtful is not None:
            self._doubtful = self._settings.doubtful(self._debounce.closed)
        health, self._told = self._told ^ self.unhealthy, self.unhealthy
        if flips or health or changed & ~self._health.unhealthy:
            self.unsettle(at_ms)
        if at_ms >= self._rest_ms:
            self._rest_ms, self._seldom = math.inf, True
        return Reading(changed=changed, health=health, settled=self._settles(at_ms))

    def _settles(self, at_ms: float) -> bool:
        if self._settled or at_ms - self._changed_ms < self._settings.settle_ms:
            return False
        if any(not self._health.unhealthy >> cell & 1 for cell in self._debounce.unsteady):
            return False
        self._settled = True
        return True
