"""Scenarios in real time: marbles of a simulated table over the contacts of emulated boards, several at once.

The board's real program runs in a real MicroPython, the real driver reads it over a real port, and the loop
plays on top. What is simulated is the marbles alone.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, cast

from firmware_bridge.emulation.pico import EmulatedPico
from firmware_bridge.events import Parameters
from hardware.pico.board import BoardSettings
from hardware.simulator import SimulatedTable
from momentum.referee import Phase, Referee, Said
from momentum.scenario.acts import Plug, Unplug
from momentum.scenario.expectations import KEYS, Failure, was_said
from momentum.scenario.script import Expect, Script, Step
from momentum.table.loop import Devices, LoopSettings, TableLoop
from momentum.table.notices import Decided, Notice
from momentum.table.sensing import SensingSettings
from tests.link.boards import monotonic_ms, opened
from tests.link.virtual import DRIVER_DEBOUNCE_MS

LATE_MS = 5000.0
"""How long an expectation may take to come true: these boards share a processor with everything else."""
AT_ONCE = 3
"""Games that are played at the same time."""
REST_MS = 40.0
"""Between two acts, beyond what was expected before: what a script's pauses shrink to."""


def unlimited(told: Parameters) -> Parameters:
    """Return parameters with which each frame is shown as it was sent, and several boards get their time."""
    return replace(told, limit_ma=5000, scan_hz=100)


@dataclass(kw_only=True)
class _Cable:
    """The cable of an emulated board."""

    pico: EmulatedPico

    def unplug(self) -> None:
        self.pico.cut()

    def plug(self) -> None:
        self.pico.power()


@dataclass(kw_only=True)
class _Hands:
    """What a scenario's acts find on a table."""

    hands: Any
    buttons: Any
    faults: Any
    cable: _Cable


@dataclass(kw_only=True)
class LiveGame:
    """One script on one board; `turn` does what is due now, and never waits."""

    name: str
    script: Script
    pico: EmulatedPico
    failures: list[Failure] = field(default_factory=list)
    said: list[str] = field(default_factory=list)
    late_ms: float = LATE_MS

    def __post_init__(self) -> None:
        settings = self.script.settings
        if not self.pico.is_powered:
            self.pico.power()
        self.marbles = SimulatedTable(monotonic_ms, polarity=settings.polarity, marbles_each=49)
        self.table = _Hands(
            hands=self.marbles.hands,
            buttons=self.marbles.buttons,
            faults=self.marbles.faults,
            cable=_Cable(pico=self.pico),
        )
        self.driver = opened(self.pico, BoardSettings(parameters=unlimited, doubt_ms=2000))
        devices = Devices(
            sensors=self.driver.sensors,
            lights=self.driver.lights,
            buttons=self.driver.buttons,
            buzzer=self.driver.buzzer,
        )
        sensing = SensingSettings(debounce_ms=DRIVER_DEBOUNCE_MS, settle_ms=self.script.sensing.settle_ms)
        self.loop = TableLoop(devices, Referee(settings), LoopSettings(sensing=sensing), self._hear)
        self._steps: list[Step] = list(self.script.steps)
        self._due_ms = self._loop_ms = 0.0
        self._act_ms: float | None = None
        self._world: object = None
        self._finished_ms: float | None = None

    @property
    def referee(self) -> Referee:
        """Who judges this table; a scenario's acts ask for it."""
        return self.loop.referee

    def turn(self) -> None:
        """Let marbles, program and script do what is due."""
        now_ms = monotonic_ms()
        self._move_contacts()
        if now_ms >= self._loop_ms:
            self._loop_ms = self.loop.tick(now_ms)
        if self._act_ms is None and self.referee.phase is not Phase.SETUP:
            self._act_ms = now_ms
        if self._steps and self._act_ms is not None and now_ms >= self._act_ms:
            self._step(now_ms, self._act_ms)

    def _move_contacts(self) -> None:
        world = (self.marbles.sensors.scan(), self.marbles.buttons.down())
        if world != self._world:
            self._world = world
            (closed, south), down = world
            self.pico.contacts(closed, south)
            self.pico.press(down)

    def _step(self, now_ms: float, due_ms: float) -> None:
        step = self._steps[0]
        if isinstance(step.act, Expect):
            failed = list(self._failed(step.line, step.act))
            if failed and now_ms < due_ms + self.late_ms:
                return
            self.failures += failed
            self.said.clear()
        else:
            step.act.perform(cast("Any", self))
        del self._steps[0]
        if self._steps:
            self._act_ms = now_ms + self._pause_ms(step, self._steps[0])

    def _pause_ms(self, done: Step, coming: Step) -> float:
        """Return how long to wait: an expectation waits by itself for what it needs."""
        pause_ms = coming.at_ms - done.at_ms
        if isinstance(coming.act, Expect):
            return min(pause_ms, 300.0)
        return REST_MS if isinstance(done.act, Expect) else pause_ms

    def _failed(self, line: int, expect: Expect) -> list[Failure]:
        now = self.referee.snapshot()
        failed = []
        for key, wanted in expect.wants:
            if key == "said":
                actual, holds = ",".join(self.said) or "-", was_said(wanted, self.said)
            else:
                actual = KEYS[key].read(now)
                holds = actual == wanted
            if not holds:
                failed.append(Failure(line=line, key=key, expected=wanted, actual=actual))
        return failed

    def _hear(self, notice: Notice) -> None:
        if isinstance(notice, Decided) and isinstance(notice.decision, Said):
            self.said.append(notice.decision.what)

    @property
    def is_finished(self) -> bool:
        """Whether every step is done and the lights are right, or had the time to be."""
        if self._steps and not self.failures:
            return False
        if self._finished_ms is None:
            self._finished_ms = monotonic_ms()
        return self.lights_right or monotonic_ms() > self._finished_ms + self.late_ms

    def outcome(self) -> Outcome:
        """Return how it went."""
        return Outcome(
            failures=self.failures,
            over=not self._steps,
            lights_right=self.lights_right,
            result=self.referee.game.result,
            log=self.pico.log(),
            errors=self.pico.errors(),
        )

    @property
    def lights_right(self) -> bool:
        """Whether the chain shows, pixel by pixel, the frame that the program wants shown."""
        return self.pico.shown() == self.loop.frame

    def close(self) -> None:
        """Close the table and take the power away."""
        self.driver.close()
        self.pico.cut()


@dataclass(frozen=True, kw_only=True)
class Outcome:
    """How a script went at a board."""

    failures: list[Failure]
    """What did not hold."""
    over: bool
    """Whether every step was done."""
    lights_right: bool
    """Whether the chain showed, pixel by pixel, what the program wanted shown."""
    result: object
    """The result of the game, None when it was not played to its end."""
    log: list[str]
    """What the stand-in for the pins wrote down."""
    errors: str
    """What the board's program wrote to standard error."""


def play_live(scripts: dict[str, Script], folder: Path) -> dict[str, Outcome]:
    """Play scripts, each at a board of its own and some at a time, and return how they went."""
    waiting = list(scripts.items())
    playing: list[LiveGame] = []
    outcomes: dict[str, Outcome] = {}
    try:
        while waiting or playing:
            if waiting and len(playing) < AT_ONCE:
                playing.append(_begun(*waiting.pop(0), folder / str(len(waiting))))
            for game in playing:
                game.turn()
            for game in [game for game in playing if game.is_finished]:
                outcomes[game.name] = game.outcome()
                game.close()
                playing.remove(game)
            time.sleep(0.001)
    finally:
        for game in playing:
            game.close()
    return outcomes


def _begun(name: str, script: Script, flash: Path) -> LiveGame:
    flash.mkdir()
    return LiveGame(name=name, script=script, pico=EmulatedPico(flash, polarity=script.settings.polarity))


def unplugs(script: Script) -> bool:
    """Tell whether the cable of this script's table comes out."""
    return any(isinstance(step.act, Unplug | Plug) for step in script.steps)
