"""What is to be done now, step by step, read off the game and what its lights mean; the next step first."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from types import MappingProxyType

from momentum.guidance import CellLight, Meaning, Picture
from momentum.referee import Phase, Snapshot
from momentum.rules import Player, cell_text
from momentum.spoken.sentence import Sentence

Steps = tuple[Sentence, ...]


def steps_now(now: Snapshot, lights: Picture, seen: int) -> Steps:
    """Return the steps, at least one; `seen` masks the cells where a marble is seen to lie."""
    if now.device is not None and now.phase is not Phase.OVER:
        return (Sentence("do.paused_device"),)
    if now.unconfirmed:
        over = now.phase is Phase.OVER
        return (Sentence("do.confirm_result" if over else "do.confirm"), *put_right(lights))
    if now.phase is Phase.PAUSED and now.held:
        return (Sentence("do.paused_held"), Sentence("do.paused_note"))
    if now.phase is Phase.DROP:
        return _drop_steps(now, lights, seen)
    return _BY_PHASE[now.phase](lights)


def pushes_left(lights: Picture) -> Steps:
    """Return the pushes that are still to be made, the one that is led first."""
    moving = _lit(lights, Meaning.LIFT, Meaning.OFF)
    aimed = {light.to for light in moving}
    arriving = (light for light in _lit(lights, Meaning.PLACE) if light.cell not in aimed)
    due = sorted([*moving, *arriving], key=lambda light: not light.current)
    return tuple(_push_step(light) for light in due)


def put_right(lights: Picture) -> Steps:
    """Return what is to be put right; a marble too many whose home is known and empty is one step."""
    extra = _lit(lights, Meaning.EXTRA)
    homes = {light.to for light in extra}
    missing = (light for light in _lit(lights, Meaning.MISSING) if light.cell not in homes)
    return (*map(_extra_step, extra), *map(_missing_step, missing))


def _lit(lights: Picture, *meanings: Meaning) -> list[CellLight]:
    return [light for light in lights.cells if light.means in meanings]


def _drop_steps(now: Snapshot, lights: Picture, seen: int) -> Steps:
    swap = None if now.swap is None else cell_text(now.swap)
    if now.swap is not None and swap is not None and not seen >> now.swap & 1:
        return Sentence.of("do.swap_open", cell=swap), Sentence.of("do.swap_close")
    return tuple(_drops(now, swap, hinted=bool(_lit(lights, Meaning.HINT))))


def _drops(now: Snapshot, swap: str | None, *, hinted: bool) -> Iterator[Sentence]:
    game = now.game
    if hinted and game.position.hand(game.to_move) == 1:
        yield Sentence("do.drop_complete")
        return
    yield Sentence("do.drop_knock" if hinted else "do.drop")
    if game.turns and game.turns[-1].announced:
        yield Sentence("do.drop_announced")
    if swap is not None:
        yield Sentence.of("do.drop_swap", cell=swap)


def _push_step(light: CellLight) -> Sentence:
    cell = cell_text(light.cell)
    if light.means is Meaning.OFF:
        return Sentence.of("do.off", cell=cell)
    if light.means is Meaning.PLACE:
        return _of_player("do.place", "do.place_of", cell, light.player)
    if light.to is None:
        return Sentence.of("do.lift_on", cell=cell)
    return Sentence.of("do.lift", cell=cell, to=cell_text(light.to))


def _extra_step(light: CellLight) -> Sentence:
    cell = cell_text(light.cell)
    if light.to is None:
        return Sentence.of("do.extra", cell=cell)
    return Sentence.of("do.extra_home", cell=cell, to=cell_text(light.to))


def _missing_step(light: CellLight) -> Sentence:
    return _of_player("do.missing", "do.missing_of", cell_text(light.cell), light.player)


def _of_player(key: str, key_of: str, cell: str, player: Player | None) -> Sentence:
    if player is None:
        return Sentence.of(key, cell=cell)
    return Sentence.of(key_of, cell=cell, player=player)


def _or_else(steps: Steps, key: str) -> Steps:
    return steps or (Sentence(key),)


_BY_PHASE: MappingProxyType[Phase, Callable[[Picture], Steps]] = MappingProxyType(
    {
        Phase.SETUP: lambda lights: (Sentence("do.setup"), *put_right(lights)),
        Phase.PUSH: lambda lights: _or_else((*pushes_left(lights), *put_right(lights)), "do.push"),
        Phase.CORRECT: lambda lights: _or_else(put_right(lights), "do.correct"),
        Phase.RESTORE: lambda lights: (Sentence("do.restore"), *put_right(lights)),
        Phase.PAUSED: lambda _: (Sentence("do.paused"), Sentence("do.paused_note")),
        Phase.OVER: lambda _: (Sentence("do.over"),),
    }
)
