"""Scenarios played over a wire in virtual time, and what can befall the board and the host meanwhile."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, cast

from momentum.scenario.acts import Act, Plug, Unplug
from momentum.scenario.expectations import Failure
from momentum.scenario.runner import Report, run_script
from momentum.scenario.script import Expect, Script, Step, parse_script
from momentum.scenario.stage import Stage
from tests.link.virtual import DRIVER_DEBOUNCE_MS, BridgedTable

SCENARIOS = Path(__file__).parents[1] / "scenarios"
GREETING_MS = 900.0
"""What a board that starts anew, the host that looks for it, and their handshake may take."""


@dataclass(frozen=True, slots=True)
class Reboot(Act):
    """The board's program starts anew, behind a port that stays open."""

    def perform(self, stage: Stage) -> None:
        """Do it now."""
        cast("Any", stage.table).reboot()


@dataclass(frozen=True, slots=True)
class Pulled(Act):
    """The cable is out for a moment."""

    def perform(self, stage: Stage) -> None:
        """Do it now."""
        stage.table.cable.unplug()
        stage.table.cable.plug()


def read(name: str) -> Script:
    """Return one of the project's scenarios."""
    return parse_script((SCENARIOS / name).read_bytes())


def names(*folders: str) -> list[str]:
    """Return the scenarios of some folders, by their paths."""
    return [
        str(path.relative_to(SCENARIOS))
        for each in folders
        for path in sorted((SCENARIOS / each).glob("*.scn"))
    ]


def play(script: Script, **table: Any) -> Report:
    """Play a script over the wire; what follows any start of the board's program waits for it."""
    sensing = replace(script.sensing, debounce_ms=DRIVER_DEBOUNCE_MS)
    polarity = script.settings.polarity

    def build(now: Callable[[], float]) -> Any:
        return BridgedTable(now, polarity=polarity, **table)

    return run_script(replace(script, steps=tuple(_later(script.steps)), sensing=sensing), cast("Any", build))


def failures(report: Report) -> list[str]:
    """Return what did not hold, in words."""
    return failures_of(report.failures)


def failures_of(failed: Iterable[Failure]) -> list[str]:
    """Return these failures in words."""
    return [f"line {failure.line}: {failure}" for failure in failed]


def _later(steps: Iterable[Step]) -> Iterable[Step]:
    late = GREETING_MS
    for step in steps:
        yield replace(step, at_ms=step.at_ms + late)
        if isinstance(step.act, Plug | Reboot | Pulled):
            late += GREETING_MS


def rebooted(script: Script) -> Script:
    """Return the script with a start of the board's program wherever the cable is pulled.

    What is expected while it is out is left out: the program is there again before anybody looks.
    """
    steps, out = [], False
    for step in script.steps:
        if isinstance(step.act, Unplug):
            out = True
            steps.append(replace(step, act=Reboot()))
        elif isinstance(step.act, Plug):
            out = False
        elif not (out and isinstance(step.act, Expect)):
            steps.append(step)
    return replace(script, steps=tuple(steps))


def disturbed(script: Script, act: Act, at_ms: float) -> Script:
    """Return the script with one more act at an instant, and only its last expectation."""
    *steps, last = [step for step in script.steps if not isinstance(step.act, Expect)] + [script.steps[-1]]
    before = [step for step in steps if step.at_ms <= at_ms]
    after = [step for step in steps if step.at_ms > at_ms]
    return replace(script, steps=(*before, Step(line=0, at_ms=at_ms, act=act), *after, last))
