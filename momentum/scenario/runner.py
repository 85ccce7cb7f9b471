"""The runner: plays a script on a stage and collects what did not hold."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from hardware.errors import HardwareError
from momentum.referee import Said
from momentum.scenario.errors import ScenarioError
from momentum.scenario.expectations import KEYS, Failure, was_said
from momentum.scenario.script import Expect, Script
from momentum.scenario.stage import Builder, Stage
from momentum.table.lighting import LightSettings
from momentum.table.loop import LoopSettings
from momentum.table.notices import Decided, Notice


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """How a script went."""

    script: Script
    """What was played."""
    failures: tuple[Failure, ...]
    """What did not hold, in order; empty when all is well."""


def run_script(script: Script, build: Builder, watch: Callable[[Notice], None] | None = None) -> Report:
    """Play a script to its end in virtual time.

    `watch` is told every notice of the table. Raises `ScenarioError` for an act that no hand could do.
    """
    return _Run(script, build, watch).play()


class _Run:
    def __init__(self, script: Script, build: Builder, watch: Callable[[Notice], None] | None) -> None:
        self._script = script
        self._watch = watch
        self._said: list[str] = []
        self._failures: list[Failure] = []
        settings = LoopSettings(sensing=script.sensing, lights=LightSettings())
        self._stage = Stage(build, script.settings, settings, self._hear)

    def _hear(self, notice: Notice) -> None:
        if isinstance(notice, Decided) and isinstance(notice.decision, Said):
            self._said.append(notice.decision.what)
        if self._watch is not None:
            self._watch(notice)

    def play(self) -> Report:
        for step in self._script.steps:
            self._stage.run_until(step.at_ms)
            if isinstance(step.act, Expect):
                self._check(step.line, step.act)
                continue
            try:
                step.act.perform(self._stage)
            except HardwareError as error:
                raise ScenarioError(step.line, str(error)) from error
        return Report(script=self._script, failures=tuple(self._failures))

    def _check(self, line: int, expect: Expect) -> None:
        now = self._stage.snapshot()
        for key, wanted in expect.wants:
            if key == "said":
                actual = ",".join(self._said) or "-"
                holds = was_said(wanted, self._said)
                self._said.clear()
            else:
                actual = KEYS[key].read(now)
                holds = actual == wanted
            if not holds:
                self._failures.append(Failure(line=line, key=key, expected=wanted, actual=actual))
