"""The talks of a check: every contact, every light and every button of a table, tried with a person; pure."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from hardware.protocols import PIXELS
from momentum.rules import cell_text, cells_text
from momentum.workshop.contacts import SNAKE
from momentum.workshop.dialogue import (
    DIM,
    Back,
    Closed,
    Dialogue,
    Nothing,
    Pressed,
    Talk,
    Typed,
    Want,
    in_turn,
    lit,
    say,
)
from momentum.workshop.errors import TalkStopped
from momentum.workshop.findings import Finding, could_not_tell, judged, not_ok, ok

WATCH_MS = 2500.0
"""How long the resting board is watched: a contact that flickers is found out within 2 s."""
COLOUR_MS, WALK_MS = 1200.0, 120.0
"""How long the whole strip is lit in each colour, and how long one light of the walk."""

_COLOURS = ((DIM, 0, 0), (0, DIM, 0), (0, 0, DIM))
_DEAD = "check switch, diode and wires there"
_CALIBRATE = "run momentum calibrate"


class _Skip(Exception):
    """The person leaves the rest out."""


def untried(names: Sequence[str], why: str = "") -> tuple[Finding, ...]:
    """Return that nothing can be told of these, for want of a person unless another reason is given."""
    remedy = "" if why else "run momentum check at a terminal"
    return tuple(could_not_tell(name, why or "not tried", remedy) for name in names)


class ContactTrial:
    """The contacts of one table: at rest, then each with a marble."""

    def __init__(self) -> None:
        self._at_rest = 0
        self._tried: dict[int, tuple[str, str] | None] = {}

    def resting(self, dialogue: Dialogue, *, person: bool) -> Talk[Finding]:
        """Watch the board at rest: with nothing on it, no contact is closed, and none moves."""
        yield from dialogue.pause(WATCH_MS)
        if dialogue.closed and person:
            yield from dialogue.cleared()
        closed, restless = dialogue.closed, dialogue.restless
        self._at_rest = closed | restless
        if closed and not person and not restless:
            why = f"{cells_text(closed)} closed: marbles, or stuck"
            return could_not_tell("resting contacts", why, "take all marbles off the board")
        wrong = []
        if restless:
            wrong.append((f"{cells_text(restless)} open and close by themselves", "look for loose wires"))
        if closed:
            wrong.append((f"{cells_text(closed)} closed with nothing there", "look for short circuits"))
        return judged("resting contacts", wrong, "none is closed")

    def every(self, dialogue: Dialogue) -> Talk[Finding]:
        """Try each contact that rested with one marble, where the lights lead it."""
        while not dialogue.settled:
            yield from dialogue.hear()
        dialogue.tell(say("check.contacts"), say("check.keys"))
        cells = [cell for cell in SNAKE if not self._at_rest >> cell & 1]
        why = ""
        try:
            yield from in_turn(cells, lambda cell, number: self._ask(dialogue, cell, number), self._forget)
        except _Skip:
            why = "the rest was left out"
        except TalkStopped:
            why = "nobody seems to be there"
            self._excuse()
        dialogue.tell(lit(()))
        return self._finding(len(cells), why)

    def _forget(self, cell: int) -> None:
        self._tried.pop(cell, None)

    def _ask(self, dialogue: Dialogue, cell: int, number: str) -> Talk[None]:
        """Ask for the marble on one cell, twice where the answer is wrong, and keep what is wrong."""
        want = Want(cell=cell)
        dialogue.tell(say("calibrate.put", number=number, cell=cell_text(cell)), lit([cell]), want)
        answer = yield from _marble(dialogue)
        if answer != Nothing(by_hand=True) and _what_is_wrong(cell, answer):
            dialogue.tell(say("calibrate.again.dead", cell=cell_text(cell)), want)
            answer = yield from _marble(dialogue)
        self._tried[cell] = _what_is_wrong(cell, answer)

    def _excuse(self) -> None:
        """Take back what the last cells were blamed for, while nobody was there."""
        for cell, problem in reversed(tuple(self._tried.items())):
            if problem is None or problem[1] != _DEAD:
                return
            self._forget(cell)

    def _finding(self, wanted: int, why: str) -> Finding:
        """Return what came of it; `why` not all were tried, if so."""
        wrong = [problem for _, problem in sorted(self._tried.items()) if problem is not None]
        if not wrong and len(self._tried) < wanted:
            return could_not_tell("every contact", f"{len(self._tried)} of {wanted} tried: {why}", "try all")
        return judged("every contact", wrong, f"{wanted} contacts close where they should")


def _marble(dialogue: Dialogue) -> Talk[Closed | Nothing]:
    """Return which contacts a marble has closed, if any."""
    while True:
        answer = yield from dialogue.answer()
        if isinstance(answer, Closed | Nothing):
            return answer
        if isinstance(answer, Typed):
            if answer.text == "":
                return Nothing(by_hand=True)
            if answer.text == "b":
                raise Back
            if answer.text == "s":
                raise _Skip
            dialogue.tell(say("check.keys"))


def _what_is_wrong(cell: int, answer: Closed | Nothing) -> tuple[str, str] | None:
    """Return what is wrong, and its remedy."""
    name = cell_text(cell)
    if isinstance(answer, Nothing):
        return f"{name} does not close", _DEAD
    if answer.contacts == 1 << cell:
        return (f"{name} takes north for south", "turn its sensor over") if answer.south else None
    others = cells_text(answer.contacts)
    if answer.contacts >> cell & 1:
        return f"{name} closes {others}", "look for wires or solder that join them"
    return f"{name} closes {others}", _CALIBRATE


def light_colours(dialogue: Dialogue, pixels: int = PIXELS) -> Talk[Finding]:
    """Light the whole strip, which has so many lights, in each colour, and ask."""

    def show() -> Talk[None]:
        dialogue.tell(say("check.lights"))
        for colour in _COLOURS:
            dialogue.tell(lit(range(pixels), colour))
            yield from dialogue.pause(COLOUR_MS)
        dialogue.tell(lit(()))

    seen = yield from _seen(dialogue, show, "check.colours")
    if seen is None:
        return untried(["light colours"])[0]
    if seen:
        return ok("light colours", "red, green and blue all over")
    remedy = "check data line, level shifter, supply and core clock"
    return not_ok("light colours", "not red, green and blue all over", remedy)


def every_light(dialogue: Dialogue, pixels: int = PIXELS) -> Talk[Finding]:
    """Walk one light through the board, and around it if it has a ring, and ask."""

    def show() -> Talk[None]:
        dialogue.tell(say("check.walk" if pixels == PIXELS else "check.walk_board"))
        for pixel in range(pixels):
            dialogue.tell(lit([pixel]))
            yield from dialogue.pause(WALK_MS)
        dialogue.tell(lit(()))

    seen = yield from _seen(dialogue, show, "check.walked")
    if seen is None:
        return untried(["every light"])[0]
    if seen:
        return ok("every light", f"{pixels} lights, in their order")
    remedy = f"a dark light: check it and the joint before it; a wrong order: {_CALIBRATE}"
    return not_ok("every light", "not all lights, or not in their order", remedy)


def _seen(dialogue: Dialogue, show: Callable[[], Talk[None]], question: str) -> Talk[bool | None]:
    """Show something and ask whether it was seen; None when nobody answers."""
    yield from show()
    while True:
        dialogue.tell(say(question), Want(look=True))
        answer = yield from dialogue.answer()
        if isinstance(answer, Nothing):
            return None
        if isinstance(answer, Typed):
            if answer.text[:1] in ("y", "예", "네"):
                return True
            if answer.text[:1] in ("n", "아"):
                return False
            if answer.text == "s":
                return None
            if answer.text == "r":
                yield from show()


def every_button(dialogue: Dialogue, names: Sequence[str]) -> Talk[Finding]:
    """Ask for a press of each button, twice where another or none is noticed."""
    wrong: list[tuple[str, str]] = []
    tried: list[str] = []
    dialogue.tell(say("check.buttons"))
    try:
        for name in names:
            answer = yield from _press(dialogue, name)
            if answer != name:
                answer = yield from _press(dialogue, name)
            if answer != name:
                why = f"{name} is read as {answer}" if answer else f"{name} is not noticed"
                wrong.append((why, "check the button, its wires and its pin in the config"))
            tried.append(name)
    except _Skip:
        if not wrong:
            return could_not_tell(
                "every button", f"{len(tried)} of {len(names)} tried: the rest was left out"
            )
    return judged("every button", wrong, ", ".join(names))


def _press(dialogue: Dialogue, name: str) -> Talk[str]:
    """Ask for a press; return the button that was pressed, empty for none."""
    dialogue.tell(say("check.press", name=name), Want(press=name))
    while True:
        answer = yield from dialogue.answer()
        if isinstance(answer, Pressed):
            return answer.name
        if isinstance(answer, Nothing) or (isinstance(answer, Typed) and answer.text == ""):
            return ""
        if isinstance(answer, Typed) and answer.text == "s":
            raise _Skip
