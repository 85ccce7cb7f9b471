"""A clock that stands still until a test moves it."""

from hardware.simulator import SimulatedTable


class HandClock:
    """Milliseconds since the start of a test; call it to read it."""

    def __init__(self) -> None:
        self.at_ms = 0.0

    def __call__(self) -> float:
        return self.at_ms

    def advance(self, ms: float) -> float:
        """Let time pass and return the new instant."""
        self.at_ms += ms
        return self.at_ms

    def jump(self, table: SimulatedTable) -> bool:
        """Go to the table's next change; False when there is none to come."""
        next_ms = table.next_change_ms()
        if next_ms is None:
            return False
        self.at_ms = next_ms
        return True
