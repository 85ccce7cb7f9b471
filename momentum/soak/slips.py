"""Slips: the mistakes of careless hands, none of which the sensors could not tell."""

from __future__ import annotations

from collections.abc import Callable

from momentum.rules import ALL, cells_in
from momentum.soak.chores import Job, do_job, jobs_by_the_rules
from momentum.soak.scene import Scene, neighbours
from momentum.soak.strategy import choose, drops_of, game_of

_BUMP_MS = (40, 250)
"""A bumped marble comes to rest before the board settles: nobody could tell it from one lifted otherwise."""


def bump(scene: Scene, spared: int = 0) -> bool:
    """Knock a marble one cell away, none of the mask `spared`."""
    marbles, taken = scene.hands.lying(), _taken(scene)
    ways = [
        (cell, to)
        for cell in cells_in(_touchable(scene) & ~(spared | _leaving(scene)))
        for to in neighbours(cell)
        if not (taken | marbles.occupied) >> to & 1
    ]
    if not ways:
        return False
    cell, to = scene.rng.choice(ways)
    _remember_home(scene, cell)
    scene.record.slip("bump", scene.hands.now_ms)
    scene.hands.slide(cell, to, scene.rng.randint(*_BUMP_MS))
    return True


def lift_wrong(scene: Scene) -> bool:
    """Take up a marble that should stay."""
    due = {push.origin for push in scene.memory.pushes()}
    cells = [c for c in cells_in(_touchable(scene)) if c != scene.memory.dropped and c not in due]
    if not cells:
        return False
    scene.record.slip("wrong marble lifted", scene.hands.now_ms)
    scene.hands.lift(scene.rng.choice(cells))
    return True


# before a drop, or with it


def bump_with(scene: Scene, cell: int) -> bool:
    """Drop a marble, and knock another one away with the same hand."""
    scene.memory.dropped = cell
    scene.drop(cell, scene.memory.mover)
    scene.pause(0, 120)
    bump(scene, spared=1 << cell)
    return True


def drop_two(scene: Scene, cell: int) -> bool:
    """Let a second marble fall with the first."""
    mover = scene.memory.mover
    spare = _free_cell(scene, 1 << cell)
    if spare is None or scene.hands.in_hand(mover) < 2:
        return False
    scene.memory.dropped, scene.memory.spare = cell, spare
    scene.record.slip("two marbles dropped", scene.hands.now_ms)
    scene.drop(cell, mover)
    scene.pause(0, 120)
    scene.hands.place(spare, mover)
    return True


def drop_wrong_colour(scene: Scene, cell: int) -> bool:
    """Put down a marble of the other player."""
    if scene.presence or not scene.hands.in_hand(scene.memory.mover.other):
        return False
    scene.record.slip("wrong colour", scene.hands.now_ms)
    scene.hands.place(cell, scene.memory.mover.other)
    return True


def drop_forbidden(scene: Scene, cell: int) -> bool:
    """Forget the duty to knock, where the table guards it."""
    memory = scene.memory
    marbles = scene.hands.lying()
    game = game_of(memory.rules, marbles, memory.mover)
    allowed = drops_of(game)
    cells = cells_in(ALL & ~(allowed | marbles.occupied | memory.faults))
    if not allowed or not cells:
        return False
    del cell
    memory.dropped = scene.rng.choice(cells)
    scene.record.slip("forbidden drop", scene.hands.now_ms)
    scene.drop(memory.dropped, memory.mover)
    return True


def push_too_soon(scene: Scene, cell: int) -> bool:
    """Push before the drop has come to rest."""
    memory = scene.memory
    memory.dropped = cell
    if not memory.pushes():
        memory.dropped = None
        return False
    scene.drop(cell, memory.mover)
    scene.pause(20, 160)
    scene.record.slip("pushed too soon", scene.hands.now_ms)
    job = scene.rng.choice(jobs_by_the_rules(scene, scene.hands.lying(), ALL))
    if job.origin is not None:
        _remember_home(scene, job.origin)
    do_job(scene, job)
    return True


def drop_out_of_turn(scene: Scene, cell: int) -> bool:
    """Let the other player drop right after the mover."""
    other = scene.memory.mover.other
    early = _free_cell(scene, 1 << cell)
    if early is None or not scene.hands.in_hand(other):
        return False
    scene.memory.dropped, scene.memory.early = cell, early
    scene.drop(cell, scene.memory.mover)
    scene.pause(10, 180)
    scene.record.slip("early drop", scene.hands.now_ms)
    scene.drop(early, other)
    return True


# while pushes are to be made


def push_elsewhere(scene: Scene, jobs: list[Job]) -> bool:
    """Push a marble to a wrong cell beside it."""
    job, *others = jobs
    ends_nothing = job.to is not None and _is_undone(scene, job)
    if job.origin is None or not (ends_nothing or any(_is_undone(scene, other) for other in others)):
        return False
    taken = _taken(scene) | scene.hands.lying().occupied
    cells = [to for to in neighbours(job.origin) if not taken >> to & 1]
    if not cells:
        return False
    scene.record.slip("wrong cell", scene.hands.now_ms)
    scene.hands.slide(job.origin, scene.rng.choice(cells), scene.rng.randint(*_BUMP_MS))
    return True


def push_wrong_colour(scene: Scene, jobs: list[Job]) -> bool:
    """Put a marble of the other owner where a pushed one belongs."""
    job = jobs[0]
    if scene.presence or job.origin is None or job.to is None or not scene.hands.in_hand(job.owner.other):
        return False
    if scene.hands.lying().owner(job.to) is not None:
        return False
    scene.record.slip("wrong colour", scene.hands.now_ms)
    scene.hands.lift(job.origin)
    scene.pause(50, 400)
    scene.hands.place(job.to, job.owner.other)
    return True


def drop_another(scene: Scene, jobs: list[Job]) -> bool:
    """Let one more marble of the mover fall on the board."""
    mover = scene.memory.mover
    spare = _free_cell(scene, 0)
    undone = any(_is_undone(scene, job) for job in jobs)
    if spare is None or not undone or not scene.hands.in_hand(mover):
        return False
    scene.memory.spare = spare
    scene.record.slip("two marbles dropped", scene.hands.now_ms)
    scene.hands.place(spare, mover)
    return True


def drop_before_pushes(scene: Scene, jobs: list[Job]) -> bool:
    """Let the other player drop before the pushes are made."""
    del jobs
    other = scene.memory.mover.other
    early = _free_cell(scene, 0)
    if early is None or not scene.hands.in_hand(other):
        return False
    scene.memory.early = early
    scene.record.slip("early drop", scene.hands.now_ms)
    scene.drop(early, other)
    return True


def change_mind_at_once(scene: Scene, jobs: list[Job]) -> bool:
    """Move the dropped marble on, too quickly for the board to settle without it."""
    del jobs
    cell, to = scene.dropped_there, _free_cell(scene, 0)
    if cell is None or to is None or not scene.is_untouched():
        return False
    _remember_home(scene, cell)
    scene.record.slip("drop moved on", scene.hands.now_ms)
    scene.hands.lift(cell)
    scene.hands.wait(scene.rng.randint(20, 150))
    scene.hands.place(to, scene.memory.mover)
    return True


def take_back_in_tournament(scene: Scene, jobs: list[Job]) -> bool:
    """Take a drop back where it must stand."""
    del jobs
    memory, cell = scene.memory, scene.dropped_there
    if scene.settings.casual or cell is None:
        return False
    scene.record.slip("taken back in a tournament", scene.hands.now_ms)
    memory.withdrawn, memory.dropped = cell, None
    scene.take_off(cell)
    return True


def drop_early(scene: Scene) -> bool:
    """Let the other player drop as the last push is made, too early or just in time."""
    memory, marbles = scene.memory, scene.hands.lying()
    other = memory.mover.other
    game = game_of(memory.rules, marbles, other)
    unclear = memory.faults | memory.before.occupied  # where it would look like a push that is not made
    cell = choose(scene.rng, scene.character.styles[other], game, hints=0, avoid=unclear)
    if cell is None or unclear >> cell & 1:
        return False
    scene.hands.wait(scene.rng.choice((0, 20, 40, 55, 65, 80, 100, 120, 160, 220)))
    memory.early = cell
    scene.record.slip("early drop", scene.hands.now_ms)
    scene.drop(cell, other)
    return True


DropSlip = Callable[[Scene, int], bool]
PushSlip = Callable[[Scene, list[Job]], bool]


def _alone(slip: Callable[[Scene], bool]) -> Callable[[Scene, object], bool]:
    return lambda scene, _: slip(scene)


DROP_SLIPS: tuple[DropSlip, ...] = (
    _alone(bump),
    _alone(lift_wrong),
    bump_with,
    drop_two,
    drop_wrong_colour,
    drop_forbidden,
    push_too_soon,
    drop_out_of_turn,
)
"""What may go wrong with a drop; each returns whether it could happen here."""

PUSH_SLIPS: tuple[PushSlip, ...] = (
    _alone(bump),
    _alone(lift_wrong),
    push_elsewhere,
    push_elsewhere,
    push_wrong_colour,
    drop_another,
    drop_before_pushes,
    change_mind_at_once,
    take_back_in_tournament,
)
"""What may go wrong with pushes; each returns whether it could happen here."""


def _touchable(scene: Scene) -> int:
    """Return the mask of marbles that a hand may knock or lift without a swap being seen in it."""
    return 0 if scene.swap_is_near else scene.hands.lying().occupied & ~scene.memory.faults


def _taken(scene: Scene) -> int:
    """Return the mask of cells where a stray marble could not be told from one that belongs there."""
    memory = scene.memory
    mask = memory.before.occupied | memory.faults
    for push in memory.pushes():
        mask |= 0 if push.destination is None else 1 << push.destination
    return mask | (0 if memory.dropped is None else 1 << memory.dropped)


def _is_undone(scene: Scene, job: Job) -> bool:
    """Whether the table surely sees that a push is not made: its contacts are good, and its goal is empty."""
    bad, occupied = scene.memory.faults | scene.intents.shaky, scene.hands.lying().occupied
    cells = [cell for cell in (job.origin, job.to) if cell is not None]
    return not any(bad >> cell & 1 for cell in cells) and not (job.to is not None and occupied >> job.to & 1)


def _leaving(scene: Scene) -> int:
    """Return the mask of marbles that are to leave the board.

    When nothing else is left to be done, the table has its target as soon as such a marble is off its
    contact: if it comes to rest elsewhere, no sensor can tell it from the next drop.
    """
    return sum(1 << push.origin for push in scene.memory.pushes() if push.destination is None)


def _free_cell(scene: Scene, avoid: int) -> int | None:
    cells = cells_in(ALL & ~(_taken(scene) | scene.hands.lying().occupied | avoid))
    return scene.rng.choice(cells) if cells else None


def _remember_home(scene: Scene, cell: int) -> None:
    marble = scene.hands.marble(cell)
    if marble is not None:
        scene.memory.homes[marble] = cell
