"""The door of the arbiter's page: wrong PINs, and who is inside; time is an argument, in seconds."""

from __future__ import annotations

import hashlib
import hmac
import math
import secrets
from collections import deque
from dataclasses import dataclass

from momentum.spoken import Sentence
from momentum.web.errors import Forbidden, TooOften
from momentum.web.pin import Pin

FREE_TRIES = 3
"""So many wrong PINs in a row before one has to wait."""
FIRST_WAIT_S, LONGEST_WAIT_S = 5.0, 900.0
"""How long one waits after them; twice as long after each further one, up to the longest."""
STAYS_S = 8 * 3600.0
"""How long one who came in stays in."""
MOST_INSIDE = 16
"""So many are inside at most; who came in first goes."""
MOST_ACTS, WITHIN_S = 30, 10.0
"""So many acts may come within so many seconds."""


@dataclass(slots=True)
class Tries:
    """Wrong PINs in a row, from anywhere: who guesses waits longer and longer."""

    wrong: int = 0
    """How many."""
    until_s: float = -math.inf
    """When the next try is looked at."""

    def check(self, now_s: float) -> None:
        """Raise `TooOften` while one has to wait."""
        if now_s < self.until_s:
            raise TooOften(
                f"too many wrong PINs: wait {math.ceil(self.until_s - now_s)} s; "
                "momentum arbiter on the table's own machine works at any time"
            )

    def count(self, now_s: float, *, right: bool) -> None:
        """Take how a try went."""
        self.wrong = 0 if right else self.wrong + 1
        if self.wrong >= FREE_TRIES:
            self.until_s = now_s + min(FIRST_WAIT_S * 2.0 ** min(self.wrong - FREE_TRIES, 20), LONGEST_WAIT_S)


@dataclass(frozen=True, slots=True, kw_only=True)
class Pass:
    """One who came in."""

    ticket: str
    """What the browser shows as a cookie."""
    token: str
    """What the page shows with each act."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Inside:
    token: str
    until_s: float
    kept: str


class Door:
    """Lets in whoever knows the PIN, and knows them again by their ticket."""

    def __init__(self, pin: Pin) -> None:
        self.pin = pin
        """What opens it."""
        self.tries = Tries()
        """Wrong PINs so far."""
        self._tried = ""
        self.busy = False
        """Whether a PIN is being looked at: one at a time."""
        self._inside: dict[str, _Inside] = {}
        self._acts: deque[float] = deque(maxlen=MOST_ACTS)

    def knocked_at(self, kept: str, now_s: float) -> None:
        """Raise `TooOften` while one has to wait with the PIN that is kept so; another PIN begins anew."""
        if kept != self._tried:
            self._tried, self.tries = kept, Tries()
        self.tries.check(now_s)

    def let_in(self, kept: str, now_s: float) -> Pass:
        """Let somebody in who knew the PIN that is kept so."""
        while len(self._inside) >= MOST_INSIDE:
            self._inside.pop(next(iter(self._inside)))
        new = Pass(ticket=secrets.token_urlsafe(32), token=secrets.token_urlsafe(24))
        self._inside[_name(new.ticket)] = _Inside(token=new.token, until_s=now_s + STAYS_S, kept=kept)
        return new

    def token_of(self, ticket: str, now_s: float) -> str:
        """Return the token of one who is inside; empty for anybody else. Another PIN ends every stay."""
        inside = self._inside.get(_name(ticket))
        if inside is None or now_s >= inside.until_s or inside.kept != self.pin.kept():
            self._inside.pop(_name(ticket), None)
            return ""
        return inside.token

    def check_act(self, ticket: str, token: str, now_s: float) -> None:
        """Raise `Forbidden` unless this comes from the page of one inside, `TooOften` when too fast."""
        known = self.token_of(ticket, now_s)
        if not known or not hmac.compare_digest(known.encode(), token.encode()):
            raise Forbidden("nobody with the arbiter's PIN asks for this; log in at /arbiter")
        if len(self._acts) == MOST_ACTS and now_s - self._acts[0] < WITHIN_S:
            why = f"more than {MOST_ACTS} acts in {WITHIN_S:.0f} s; wait a moment"
            raise TooOften(why, Sentence("ruling.too_often"))
        self._acts.append(now_s)

    def leave(self, ticket: str) -> None:
        """Forget one who goes."""
        self._inside.pop(_name(ticket), None)


def _name(ticket: str) -> str:
    return hashlib.sha256(ticket.encode("utf-8", "surrogateescape")).hexdigest()
