"""Chores: what the lights ask of hands, and hands that do it."""

from __future__ import annotations

from dataclasses import dataclass

from momentum.guidance import Meaning
from momentum.rules import Player, cells_in
from momentum.soak.eyes import Sight
from momentum.soak.hands import Lying
from momentum.soak.scene import Scene, before, beyond, distance


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """One push that is still to be made."""

    origin: int | None
    """The cell its marble stands on; None when it is in a hand."""
    to: int | None
    """The cell it goes to; None when it leaves the board."""
    owner: Player
    """Whose marble it is."""


def jobs(scene: Scene, sight: Sight) -> list[Job]:
    """Return the pushes that the lights ask for; without guidance, or on bad contacts, the rules do."""
    marbles, memory = scene.hands.lying(), scene.memory
    if not scene.settings.guidance:
        return jobs_by_the_rules(scene, marbles, ~0)
    lit = sight.of(Meaning.DROPPED) & marbles.occupied
    dropped = memory.dropped if memory.dropped is not None else lit.bit_length() - 1
    if dropped < 0:
        return []
    found = {
        job.to if job.origin is None else job.origin: job
        for job in _by_the_lights(scene, sight, dropped, marbles)
    }
    for job in jobs_by_the_rules(scene, marbles, memory.faults):
        found.setdefault(job.to if job.origin is None else job.origin, job)
    return list(found.values())


def _by_the_lights(scene: Scene, sight: Sight, dropped: int, marbles: Lying) -> list[Job]:
    found = []
    for origin in cells_in(sight.of(Meaning.LIFT, Meaning.OFF)):
        owner = marbles.owner(origin)
        to = beyond(dropped, origin) if sight.of(Meaning.LIFT) >> origin & 1 else None
        if owner is not None:
            found.append(Job(origin=origin, to=to, owner=owner))
    for to in cells_in(sight.of(Meaning.PLACE) & ~marbles.occupied):
        origin = before(dropped, to)
        owner = marbles.owner(origin) or scene.memory.owner_due(to)
        if not sight.of(Meaning.LIFT) >> origin & 1 and owner is not None:
            found.append(Job(origin=origin if marbles.owner(origin) else None, to=to, owner=owner))
    return found


def jobs_by_the_rules(scene: Scene, marbles: Lying, cells: int) -> list[Job]:
    """Return what a player who knows the rules finds undone at these cells of a mask."""
    found = []
    for push in scene.memory.pushes():
        at = 1 << push.origin | (0 if push.destination is None else 1 << push.destination)
        origin = push.origin if marbles.owner(push.origin) else None
        arrived = push.destination is not None and marbles.owner(push.destination) is not None
        if at & cells and (origin is not None or not (arrived or push.destination is None)):
            found.append(Job(origin=origin, to=push.destination, owner=push.owner))
    return found


def do_job(scene: Scene, job: Job) -> None:
    """Make one push, by a slide or by lifting and putting down.

    A marble that lies in the way, which a bad contact kept from the lights, is taken off; if it is a marble
    of the same player, it may stay and the pushed one is taken off.
    """
    marbles = scene.hands.lying()
    in_the_way = None if job.to is None else marbles.owner(job.to)
    if job.to is not None and in_the_way is not None:
        stray = job.origin if in_the_way is job.owner else job.to
        if stray is not None:
            scene.hands.lift(stray)
    elif job.origin is None:
        if job.to is not None and scene.hands.in_hand(job.owner):
            scene.hands.place(job.to, job.owner)
    elif marbles.owner(job.origin) is not None:
        move(scene, job.origin, job.to)


def move(scene: Scene, origin: int, to: int | None) -> None:
    """Take a marble to a cell, or off the board: slid, or lifted and put down."""
    owner = scene.hands.lying().owner(origin)
    if owner is None:
        return
    if to is None:
        scene.hands.lift(origin)
    elif scene.swap_is_near or scene.chance(0.6):
        scene.hands.slide(origin, to, scene.rng.randint(50, 180 if scene.swap_is_near else 500))
    else:
        scene.hands.lift(origin)
        scene.pause(40, 500)
        scene.hands.place(to, owner)


def put_right(scene: Scene, sight: Sight) -> None:
    """Mend what the lights complain of: strays go home or off the board, missing marbles come back."""
    marbles, memory = scene.hands.lying(), scene.memory
    extra = sight.of(Meaning.EXTRA) & marbles.occupied
    missing = sight.of(Meaning.MISSING) & ~marbles.occupied
    for cell in (memory.early, memory.spare):
        if cell is not None and extra >> cell & 1:
            _withdraw(scene, cell)
            return
    homeward = _homeward(scene, marbles, extra, missing | _wanting(scene, sight, marbles))
    for cell, to in homeward.items():
        move(scene, cell, to)
        scene.pause(50, 400)
    strays = [cell for cell in cells_in(extra) if cell not in homeward]
    if len(strays) > 1 or homeward or missing:
        strays = [cell for cell in strays if cell != memory.dropped]
    for cell in strays:
        _withdraw(scene, cell)
        scene.pause(50, 400)
    _bring_back(scene, missing)


def _withdraw(scene: Scene, cell: int) -> None:
    """Take off a marble that the lights refuse."""
    memory = scene.memory
    scene.take_off(cell)
    if cell == memory.early:
        memory.early = None
    elif cell == memory.spare:
        memory.spare = None
    elif cell == memory.dropped:
        memory.dropped = None


def _wanting(scene: Scene, sight: Sight, marbles: Lying) -> int:
    """Return the mask of empty destinations whose marble is no longer where it came from."""
    memory, mask = scene.memory, 0
    if memory.dropped is None:
        return 0
    for to in cells_in(sight.of(Meaning.PLACE) & ~marbles.occupied):
        if marbles.owner(before(memory.dropped, to)) is None:
            mask |= 1 << to
    return mask


def _homeward(scene: Scene, marbles: Lying, extra: int, empty: int) -> dict[int, int]:
    """Match marbles that should not be there with empty cells where one of their owner's should."""
    memory, found = scene.memory, dict[int, int]()
    for cell in sorted(cells_in(extra), key=lambda each: _home(scene, each) is None):
        homes = [to for to in cells_in(empty) if memory.owner_due(to) is marbles.owner(cell)]
        if cell == memory.dropped or not homes:
            homes = [to for to in homes if to == _home(scene, cell)]
        if homes:
            home = _home(scene, cell)
            found[cell] = home if home in homes else min(homes, key=lambda to: distance(cell, to))
            empty &= ~(1 << found[cell])
    return found


def _home(scene: Scene, cell: int) -> int | None:
    marble = scene.hands.marble(cell)
    return None if marble is None else scene.memory.homes.get(marble)


def _bring_back(scene: Scene, missing: int) -> None:
    memory = scene.memory
    marbles = scene.hands.lying()
    for cell in cells_in(missing & ~marbles.occupied):
        owner = memory.owner_due(cell)
        strayed = [at for at in cells_in(marbles.occupied) if _home(scene, at) == cell]
        if strayed:  # on a bad contact, or the lights would have sent it home
            move(scene, strayed[0], cell)
            return
        if owner is not None and scene.hands.in_hand(owner):
            if cell == memory.withdrawn:
                memory.dropped, memory.withdrawn = cell, None
                scene.drop(cell, owner)
            else:
                scene.hands.place(cell, owner)
            scene.pause(50, 400)
