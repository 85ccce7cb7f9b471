"""The players: they look at the lights, do what those ask for, and drop when it is their turn."""

from __future__ import annotations

from momentum.guidance import Meaning
from momentum.referee import Announcer
from momentum.rules import MARBLES, RAYS, Player
from momentum.soak.chores import Job, do_job, jobs, put_right
from momentum.soak.eyes import CYCLE_MS, Sight
from momentum.soak.hands import Lying
from momentum.soak.scene import Scene, distance
from momentum.soak.slips import DROP_SLIPS, PUSH_SLIPS, drop_early
from momentum.soak.strategy import choose, game_of
from momentum.soak.troubles import begin_flicker, trouble

SURE_MS = 1000.0
"""A contact that was bad when a marble was put on it is called bad by then."""
_TO_DO = (Meaning.LIFT, Meaning.OFF, Meaning.PLACE)


def respond(scene: Scene, sight: Sight) -> None:
    """Do the next thing after a look at the lights."""
    memory = scene.memory
    _learn_faults(scene, sight)
    memory.answered = memory.answered or _is_answered(scene, sight)
    if sight.over:
        memory.over = True
    elif memory.early is not None and not _early_drop_counts(scene, sight):
        return
    elif sight.complains:
        put_right(scene, sight)
    elif memory.replaced:
        _after_swap(scene, sight)
    elif _must_wait(scene):
        pass
    elif not _unseen(scene, sight) and (work := jobs(scene, sight)):
        _push(scene, work)
    elif memory.dropped is not None:
        _after_drop(scene, sight)
    else:
        _move(scene, sight)
    scene.pause(300, 700)


def _learn_faults(scene: Scene, sight: Sight) -> None:
    """Bad contacts are remembered while another light hides theirs."""
    hidden = sight.of(*(meaning for meaning in Meaning if meaning is not Meaning.FAULT))
    scene.memory.faults = sight.of(Meaning.FAULT) | (scene.memory.faults & hidden)


# after a drop


def _early_drop_counts(scene: Scene, sight: Sight) -> bool:
    """Whether the early marble may stay and be the next turn's drop; if it is refused, it is taken off."""
    memory = scene.memory
    early = memory.early
    if early is None:
        return True
    old = memory.dropped is not None and sight.of(Meaning.DROPPED) >> memory.dropped & 1
    if not old and not sight.complains and not (sight.of(*_TO_DO) >> early & 1):
        _turn_over(scene, scene.hands.lying().without(early))
        memory.dropped = early
        memory.await_answer(scene.hands.now_ms)
        return True
    scene.take_off(early)
    memory.early = None
    scene.pause(300, 700)
    return False


def _is_answered(scene: Scene, sight: Sight) -> bool:
    """Whether the drop was surely seen: a light is under it, or none complains though there was time to."""
    memory = scene.memory
    if memory.dropped is None or sight.complains:
        return False
    if scene.settings.guidance:
        return bool(sight.of(Meaning.DROPPED) >> memory.dropped & 1)
    begun_ms = scene.hands.now_ms - CYCLE_MS
    return begun_ms >= memory.dropped_ms + SURE_MS and not memory.faults >> memory.dropped & 1


def _must_wait(scene: Scene) -> bool:
    """Whether a look without guidance came too soon to be sure of a drop."""
    memory = scene.memory
    if memory.dropped is None or memory.answered or scene.settings.guidance:
        return False
    return scene.hands.now_ms - CYCLE_MS < memory.dropped_ms + SURE_MS


def _unseen(scene: Scene, sight: Sight) -> bool:
    """Whether the drop lies on a contact that the lights call bad, and no light is under it."""
    memory = scene.memory
    if memory.dropped is None or memory.answered:
        return False
    return bool((memory.faults | sight.of(Meaning.HINT)) >> memory.dropped & 1)


def _after_drop(scene: Scene, sight: Sight) -> None:
    """Nothing is asked for any more: the turn is over, unless the drop was never seen."""
    memory, marbles = scene.memory, scene.hands.lying()
    if memory.dropped is None or sight.of(Meaning.DROPPED):
        return
    if memory.doubtful:  # a second look: what is wrong with a contact takes a second to show
        memory.doubtful = False
        return
    if marbles.owner(memory.dropped) is None:
        memory.again()
    elif _unseen(scene, sight):
        memory.withdrawn, memory.dropped = memory.dropped, None
        scene.take_off(memory.withdrawn)
    else:
        _turn_over(scene, marbles)


def _turn_over(scene: Scene, marbles: Lying) -> None:
    """Begin the next turn; where players announce their last marbles, the one who just moved does."""
    player = scene.memory.mover
    scene.memory.next_turn(marbles)
    if scene.settings.announce is Announcer.PLAYER and marbles.of(player).bit_count() == MARBLES - 1:
        scene.hands.press(player)


# pushing


def _push(scene: Scene, work: list[Job]) -> None:
    scene.rng.shuffle(work)
    if scene.chance(scene.character.trouble):
        trouble(scene)
        return
    if scene.chance(0.02) and _take_back(scene):
        return
    for at, job in enumerate(work):
        if scene.chance(scene.character.carelessness) and scene.rng.choice(PUSH_SLIPS)(scene, work[at:]):
            return
        do_job(scene, job)
        if at < len(work) - 1:
            scene.pause(40, 600)
    if scene.chance(scene.character.carelessness):
        drop_early(scene)


def _take_back(scene: Scene) -> bool:
    """Take the drop back while none of its pushes is made, as casual players may."""
    memory, cell = scene.memory, scene.dropped_there
    if not scene.settings.casual or cell is None or not scene.is_untouched():
        return False
    scene.record.troubles["taken back"] += 1
    scene.take_off(cell)
    scene.hands.wait(300)
    memory.again()
    memory.withdrawn = cell
    return True


# moving


def _move(scene: Scene, sight: Sight) -> None:
    memory = scene.memory
    if scene.chance(scene.character.trouble):
        trouble(scene)
        return
    if memory.may_swap and scene.chance(0.35):
        _swap(scene)
        return
    marbles = scene.hands.lying()
    game = game_of(memory.rules, marbles, memory.mover)
    style = scene.character.styles[memory.mover]
    cell = choose(scene.rng, style, game, hints=sight.of(Meaning.HINT), avoid=memory.faults)
    if cell is None or not scene.hands.in_hand(memory.mover):
        return
    if scene.chance(scene.character.carelessness) and scene.rng.choice(DROP_SLIPS)(scene, cell):
        return
    _drop(scene, cell)


def _drop(scene: Scene, cell: int) -> None:
    memory = scene.memory
    memory.dropped = cell
    if not scene.flickering and scene.chance(scene.character.trouble * 0.1):
        scene.record.troubles["flicker under a drop"] += 1
        begin_flicker(scene, cell)
    start = _roll_from(scene, cell) if scene.chance(0.15) else None
    if start is None:
        scene.drop(cell, memory.mover)
        memory.doubtful = not scene.glance(cell)
        return
    scene.record.troubles["roll"] += 1
    scene.intents.drops[cell] = memory.mover
    memory.await_answer(scene.hands.now_ms)
    scene.hands.place(start, memory.mover)
    scene.hands.wait(scene.rng.randint(0, 60))
    pace_ms = scene.rng.choice((20, 40, 80, 120, 160, 200))
    scene.hands.slide(start, cell, distance(start, cell) * pace_ms)
    memory.doubtful = not scene.glance(cell)


def _roll_from(scene: Scene, cell: int) -> int | None:
    """Return an empty cell 2 to 4 away from which a marble can roll to `cell` past nobody."""
    occupied = scene.hands.lying().occupied
    starts = []
    for ray in RAYS[cell]:
        for far, start in enumerate(ray, start=1):
            if occupied >> start & 1 or far > 4:
                break
            if far > 1:
                starts.append(start)
    return scene.rng.choice(starts) if starts else None


# the pie rule


def _swap(scene: Scene) -> None:
    """Replace the first marble, by hand or by the button."""
    by_hand = scene.chance(0.6)
    scene.record.troubles["swap by hand" if by_hand else "swap by button"] += 1
    scene.intents.swap = True
    if not by_hand:
        _press_swap(scene)
    _replace(scene, quick=by_hand and scene.settings.guidance and scene.chance(0.2))


def _press_swap(scene: Scene) -> None:
    memory = scene.memory
    cell = memory.before.occupied.bit_length() - 1
    if scene.hands.lying().owner(cell) is not Player.SECOND:
        scene.intents.swap_first = cell
    scene.hands.press("swap")


def _replace(scene: Scene, *, quick: bool) -> None:
    cell = scene.memory.before.occupied.bit_length() - 1
    if scene.hands.lying().owner(cell) is not None:
        scene.hands.lift(cell)
    scene.hands.wait(scene.rng.randint(30, 150) if quick else scene.rng.randint(450, 1500))
    scene.hands.place(cell, Player.SECOND)
    scene.memory.replaced = True


def _after_swap(scene: Scene, sight: Sight) -> None:
    """End the turn, unless the swap was not seen: too quick for the sensors, or on a bad contact."""
    memory = scene.memory
    hidden = memory.faults & memory.before.occupied and not (memory.answered or scene.settings.guidance)
    if sight.of(Meaning.SWAP) or hidden:
        memory.answered = True
        _press_swap(scene)
    else:
        scene.intents.swap, scene.intents.swap_first = False, None
        memory.next_turn(scene.hands.lying())
