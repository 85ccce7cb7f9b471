"""Contact health: contacts that change too often, or never rest, are not believed; time is an argument."""

from collections import deque
from collections.abc import Mapping
from math import inf

from hardware.cells import cell_name, cells_in, is_cell
from hardware.errors import SettingError
from hardware.protocols import CELLS


class ContactHealth:
    """Tells unhealthy contacts from healthy ones.

    A contact is unhealthy after `changes` debounced changes within `within_ms`, or when it was never steady
    during `chatter_ms` on end. It is healthy again after `quiet_ms` without a change and without chatter, or
    when it is marked good. A contact marked bad stays unhealthy until it is marked good.
    """

    __slots__ = (
        "_changes",
        "_chatter_ms",
        "_due_ms",
        "_fed_ms",
        "_forgiven_ms",
        "_marked_bad",
        "_quiet_ms",
        "_recent",
        "_stirred_ms",
        "_within_ms",
        "unhealthy",
    )

    unhealthy: int
    """Mask of the contacts that are not to be believed now."""

    def __init__(
        self, *, changes: int = 8, within_ms: float = 2000, quiet_ms: float = 5000, chatter_ms: float = 500
    ) -> None:
        if changes < 1 or not min(within_ms, quiet_ms, chatter_ms) > 0:
            given = f"changes={changes} within_ms={within_ms} quiet_ms={quiet_ms} chatter_ms={chatter_ms}"
            raise SettingError(f"contact health needs values above 0, not {given}")
        self._changes = changes
        self._within_ms = within_ms
        self._quiet_ms = quiet_ms
        self._chatter_ms = chatter_ms
        self._recent: tuple[deque[float], ...] = tuple(deque(maxlen=changes) for _ in range(CELLS))
        self._stirred_ms = [-inf] * CELLS
        self._forgiven_ms = [-inf] * CELLS
        self._marked_bad = 0
        self._fed_ms = -inf
        self._due_ms = inf
        self.unhealthy = 0

    @property
    def next_due_ms(self) -> float | None:
        """No health changes before this instant while contacts rest; feed it then at the latest. Or None."""
        return None if self._due_ms == inf else self._due_ms

    def feed(self, at_ms: float, changed: int, unsteady: Mapping[int, float]) -> int:
        """Take what `Debounce.feed` returned and `Debounce.unsteady` after it.

        Returns the mask of contacts whose health changed: those in `unhealthy` are newly so, the others are
        healthy again.
        """
        if not changed and not unsteady and at_ms < self._due_ms:
            return 0
        self._fed_ms = at_ms
        before = self.unhealthy
        self._count(at_ms, changed)
        self._watch(at_ms, unsteady)
        self._recover(at_ms)
        self._due_ms = self._next_due(unsteady)
        return before ^ self.unhealthy

    def mark_good(self, cell: int) -> None:
        """Believe this contact again, whatever it did until now."""
        bit = self._bit(cell)
        self.unhealthy &= ~bit
        self._marked_bad &= ~bit
        self._recent[cell].clear()
        self._forgiven_ms[cell] = self._fed_ms

    def mark_bad(self, cell: int) -> None:
        """Disbelieve this contact until it is marked good."""
        bit = self._bit(cell)
        self.unhealthy |= bit
        self._marked_bad |= bit

    @staticmethod
    def _bit(cell: int) -> int:
        if not is_cell(cell):
            raise SettingError(f"there is no contact {cell_name(cell)}; contacts are 0 to {CELLS - 1}")
        return 1 << cell

    def _count(self, at_ms: float, changed: int) -> None:
        for cell in cells_in(changed):
            self._stirred_ms[cell] = at_ms
            recent = self._recent[cell]
            recent.append(at_ms)
            if len(recent) == self._changes and at_ms - recent[0] <= self._within_ms:
                self.unhealthy |= 1 << cell

    def _watch(self, at_ms: float, unsteady: Mapping[int, float]) -> None:
        for cell in unsteady:
            self._stirred_ms[cell] = at_ms
            if at_ms >= self._chatter_due(cell, unsteady[cell]):
                self.unhealthy |= 1 << cell

    def _chatter_due(self, cell: int, since_ms: float) -> float:
        return max(since_ms, self._forgiven_ms[cell]) + self._chatter_ms

    def _recover(self, at_ms: float) -> None:
        for cell in cells_in(self.unhealthy & ~self._marked_bad):
            if at_ms >= self._stirred_ms[cell] + self._quiet_ms:
                self.unhealthy &= ~(1 << cell)
                self._recent[cell].clear()

    def _next_due(self, unsteady: Mapping[int, float]) -> float:
        chatter = [
            self._chatter_due(c, since) for c, since in unsteady.items() if not self.unhealthy >> c & 1
        ]
        quiet = [self._stirred_ms[c] + self._quiet_ms for c in cells_in(self.unhealthy & ~self._marked_bad)]
        return min(chatter + quiet, default=inf)
