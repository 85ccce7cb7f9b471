"""From what was decided to what is said aloud: short for those who see the lights, full for ear and touch."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType

from momentum.guidance import Meaning, Picture
from momentum.referee import (
    Announcement,
    Decision,
    DropAccepted,
    GameStarted,
    Phase,
    PhaseEntered,
    Said,
    Snapshot,
    TurnEnded,
)
from momentum.rules import LastMarble, Player, Push, Turn, cell_text, cells_in
from momentum.spoken.rulings import ruling
from momentum.spoken.sentence import Sentence, cells_spoken
from momentum.spoken.steps import pushes_left, put_right

ONE_BY_ONE = 3
"""So many steps of putting right are told one by one; more are told as lists of cells."""
LAST_ROUNDS = 5
"""So many rounds before the limit, they are counted aloud."""
_ASIDE = Sentence("act.aside")
"""The one act that none remains of at the table: another game has begun by it."""
HINTS = 8
"""So many marked cells are named; of more, only that they are marked is told."""


class Detail(StrEnum):
    """How much is said."""

    OFF = "off"
    SHORT = "short"
    FULL = "full"


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """The table at the instant of which is told."""

    now: Snapshot
    """What is so."""
    lights: Picture
    """What the lights mean."""
    journal: Sentence | None = None
    """What is told while the game cannot be written down; None while it can."""
    unrecorded: bool = False
    """Whether play goes on nevertheless, by the arbiter's leave."""


Told = Iterator[Sentence]


def told(decisions: Sequence[Decision], scene: Scene, detail: Detail) -> tuple[Sentence, ...]:
    """Return what is said of decisions that were made at one instant; each sentence once, in order."""
    if detail is Detail.OFF:
        return ()
    full = detail is Detail.FULL
    sentences = [*_of_each(decisions, scene, full=full), *_of_way_back(decisions, scene, full=full)]
    if full and any(isinstance(each, DropAccepted) for each in decisions):
        sentences += _pushes(scene)
    return tuple(dict.fromkeys(sentences))


def _pushes(scene: Scene) -> Told:
    left = pushes_left(scene.lights)
    yield from left
    if scene.now.phase is Phase.PUSH and not left:  # an event may forbid guidance
        yield Sentence("do.push")


def drop_sentence(drop: DropAccepted) -> Sentence:
    """Return who dropped where."""
    return Sentence.of("spoken.drop", player=drop.player, cell=cell_text(drop.cell))


def announced(decision: Decision, scene: Scene) -> Sentence | None:
    """Return the one sentence that stands for a decision among the announcements; None for those without."""
    if isinstance(decision, DropAccepted):
        return drop_sentence(decision)
    if not isinstance(decision, Said):
        return None
    if decision.what in (Announcement.FAULT, Announcement.REFUSED):
        return next(_MORE[decision.what](scene))
    if decision.what is Announcement.ARBITER:
        return ruling(scene.now.acts[-1].act)[0] if scene.now.acts else _ASIDE
    return Sentence(f"said.{decision.what}")


def remaining(scene: Scene) -> tuple[Sentence, ...]:
    """Return what is still to be done with the marbles on the board; empty when nothing is."""
    if scene.now.phase is Phase.PUSH:
        return (*pushes_left(scene.lights), *put_right_aloud(scene.lights))
    if scene.now.phase in (Phase.SETUP, Phase.CORRECT, Phase.RESTORE):
        return put_right_aloud(scene.lights)
    return ()


def put_right_aloud(lights: Picture) -> tuple[Sentence, ...]:
    """Return what is to be put right, short enough to be listened to."""
    steps = put_right(lights)
    return steps if len(steps) <= ONE_BY_ONE else tuple(_listed(lights))


def _listed(lights: Picture) -> Told:
    extra = [light.cell for light in lights.cells if light.means is Meaning.EXTRA]
    if extra:
        yield Sentence.of("spoken.extra", cells=cells_spoken(extra))
    for player in (Player.FIRST, Player.SECOND, None):
        missing = [
            light.cell for light in lights.cells if light.means is Meaning.MISSING and light.player is player
        ]
        if missing and player is None:
            yield Sentence.of("spoken.missing", cells=cells_spoken(missing))
        elif missing and player is not None:
            yield Sentence.of("spoken.missing_of", player=player, cells=cells_spoken(missing))


def _of_each(decisions: Iterable[Decision], scene: Scene, *, full: bool) -> Told:
    turn: Turn | None = None
    for decision in decisions:
        if isinstance(decision, TurnEnded):
            turn = decision.turn
        elif isinstance(decision, Said):
            yield from _of_said(decision.what, turn, scene, full=full)
        elif isinstance(decision, DropAccepted) and full:
            yield drop_sentence(decision)
        elif isinstance(decision, PhaseEntered):
            yield from _of_phase(decision.phase, scene)
        elif isinstance(decision, GameStarted):
            yield from _of_new_game(scene)


def _of_way_back(decisions: Sequence[Decision], scene: Scene, *, full: bool) -> Told:
    """Tell where play stands when it goes on: after a pause, a mistake put right, a drop taken back."""
    entered = {each.phase for each in decisions if isinstance(each, PhaseEntered)}
    turn = Announcement.turn(scene.now.game.to_move)
    if scene.now.phase is Phase.DROP and Phase.DROP in entered:
        if Said(at_ms=decisions[-1].at_ms, what=turn) not in decisions:
            yield from _of_said(turn, None, scene, full=full)
    elif scene.now.phase is Phase.PUSH and Phase.PUSH in entered and full:
        yield from _pushes(scene)


def _of_phase(phase: Phase, scene: Scene) -> Told:
    if phase is Phase.PAUSED and scene.now.device is None:
        yield Sentence("phase.paused")


def _of_new_game(scene: Scene) -> Told:
    yield Sentence("button.new")
    if scene.now.phase is Phase.SETUP:
        yield Sentence("do.setup")


def _of_said(what: Announcement, turn: Turn | None, scene: Scene, *, full: bool) -> Told:
    if what is Announcement.KNOCKED_OFF and turn is not None and full:
        yield from _knocked_off(turn.pushes)
    elif what in _MORE:
        yield from _MORE[what](scene)
    else:
        yield Sentence(f"said.{what}")
    if scene.now.game.result is not None and what in _RESULTS:
        yield Sentence(f"reason.{scene.now.game.result.reason}")
    if full and what in _TURNS:
        yield from _offers(scene)


def _knocked_off(pushes: Iterable[Push]) -> Told:
    off = [push for push in pushes if push.destination is None]
    for player in Player:
        cells = [push.origin for push in off if push.owner is player]
        if cells:
            yield Sentence.of("spoken.knocked_off", player=player, cells=cells_spoken(cells))


def _offers(scene: Scene) -> Told:
    """Tell the player whose turn begins what the lights offer."""
    now, game, limit = scene.now, scene.now.game, scene.now.settings.rules.rounds
    if limit is not None and game.round > max(limit - LAST_ROUNDS, 0) and game.to_move is Player.FIRST:
        yield Sentence.of("round.limited", round=str(game.round), limit=str(limit))
    cells = [light.cell for light in scene.lights.cells if light.means is Meaning.HINT]
    if 0 < len(cells) <= HINTS:
        completes = now.game.position.hand(now.game.to_move) == 1
        key = "spoken.completes" if completes else "spoken.knocks"
        yield Sentence.of(key, cells=cells_spoken(cells))
    if now.swap is not None and now.phase is Phase.DROP:
        yield Sentence.of("do.drop_swap", cell=cell_text(now.swap))


def _refused(scene: Scene) -> Told:
    now = scene.now
    guarded = now.settings.rules.last_marble is LastMarble.GUARD and now.phase is not Phase.PUSH
    if guarded and now.differences.extra and not now.differences.missing:
        yield Sentence("said.refused")
        yield from put_right_aloud(scene.lights)
    else:
        yield Sentence("spoken.refused")


def _fault(scene: Scene) -> Told:
    if scene.journal is not None and not scene.unrecorded:
        yield scene.journal
    elif scene.now.device is not None:
        yield Sentence("device.lost")
    else:
        yield Sentence.of("device.fault", cells=cells_spoken(cells_in(scene.now.fault)))


def _taken_back(scene: Scene) -> Told:
    yield Sentence("said.taken_back")
    if scene.now.phase is Phase.RESTORE:
        yield from put_right_aloud(scene.lights)


def _arbiter(scene: Scene) -> Told:
    yield Sentence("said.arbiter")
    if not scene.now.acts:
        yield _ASIDE
    for done in scene.now.acts[-1:]:
        yield from ruling(done.act)
        yield Sentence.of("spoken.reason", reason=done.reason)
    if scene.journal is not None and scene.unrecorded:
        yield scene.journal
    if scene.now.phase is Phase.RESTORE:
        yield from put_right_aloud(scene.lights)


def _wrong(scene: Scene) -> Told:
    yield from put_right_aloud(scene.lights)


_MORE: MappingProxyType[Announcement, Callable[[Scene], Told]] = MappingProxyType(
    {
        Announcement.EXTRA: _wrong,
        Announcement.MISSING: _wrong,
        Announcement.REFUSED: _refused,
        Announcement.FAULT: _fault,
        Announcement.TAKEN_BACK: _taken_back,
        Announcement.ARBITER: _arbiter,
    }
)
"""What is said with more than one announcement's own words."""
_RESULTS = (
    Announcement.WIN_FIRST,
    Announcement.WIN_SECOND,
    Announcement.DRAW,
    Announcement.BOTH_LOSE,
)
_TURNS = (Announcement.TURN_FIRST, Announcement.TURN_SECOND)
