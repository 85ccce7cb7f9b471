"""What a check has found: a name, ok or not or unknown, the detail, and what to do; pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any


class State(StrEnum):
    """How a thing was found."""

    OK = "ok"
    NOT_OK = "not_ok"
    COULD_NOT_TELL = "could_not_tell"


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One line of a check."""

    name: str
    """What was looked at."""
    state: State
    """How it was found."""
    detail: str
    """What was seen."""
    remedy: str = ""
    """What to do about it; empty when it is ok."""

    def __str__(self) -> str:
        remedy = f"; {self.remedy}" if self.remedy else ""
        return f"{self.state.replace('_', ' '):<15} {self.name:<17} {self.detail}{remedy}"


def ok(name: str, detail: str) -> Finding:
    """Return a finding that all is well."""
    return Finding(name=name, state=State.OK, detail=detail)


def not_ok(name: str, detail: str, remedy: str) -> Finding:
    """Return a finding that something is wrong."""
    return Finding(name=name, state=State.NOT_OK, detail=detail, remedy=remedy)


def could_not_tell(name: str, detail: str, remedy: str = "") -> Finding:
    """Return a finding that nothing could be found out."""
    return Finding(name=name, state=State.COULD_NOT_TELL, detail=detail, remedy=remedy)


def judged(name: str, wrong: Sequence[tuple[str, str]], fine: str) -> Finding:
    """Return ok, or one finding with everything that is wrong: details, and each remedy once."""
    if not wrong:
        return ok(name, fine)
    remedies = dict.fromkeys(remedy for _, remedy in wrong)
    return not_ok(name, "; ".join(detail for detail, _ in wrong), "; ".join(remedies))


def all_fine(findings: Iterable[Finding]) -> bool:
    """Tell whether nothing was found wrong; what could not be told is not wrong."""
    return all(finding.state is not State.NOT_OK for finding in findings)


def as_json(findings: Sequence[Finding]) -> dict[str, Any]:
    """Return what `momentum check --json` prints."""
    return {
        "ok": all_fine(findings),
        "checks": [
            {"name": each.name, "state": each.state.value, "detail": each.detail, "remedy": each.remedy}
            for each in findings
        ],
    }
