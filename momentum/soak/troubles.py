"""Troubles: what is nobody's mistake: bad contacts, lost cables, crashes, pauses, undone turns."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from momentum.rules import CELLS, Player, Reason, Result, cells_in
from momentum.soak.scene import Scene
from momentum.soak.slips import bump

_CALM_MS = 1500
"""After a flicker, the lights that followed it are gone and a whole cycle was watched."""

Trouble = Callable[[Scene], bool]


def blip(scene: Scene) -> bool:
    """Let a contact close for less than it takes to settle."""
    ms = scene.rng.choice((3, 8, 15, 19, 25, 40, 80, 150, 200))
    scene.hands.blip(scene.rng.randrange(CELLS), ms)
    return True


def bounce(scene: Scene) -> bool:
    """Contacts begin to chatter longer, or less."""
    scene.hands.bounce(scene.rng.randint(1, 8))
    return True


def flicker(scene: Scene) -> bool:
    """Let a contact open and close by itself for a while, half the time one with a marble on it."""
    if scene.flickering:
        return False
    marbles = scene.hands.lying().occupied
    under = marbles and scene.chance(0.5)
    begin_flicker(scene, scene.rng.choice(cells_in(marbles)) if under else scene.rng.randrange(CELLS))
    return True


def begin_flicker(scene: Scene, cell: int) -> None:
    """Let a contact flicker fast enough never to settle, and stop by itself."""
    scene.flickering = True
    scene.intents.shaky = 1 << cell
    scene.hands.flicker(cell, scene.rng.choice((4, 5, 8, 12, 20, 24, 30, 60, 150)))
    scene.hands.after(scene.rng.randint(1500, 8000), partial(_end_flicker, scene, cell))


def _end_flicker(scene: Scene, cell: int) -> None:
    scene.hands.flicker(cell, None)
    scene.flickering = False
    scene.hands.after(_CALM_MS, partial(_forget_flicker, scene))


def _forget_flicker(scene: Scene) -> None:
    if not scene.flickering:
        scene.intents.shaky = 0


def unplug(scene: Scene) -> bool:
    """Somebody stumbles over the cable, and maybe over the table."""
    scene.hands.unplug()
    scene.pause(50, 3000)
    if scene.chance(0.3):
        bump(scene)
    scene.pause(50, 3000)
    scene.hands.plug()
    scene.hands.wait(1000)
    return True


def crash(scene: Scene) -> bool:
    """Let the program die and start again; clocks stand then, until somebody lets play go on."""
    scene.hands.crash()
    scene.hands.wait(300)
    if scene.settings.clock is not None:
        scene.hands.press("pause")
    return True


def pause(scene: Scene) -> bool:
    """Take a break, in which an elbow may do harm."""
    scene.hands.press("pause")
    scene.pause(200, 3000)
    if scene.chance(0.3):
        bump(scene)
    scene.pause(200, 2000)
    scene.hands.press("pause")
    return True


def undo(scene: Scene) -> bool:
    """Take the turn back by the button, or the last one when this one has not begun."""
    memory = scene.memory
    begun = memory.dropped is not None
    if not scene.settings.casual or not (begun or memory.past):
        return False
    unseen = scene.presence or memory.faults & memory.before.occupied
    if memory.past and not begun and unseen and _was_swap(scene):
        _give_first_marble_back(scene)
    scene.intents.undo = True
    scene.hands.press("undo")
    memory.again() if begun else memory.back()
    return True


def _was_swap(scene: Scene) -> bool:
    memory = scene.memory
    return len(memory.past) == 2 and memory.past[-1][1].occupied == memory.before.occupied


def _give_first_marble_back(scene: Scene) -> None:
    """Exchange the marbles before the swap is undone.

    Presence sensors would see another swap in it afterwards, and a bad contact would not ask for it.
    """
    cell = scene.memory.before.occupied.bit_length() - 1
    scene.hands.lift(cell)
    scene.pause(50, 400)
    scene.hands.place(cell, Player.FIRST)
    scene.hands.wait(600)


def give_up(scene: Scene) -> bool:
    """Resign, or agree on a draw."""
    if scene.chance(0.5):
        scene.intents.ending = Result(winner=scene.memory.mover.other, reason=Reason.RESIGN)
        scene.hands.hold([scene.memory.mover], 2300)
    else:
        scene.intents.ending = Result(winner=None, reason=Reason.AGREED)
        scene.hands.hold(list(Player), 2300)
    return True


TROUBLES: tuple[tuple[str, float, Trouble], ...] = (
    ("blip", 8, blip),
    ("bounce", 4, bounce),
    ("flicker", 3, flicker),
    ("unplugged", 2, unplug),
    ("crash", 3, crash),
    ("pause", 2, pause),
    ("undone", 4, undo),
    ("given up", 0.3, give_up),
)
"""Each with its name and weight; each returns whether it could happen here."""


def trouble(scene: Scene) -> None:
    """Let one thing happen."""
    ((name, _, happen),) = scene.rng.choices(TROUBLES, [weight for _, weight, _ in TROUBLES])
    if happen(scene):
        scene.record.troubles[name] += 1
