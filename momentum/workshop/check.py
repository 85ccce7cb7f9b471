"""A check of a whole table: devices opened one by one, and every part of them tried that can be."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, replace
from functools import partial
from typing import TypeVar

from hardware.errors import HardwareError
from hardware.protocols import CELLS, PIXELS, Buttons, Lights, Sensors
from momentum.workshop.dialogue import Conversation, Dialogue, Talk
from momentum.workshop.errors import TalkStopped
from momentum.workshop.findings import Finding, could_not_tell, not_ok, ok
from momentum.workshop.openers import Closes, Openers
from momentum.workshop.runner import Desk, Workbench, converse
from momentum.workshop.table_checks import (
    ContactTrial,
    every_button,
    every_light,
    light_colours,
    untried,
)

Device = TypeVar("Device", bound=Closes)

CONTACTS, LIGHTS, BUTTONS = (
    ("resting contacts", "every contact"),
    ("light colours", "every light"),
    ("every button",),
)
"""The lines that each kind of device has."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Trying:
    """How a table is tried."""

    person: bool
    """Whether somebody is there who can put marbles down, look and press."""
    quick: bool = False
    """Leave out what takes a marble on every cell."""
    patience_ms: float = 30_000.0
    """How long to wait for the person."""


def table_findings(openers: Openers, bench: Workbench, desk: Desk, trying: Trying) -> Iterator[Finding]:
    """Yield what is found at the table, line by line; its devices are closed, and dark, afterwards.

    `bench` has the settings; its devices are opened here.
    """
    with ExitStack() as stack:
        owned = _opened("table", openers.owner, stack)
        if isinstance(owned, Finding):
            yield owned
            yield from untried((*CONTACTS, *LIGHTS, *BUTTONS), "the table is not to be had")
            return
        lights = _opened("lights", openers.lights, stack) if openers.lights else None
        lit = None if isinstance(lights, Finding) else lights
        yield from _contacts(
            _opened("contacts", openers.sensors, stack), replace(bench, lights=lit), desk, trying
        )
        yield from _lights(lights, PIXELS if openers.ring() else CELLS, bench, desk, trying)
        buttons = _opened("buttons", openers.buttons, stack) if openers.buttons else None
        yield from _buttons(buttons, openers.button_names, bench, desk, trying)


def _opened(name: str, opener: Callable[[], Device], stack: ExitStack) -> Device | Finding:
    try:
        device = opener()
    except HardwareError as error:
        return not_ok(name, str(error), "")
    stack.callback(device.close)
    return device


def _contacts(sensors: Sensors | Finding, bench: Workbench, desk: Desk, trying: Trying) -> Iterator[Finding]:
    if isinstance(sensors, Finding):
        yield sensors
        yield from untried(CONTACTS, "the contacts cannot be read")
        return
    bench = replace(bench, sensors=sensors)
    rest, every = CONTACTS
    trial = ContactTrial()
    yield _held(rest, lambda talk: trial.resting(talk, person=trying.person), bench, desk, trying)
    if trying.quick:
        yield could_not_tell(every, "left out", "run it without --quick")
    elif not trying.person:
        yield from untried([every])
    else:
        yield _held(every, trial.every, bench, desk, trying)


def _lights(
    lights: Lights | Finding | None, pixels: int, bench: Workbench, desk: Desk, trying: Trying
) -> Iterator[Finding]:
    if lights is None:
        yield ok("lights", "none, by the config")
    elif isinstance(lights, Finding):
        yield lights
        yield from untried(LIGHTS, "the lights cannot be lit")
    elif not trying.person:
        yield from untried(LIGHTS)
    else:
        for name, talk in zip(LIGHTS, (light_colours, every_light), strict=True):
            yield _held(name, partial(talk, pixels=pixels), replace(bench, lights=lights), desk, trying)


def _buttons(
    buttons: Buttons | Finding | None, names: tuple[str, ...], bench: Workbench, desk: Desk, trying: Trying
) -> Iterator[Finding]:
    if buttons is None:
        yield ok("buttons", "none, by the config")
    elif isinstance(buttons, Finding):
        yield buttons
        yield from untried(BUTTONS, "the buttons cannot be read")
    elif not trying.person:
        yield from untried(BUTTONS)
    else:
        pressed = replace(bench, buttons=buttons)
        yield _held(BUTTONS[0], lambda talk: every_button(talk, names), pressed, desk, trying)


def _held(
    name: str, talk: Callable[[Dialogue], Talk[Finding]], bench: Workbench, desk: Desk, trying: Trying
) -> Finding:
    """Hold one talk; a device that is lost, or a person who has gone, is what was found."""
    dialogue = Dialogue(trying.patience_ms)
    try:
        return converse(Conversation(dialogue, talk(dialogue)), bench, desk)
    except HardwareError as error:
        return not_ok(name, str(error), "")
    except TalkStopped:
        return untried([name], "nobody seems to be there")[0]
