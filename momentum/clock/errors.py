"""What the clocks refuse: each error shows the input and says what is accepted."""

from __future__ import annotations

from momentum.errors import MomentumError


class ClockError(MomentumError):
    """Something that a clock cannot be, or cannot do."""


class BadTime(ClockError, ValueError):
    """A text that is no length of time."""


class BadControl(ClockError, ValueError):
    """A time control, a clock setting, or a text of one, that no game can be played under."""


class BadSavedClock(ClockError, ValueError):
    """A text that is no clock written down."""


class BadInstant(ClockError, ValueError):
    """An instant that lies before one already handed in, or that is no number."""


class BadCorrection(ClockError, ValueError):
    """A time, a period or a count that cannot be set on this clock."""


class NotNow(ClockError, RuntimeError):
    """Something the clock cannot do in the state it is in, such as starting twice."""
