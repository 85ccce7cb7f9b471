"""A recorded game on a table's lights: each turn as its drop with the pushes, then as it lay afterwards.

No marbles are needed. A marble is a light in its player's colour: the first player's shines steadily, the
second's goes out for a moment in every second, so that nobody needs the colour.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from hardware.protocols import Lights
from momentum.guidance import (
    CellLight,
    Meaning,
    Picture,
    RingLight,
    RingMeaning,
    exit_step,
    result_picture,
    round_lights,
)
from momentum.rules import Drop, Game, Player, Position, Push, Turn, cells_in, path
from momentum.table.lighting import SLOT_MS, Lighting

LIES = {Player.FIRST: Meaning.WON, Player.SECOND: Meaning.SWAP}
"""Which of the lights in the players' colours stands for a marble: a steady one, and one with a short gap."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Beat:
    """What the lights show for a while."""

    picture: Picture
    """What they show."""
    ms: float
    """For how long, in milliseconds."""
    turn: tuple[int, Turn] | None = None
    """The turn that begins to be shown here, with its number; None when a shown one goes on."""


def beats(game: Game, turn_ms: float) -> Iterator[Beat]:
    """Yield what the lights show of a game, `turn_ms` for each of its pictures."""
    yield from _set_right(game, 0, turn_ms)
    for made, (ply, turn) in enumerate(game.numbered(), start=1):
        if turn.pushes:
            yield Beat(picture=_pushing(ply, turn), ms=turn_ms, turn=(ply, turn))
        after = _lying(turn.after, ply)
        yield Beat(picture=after, ms=turn_ms, turn=None if turn.pushes else (ply, turn))
        yield from _set_right(game, made, turn_ms)
    if game.result is not None:
        yield Beat(picture=result_picture(game), ms=2 * turn_ms)


def _set_right(game: Game, made: int, turn_ms: float) -> Iterator[Beat]:
    """Yield the positions that an arbiter set after so many turns."""
    for correction in game.corrections:
        if correction.after == made:
            yield Beat(picture=_lying(correction.position, correction.ply), ms=turn_ms)


def _lying(position: Position, ply: int) -> Picture:
    return Picture(cells=_in_order(_marbles(position)), ring=_ring(ply))


def _pushing(ply: int, turn: Turn) -> Picture:
    """Return the board with the turn's marble dropped, and where each push goes."""
    moved = {push.origin for push in turn.pushes}
    cells = [light for light in _marbles(turn.before) if light.cell not in moved]
    cells += [light for push in turn.pushes for light in _push(push)]
    first, trail = turn.pushes[0], tuple[int, ...]()
    if isinstance(turn.move, Drop):
        cells.append(CellLight(cell=turn.move.cell, means=Meaning.DROPPED, player=turn.player))
        trail = (turn.move.cell, *path(turn.move.cell, first))
    return Picture(
        cells=_in_order(cells),
        ring=_ring(ply - 1, turn.knocked_off),
        trail=trail,
        exit_step=None if first.destination is not None else exit_step(first.origin, first.direction),
    )


def _marbles(position: Position) -> Iterator[CellLight]:
    for player in Player:
        for cell in cells_in(position.of(player)):
            yield CellLight(cell=cell, means=LIES[player], player=player)


def _push(push: Push) -> Iterator[CellLight]:
    if push.destination is None:
        yield CellLight(cell=push.origin, means=Meaning.OFF, player=push.owner)
        return
    yield CellLight(cell=push.origin, means=Meaning.LIFT, player=push.owner, to=push.destination)
    yield CellLight(cell=push.destination, means=Meaning.PLACE, player=push.owner)


def _in_order(lights: Iterable[CellLight]) -> tuple[CellLight, ...]:
    return tuple(sorted(lights, key=lambda light: light.cell))


def _ring(ply: int, knocked_off: Iterable[Push] = ()) -> tuple[RingLight, ...]:
    steps = {light.step: light for light in round_lights(ply // 2)}
    for push in knocked_off:
        step = exit_step(push.origin, push.direction)
        steps[step] = RingLight(step=step, means=RingMeaning.EXIT)
    return tuple(steps[step] for step in sorted(steps))


def show(
    shown: Iterable[Beat],
    lights: Lights,
    lighting: Lighting,
    clock: Callable[[], float],
    wait: Callable[[float], None],
    tell: Callable[[Beat], None],
) -> None:
    """Show beats on the lights, each told first. Raises `HardwareError` when the lights are lost.

    A steady picture is sent again and again, too: a board on a cable wants to hear from its host.
    """
    for beat in shown:
        tell(beat)
        until_ms = clock() + beat.ms
        while (now_ms := clock()) < until_ms:
            lights.show(lighting.frame(beat.picture, now_ms))
            wait(min(SLOT_MS, until_ms - now_ms))
