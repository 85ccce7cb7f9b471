"""The table drawn in a terminal: marbles, what the lights mean, the ring, and what was said; pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from momentum.guidance import Meaning, Picture, RingMeaning
from momentum.records.book import winner_text
from momentum.referee import Phase, Snapshot
from momentum.rules import SIZE, Player, cell_text
from momentum.table.lighting import LOOKS, Colour
from momentum.words import say

MARBLES = {Player.FIRST: "●", Player.SECOND: "○"}
"""How a marble of each player is drawn: full and hollow, so that no colour is needed."""
SIGNS: Mapping[Meaning, str] = {
    Meaning.DROPPED: "!",
    Meaning.LIFT: "^",
    Meaning.OFF: "x",
    Meaning.PLACE: "+",
    Meaning.EXTRA: "?",
    Meaning.MISSING: "*",
    Meaning.HINT: ".",
    Meaning.SWAP: "~",
    Meaning.FAULT: "/",
    Meaning.WON: "#",
    Meaning.PATH: "-",
}
"""What stands beside a marble, or on an empty cell, for each meaning of its light."""
LEGEND = ("dropped", "lift", "off", "place", "extra", "missing", "hint", "swap", "won")
_RING_SIGNS = {RingMeaning.ROUND: "o", RingMeaning.FINAL: "O", RingMeaning.EXIT: "x", RingMeaning.RESULT: "#"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """What is drawn."""

    snapshot: Snapshot
    """What is so."""
    picture: Picture
    """What the lights mean."""
    marbles: Mapping[int, Player]
    """The marbles that lie on the board, by cell."""
    said: str | None
    """The last announcement, by its name."""


def draw(scene: Scene, language: str, *, colour: bool) -> str:
    """Return the table as lines of text, 21 of them; with `colour`, lights are coloured for a terminal."""
    lights = {light.cell: light.means for light in scene.picture.cells}
    ring = {light.step: light.means for light in scene.picture.ring}
    lines = ["      " + "  ".join(_ring(ring, step, colour) for step in range(21, 14, -1))]
    for row in range(SIZE - 1, -1, -1):
        cells = "".join(_cell(scene, lights, row * SIZE + column, colour) for column in range(SIZE))
        left, right = _ring(ring, 28 - row, colour), _ring(ring, 8 + row, colour)
        lines.append(f"{row + 1} {left}  {cells} {right}")
    lines.append("      " + "  ".join(_ring(ring, step, colour) for step in range(1, 8)))
    lines.append("      " + "  ".join("abcdefg"))
    return "\n".join([*lines, "", *_words(scene, language), "", _legend(language, colour)])


def _cell(scene: Scene, lights: Mapping[int, Meaning], cell: int, colour: bool) -> str:
    means = lights.get(cell)
    marble = MARBLES[scene.marbles[cell]] if cell in scene.marbles else "·" if means is None else " "
    sign = " " if means is None else SIGNS[means]
    return _painted(
        f" {marble}{sign}", LOOKS[means].colour if means else None, on=colour and means is not None
    )


def _ring(ring: Mapping[int, RingMeaning], step: int, colour: bool) -> str:
    means = ring.get(step)
    if means is None:
        return "·"
    return _painted(_RING_SIGNS[means], LOOKS[means].colour, on=colour)


def _painted(text: str, colour: Colour | None, *, on: bool) -> str:
    if not on:
        return text
    red, green, blue = colour or (90, 160, 255)
    return f"\033[48;2;{red // 3};{green // 3};{blue // 3}m\033[97m{text}\033[0m"


def _words(scene: Scene, language: str) -> list[str]:
    now = scene.snapshot
    if now.game.result is not None:
        first = say(language, f"result.{winner_text(now.game.result)}")
        second = say(language, f"reason.{now.game.result.reason}")
    else:
        first = f"{say(language, f'turn.{now.game.to_move}')} ({MARBLES[now.game.to_move]})"
        second = _task(now, language)
    said = "" if scene.said is None else say(language, f"said.{scene.said}")
    return [f"{first}  {second}", said]


def _task(now: Snapshot, language: str) -> str:
    if now.phase is Phase.PUSH and now.pending is not None:
        pushes = (
            f"{cell_text(push.origin)}-{'x' if push.destination is None else cell_text(push.destination)}"
            for push in now.pending.outcome.pushes
        )
        return f"{say(language, 'do.push')} {' '.join(pushes)}"
    return say(language, f"do.{now.phase}")


def _legend(language: str, colour: bool) -> str:
    meanings = [Meaning(name) for name in LEGEND]
    parts = [
        f"{_painted(SIGNS[means], LOOKS[means].colour, on=colour)} {say(language, f'legend.{means}')}"
        for means in meanings
    ]
    half = (len(parts) + 1) // 2
    return "\n".join(["   ".join(parts[:half]), "   ".join(parts[half:])])
