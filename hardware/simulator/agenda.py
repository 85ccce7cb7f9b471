"""What is due when on a simulated table: a heap of acts, done in time order as the clock is read."""

from collections.abc import Callable
from heapq import heappop, heappush
from math import inf


class Appointment:
    """One act that is due at an instant, until it is cancelled."""

    __slots__ = ("act",)

    def __init__(self, act: Callable[[float], None]) -> None:
        self.act: Callable[[float], None] | None = act

    def cancel(self) -> None:
        """Make sure that the act is not done; a second time, or after it was done, changes nothing."""
        self.act = None


class Agenda:
    """Acts in the order of their instants; acts of one instant in the order they were entered."""

    __slots__ = ("_entered", "_heap", "due_ms", "now")

    due_ms: float
    """No act is due before this instant; infinity when there is none."""

    def __init__(self, now: Callable[[], float]) -> None:
        self.now = now
        self.due_ms = inf
        self._entered = 0
        self._heap: list[tuple[float, int, Appointment]] = []

    def enter(self, at_ms: float, act: Callable[[float], None]) -> Appointment:
        """Plan an act, which is called with its own instant."""
        appointment = Appointment(act)
        heappush(self._heap, (at_ms, self._entered, appointment))
        self._entered += 1
        self.due_ms = self._heap[0][0]
        return appointment

    def catch_up(self) -> float:
        """Do everything due by now, each act at its own instant, and return now."""
        now_ms = self.now()
        while self.due_ms <= now_ms:
            at_ms, _, appointment = heappop(self._heap)
            self.due_ms = self._heap[0][0] if self._heap else inf
            if appointment.act is not None:
                appointment.act(at_ms)
        return now_ms

    def next_ms(self) -> float | None:
        """Return the instant of the next act after now that is not cancelled, or None."""
        self.catch_up()
        while self._heap and self._heap[0][2].act is None:
            heappop(self._heap)
        self.due_ms = self._heap[0][0] if self._heap else inf
        return None if self.due_ms == inf else self.due_ms
