"""What can be wrong with a table's contacts and lights, as values that can be said; pure."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from momentum.rules import SIZE, cell_text
from momentum.workshop.dialogue import Say, say


class FaultKind(StrEnum):
    """One kind of fault; the words for it are under `calibrate.fault`."""

    DEAD = "dead"
    """No contact closes under this cell."""
    STUCK = "stuck"
    """A contact is closed with nothing there."""
    RESTLESS = "restless"
    """A contact opens and closes by itself."""
    SHARED = "shared"
    """Two cells close one contact."""
    BRIDGED = "bridged"
    """One marble closes several contacts."""
    GHOST = "ghost"
    """One marble closes several contacts, as happens without diodes."""
    POLE = "pole"
    """A sensor takes north for south, unlike the others."""
    SOUTH = "south"
    """The two poles of a sensor are not read at the same place."""
    DARK = "dark"
    """A light does not light up."""
    UNEXPECTED = "unexpected"
    """A contact closes that the others lead to expect elsewhere; no fault if it does so twice."""
    TWICE = "twice"
    """A light was said to be on a cell that has another one already."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """One thing that is wrong."""

    kind: FaultKind
    """What."""
    cell: int | None = None
    """The cell it is about, where that is known."""
    other: int | None = None
    """The other cell that it is about."""
    contact: int | None = None
    """The contact it is about."""
    light: int | None = None
    """The light it is about, counted along the chain from 0."""

    def words(self) -> Say:
        """Return the decision to say so, and what to do about it."""
        somewhere = "_somewhere" if self.contact is not None and self.cell is None else ""
        return say(f"calibrate.fault.{self.kind}{somewhere}", **self._values())

    def again(self) -> Say:
        """Return the decision to ask for another try, since it may not be so."""
        return say(f"calibrate.again.{self.kind}", **self._values())

    def _values(self) -> dict[str, object]:
        values: dict[str, object] = {}
        if self.cell is not None:
            values["cell"] = cell_text(self.cell)
        if self.other is not None:
            values["other"] = cell_text(self.other)
        if self.light is not None:
            values["light"] = self.light + 1
        if self.contact is not None:
            values |= contact_values(self.contact)
        return values


def contact_values(contact: int) -> dict[str, object]:
    """Return the row, from 1, and the column, from a, of a contact, as the config counts them."""
    return {"row": contact // SIZE + 1, "column": "abcdefg"[contact % SIZE]}
