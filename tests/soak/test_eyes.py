"""The eyes: every meaning is read back from the pixels that show it, at any moment of the cycle."""

from __future__ import annotations

import pytest

from hardware.protocols import DARK
from momentum.guidance import STEPS, CellLight, Meaning, Picture, RingLight, RingMeaning
from momentum.main import build_simulated
from momentum.rules import Player
from momentum.soak.eyes import CYCLE_MS, WHOLE_RING, Eyes, Sight, watched
from momentum.table.lighting import SLOT_MS, SLOTS, Lighting, LightSettings, milliamps

EYES = Eyes(LightSettings())
A1, D4, D5, D6, G7 = 0, 24, 31, 38, 48
OF_ONE_MARBLE = [each for each in Meaning if each not in (Meaning.HINT, Meaning.SWAP, Meaning.WON)]
OF_A_PLAYER = [Meaning.HINT, Meaning.SWAP, Meaning.WON]


def frames(picture: Picture, *, begin: int = 0, most: float = 900) -> tuple[bytes, ...]:
    """Return a whole cycle of frames, from any slot on."""
    lighting = Lighting(LightSettings(max_milliamps=most))
    return tuple(lighting.frame(picture, (begin + slot) * SLOT_MS + SLOT_MS / 2) for slot in range(SLOTS))


def read(picture: Picture, *, begin: int = 0, most: float = 900) -> Sight:
    sight = EYES.read(frames(picture, begin=begin, most=most))
    assert sight is not None
    return sight


def lit(*lights: CellLight, **more: object) -> Picture:
    return Picture(cells=lights, ring=(), **more)  # type: ignore[arg-type]


@pytest.mark.parametrize("begin", range(SLOTS))
@pytest.mark.parametrize("means", OF_ONE_MARBLE)
def test_a_light_is_read_whenever_one_begins_to_look(means: Meaning, begin: int) -> None:
    assert read(lit(CellLight(cell=D4, means=means)), begin=begin).cells == {means: 1 << D4}


@pytest.mark.parametrize("player", Player)
@pytest.mark.parametrize("means", OF_A_PLAYER)
def test_a_light_in_a_players_colour_is_read(means: Meaning, player: Player) -> None:
    assert read(lit(CellLight(cell=D4, means=means, player=player))).cells == {means: 1 << D4}


@pytest.mark.parametrize("means", [Meaning.LIFT, Meaning.OFF, Meaning.PLACE])
def test_a_push_that_waits_is_read_though_it_is_dim(means: Meaning) -> None:
    assert read(lit(CellLight(cell=D4, means=means, current=False))).cells == {means: 1 << D4}


@pytest.mark.parametrize("begin", range(SLOTS))
def test_a_led_push_is_read_under_its_moving_head(begin: int) -> None:
    picture = Picture(
        cells=(
            CellLight(cell=D4, means=Meaning.DROPPED),
            CellLight(cell=D5, means=Meaning.PATH),
            CellLight(cell=D6, means=Meaning.LIFT),
            CellLight(cell=45, means=Meaning.PLACE),
        ),
        ring=(),
        trail=(D4, D5, D6, 45),
    )
    assert read(picture, begin=begin).cells == {
        Meaning.DROPPED: 1 << D4,
        Meaning.PATH: 1 << D5,
        Meaning.LIFT: 1 << D6,
        Meaning.PLACE: 1 << 45,
    }


@pytest.mark.parametrize("means", [Meaning.EXTRA, Meaning.MISSING])
def test_a_mistake_on_the_way_of_a_led_push_is_read(means: Meaning) -> None:
    picture = lit(CellLight(cell=D4, means=means), CellLight(cell=D5, means=Meaning.OFF), trail=(D4, D5))
    assert read(picture).cells == {means: 1 << D4, Meaning.OFF: 1 << D5}


@pytest.mark.parametrize(("means", "step"), [(RingMeaning.ROUND, 1), (RingMeaning.EXIT, STEPS)])
def test_a_ring_step_is_read(means: RingMeaning, step: int) -> None:
    sight = read(Picture(cells=(), ring=(RingLight(step=step, means=means),)))
    assert (sight.cells, sight.ring) == ({}, {means: 1 << step})


def test_rounds_are_counted_over_both_laps_unless_an_exit_hides_some() -> None:
    laps = [RingLight(step=s, means=RingMeaning.FINAL if s < 3 else RingMeaning.ROUND) for s in range(1, 29)]
    assert read(Picture(cells=(), ring=tuple(laps))).rounds == STEPS
    laps[7] = RingLight(step=8, means=RingMeaning.EXIT)
    assert read(Picture(cells=(), ring=tuple(laps))).rounds is None


@pytest.mark.parametrize("winner", [*Player, None])
def test_a_result_is_read_even_when_the_whole_frame_is_dimmed(winner: Player | None) -> None:
    ring = tuple(RingLight(step=step, means=RingMeaning.RESULT) for step in range(1, STEPS + 1))
    owners = (Player.FIRST, Player.SECOND) if winner is None else (winner,)
    cells = tuple(CellLight(cell=c, means=Meaning.WON, player=owners[c % len(owners)]) for c in range(14))
    picture = Picture(cells=cells, ring=ring, winner=winner)
    assert milliamps(max(frames(picture, most=10_000), key=sum)) > 400
    sight = read(picture, most=400)
    assert (sight.over, sight.of(Meaning.WON)) == (True, (1 << 14) - 1)
    assert sight.ring == {RingMeaning.RESULT: WHOLE_RING}


def test_a_lit_ring_of_rounds_is_no_result() -> None:
    ring = tuple(RingLight(step=step, means=RingMeaning.ROUND) for step in range(1, STEPS + 1))
    assert not read(Picture(cells=(), ring=ring)).over


def test_a_dark_strip_says_nothing() -> None:
    sight = EYES.read((DARK,) * SLOTS)
    assert sight == Sight(cells={}, ring={})


def test_lights_that_changed_while_one_looked_make_no_sense() -> None:
    before, after = frames(lit(CellLight(cell=D4, means=Meaning.DROPPED))), (DARK,) * SLOTS
    assert EYES.read((*before[:7], *after[7:])) is None


def test_only_mistakes_complain() -> None:
    complaining = {means for means in OF_ONE_MARBLE if read(lit(CellLight(cell=A1, means=means))).complains}
    assert complaining == {Meaning.EXTRA, Meaning.MISSING}


def test_eyes_watch_what_the_strip_was_sent_and_see_nothing_without_power() -> None:
    instants = iter([0.0, 640.0, 700.0])
    table = build_simulated(lambda: next(instants))
    one, two = bytes([9]) * len(DARK), bytes([5]) * len(DARK)
    assert watched(table.lights, 0) == (DARK,) * SLOTS
    table.lights.show(one)
    table.lights.show(two)
    assert watched(table.lights, 0) == (one,) * 6 + (two,) * 6
    assert watched(table.lights, -CYCLE_MS) == (DARK,) * SLOTS
    table.cable.unplug()
    assert watched(table.lights, 0) == (DARK,) * SLOTS
