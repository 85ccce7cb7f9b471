"""Crashes: every scenario is also played with a crash after each of its steps, and must end the same.

Running clocks stand still after a crash, until a button lets play go on; and they have the time again that
had passed since they were written down last. So a game with clocks goes on by its `pause` button here, its
end may come a little later, and how much time is left is not compared. Nor is how many irregular acts were
counted: one that had not settled before the crash is not.

Of scenarios with very many steps a few are taken, unless MOMENTUM_CRASH_EVERYWHERE=1 asks for all of them,
which takes minutes.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from momentum.main import simulate
from momentum.scenario.acts import Act, Crash, Disk, Hold
from momentum.scenario.script import Expect, Script, Step, parse_script
from momentum.scenario.stage import Stage

HERE = Path(__file__).parents[1] / "scenarios"
EVERYWHERE = os.environ.get("MOMENTUM_CRASH_EVERYWHERE") == "1"
REST_MS = 6000.0
"""How much longer the hands rest before the end is looked at again: bad contacts are found out anew."""
NOT_COMPARED = {"said", "clock_first", "clock_second", "irregular_first", "irregular_second"}
MANY_STEPS, SAMPLE = 100, 5
"""From so many steps on, so many are taken."""

EXEMPT = {
    ("buttons/draw_declined", 5): "a button that was held when the program died has to be held anew",
    (
        "buttons/touched_while_resigning",
        5,
    ): "a button that was held when the program died has to be held anew",
    ("clocks/crash", 4): "with clocks a press lets play go on after a crash: the next one stops it again",
    (
        "clocks/crash_loses_little",
        7,
    ): "with clocks a press lets play go on after a crash: the next one stops it again",
    ("clocks/early_drop", 7): "an early drop that nobody saw follow the target is extra",
    ("clocks/in_time_by_a_hair", 6): "a crash gives back the time since the clocks were written down last",
    ("clocks/pause", 4): "with clocks a press lets play go on after a crash: the next one stops it again",
    (
        "clocks/pause_among_pushes",
        6,
    ): "with clocks a press lets play go on after a crash: the next one stops it again",
    (
        "clocks/press_before_the_board_has_settled",
        3,
    ): "a press before the board has settled after a crash has to be made anew",
    (
        "clocks/press_before_the_board_has_settled",
        4,
    ): "a press before the board has settled after a crash has to be made anew",
    (
        "clocks/press_ends_the_turn",
        5,
    ): "a press before the board has settled after a crash has to be made anew",
    ("clocks/unplug", 4): "with clocks somebody presses when the table is back, not before",
    ("complaints/fast_second_move_lost", 6): "an early drop that nobody saw follow the target is extra",
    ("complaints/one_flickering_contact_stalls_everything", 10): "a bad contact has to be found out anew",
    (
        "contacts/marble_under_a_recovering_contact_ends_no_turn",
        15,
    ): "a bad contact has to be found out anew: until then its marble is seen, and is one too many",
    (
        "contacts/marble_under_a_recovering_contact_ends_no_turn",
        16,
    ): "a bad contact has to be found out anew: until then its marble is seen, and is one too many",
    ("contacts/recovery_takes_five_quiet_seconds", 3): "a bad contact has to be found out anew",
    ("contacts/two_at_once", 7): "a bad contact has to be found out anew",
    ("early_drop/after_a_knocked_off_marble", 7): "an early drop that nobody saw follow the target is extra",
    ("early_drop/after_the_end", 7): "an early drop that nobody saw follow the target is extra",
    ("early_drop/kept", 6): "an early drop that nobody saw follow the target is extra",
    ("early_drop/rolling", 6): "an early drop that nobody saw follow the target is extra",
    ("early_drop/rolling", 7): "an early drop that nobody saw follow the target is extra",
    ("early_drop/two_at_once", 6): "an early drop that nobody saw follow the target is extra",
    ("early_drop/two_at_once", 7): "an early drop that nobody saw follow the target is extra",
    ("early_drop/two_at_once", 9): "an early drop that nobody saw follow the target is extra",
    ("given/early_next_drop", 8): "an early drop that nobody saw follow the target is extra",
    (
        "journal/leave_that_is_undone",
        12,
    ): "what waits to be written is written a while after there is room again, and lost until then",
    (
        "journal/the_arbiter_lets_play_go_on_unrecorded",
        14,
    ): "what waits to be written is written a while after there is room again, and lost until then",
    ("pie/button_after_a_bump", 3): "while a position is laid out again the button does not swap",
    (
        "tournament/announced_early",
        20,
    ): "a press before the board has settled after a crash has to be made anew",
    (
        "tournament/announced_early",
        21,
    ): "a press before the board has settled after a crash has to be made anew",
    (
        "tournament/announcing_over_a_crash",
        21,
    ): "with clocks a press lets play go on after a crash: the next one stops it again",
    (
        "tournament/lost_at_the_second",
        6,
    ): "an irregular act that had not settled before a crash is not counted",
    (
        "tournament/lost_at_the_second",
        9,
    ): "an irregular act that had not settled before a crash is not counted",
}
"""Scenarios and lines after which a crash ends otherwise, and why that is right."""


def cases() -> Iterator[tuple[str, int]]:
    """Yield the scenarios and the lines after which the program dies."""
    for path in sorted(HERE.rglob("*.scn")):
        script, name = parse_script(path.read_bytes()), path.relative_to(HERE).with_suffix("").as_posix()
        lines = [step.line for step in written(script) if (name, step.line) not in EXEMPT]
        if len(lines) >= MANY_STEPS and not EVERYWHERE:
            lines = random.Random(name).sample(lines, SAMPLE)
        yield from ((name, line) for line in lines)


def written(script: Script) -> list[Step]:
    """Return what is done while it can be written down: on a full disk, a crash loses what came since."""
    full, found = False, list[Step]()
    for step in acts(script):
        full = step.act.full if isinstance(step.act, Disk) else full
        if not full:
            found.append(step)
    return found


def acts(script: Script) -> list[Step]:
    """Return what is done before the last expectation."""
    return [step for step in script.steps[: end_of(script)] if not isinstance(step.act, Expect)]


def end_of(script: Script) -> int:
    """Return the place of the last expectation."""
    return max(place for place, step in enumerate(script.steps) if isinstance(step.act, Expect))


def crashed(script: Script, line: int, *, rest_ms: float) -> Script:
    """Return a scenario in which the program dies after this line; only its end is looked at.

    A press is let go of first: the program dies when it has been seen.
    """
    steps, last = acts(script), script.steps[end_of(script)]
    (dies_after,) = (step for step in steps if step.line == line)
    hold_ms = dies_after.act.ms + 50 if isinstance(dies_after.act, Hold) else 0.0
    crash = Step(line=line, at_ms=min(dies_after.at_ms + hold_ms, last.at_ms), act=Crash())
    after = steps.index(dies_after) + 1
    while after < len(steps) and steps[after].at_ms < crash.at_ms:
        after += 1
    goes_on = (replace(crash, act=GoOn()),) if script.settings.clock is not None else ()
    wants = tuple(want for want in wants_of(last) if want[0] not in NOT_COMPARED)
    end = replace(last, at_ms=last.at_ms + rest_ms, act=Expect(wants))
    return replace(script, steps=(*steps[:after], crash, *goes_on, *steps[after:], end))


@dataclass(frozen=True, slots=True)
class GoOn(Act):
    """Somebody presses pause when a crash has stopped the clocks."""

    def perform(self, stage: Stage) -> None:
        """Press it, if it lets play go on."""
        if stage.referee.phase == "paused":
            stage.table.buttons.press("pause", 100.0)


def wants_of(step: Step) -> tuple[tuple[str, str], ...]:
    """Return what a step expects."""
    assert isinstance(step.act, Expect)
    return step.act.wants


def failures(script: Script) -> list[str]:
    """Return what did not hold; a board that is wrong after a crash is `restore`, not `correct`."""
    found = simulate(script).failures
    return [str(each) for each in found if (each.expected, each.actual) != ("correct", "restore")]


@pytest.mark.parametrize(("name", "line"), list(cases()))
def test_a_scenario_with_a_crash_in_it_ends_the_same(name: str, line: int) -> None:
    script = parse_script((HERE / f"{name}.scn").read_bytes())
    if failures(crashed(script, line, rest_ms=0.0)):
        assert failures(crashed(script, line, rest_ms=REST_MS)) == []


@pytest.mark.parametrize(("name", "line"), list(EXEMPT))
def test_what_is_exempt_still_differs(name: str, line: int) -> None:
    script = parse_script((HERE / f"{name}.scn").read_bytes())
    assert failures(crashed(script, line, rest_ms=0.0))
    assert failures(crashed(script, line, rest_ms=REST_MS))
