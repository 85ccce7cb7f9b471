"""Lighting: meanings that can be told apart, a moving head, and a strip that draws no more than allowed."""

from types import MappingProxyType

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hardware.protocols import FRAME_BYTES, PIXELS
from momentum.guidance import CellLight, Meaning, Picture, RingLight, RingMeaning
from momentum.rules import CELLS, Player
from momentum.table.errors import TableError
from momentum.table.lighting import (
    LOOKS,
    SLOT_MS,
    SLOTS,
    Lighting,
    LightSettings,
    Rhythm,
    milliamps,
    ring_pixel,
)

EMPTY, OCCUPIED = "empty", "occupied"
LIES = {
    Meaning.EXTRA: OCCUPIED,
    Meaning.MISSING: EMPTY,
    Meaning.LIFT: OCCUPIED,
    Meaning.OFF: OCCUPIED,
    Meaning.PLACE: EMPTY,
    Meaning.DROPPED: OCCUPIED,
    Meaning.HINT: EMPTY,
}
"""Whether a marble lies on a cell that is lit with this meaning, where that is certain."""
EITHER = {Meaning.SWAP, Meaning.FAULT}
"""Meanings of cells that may hold a marble or not; each has a rhythm for itself alone."""


def full(player: Player | None = None) -> Picture:
    """Return the brightest picture there is: everything lit at once."""
    return Picture(
        cells=tuple(CellLight(cell=c, means=Meaning.WON, player=player) for c in range(CELLS)),
        ring=tuple(RingLight(step=s, means=RingMeaning.FINAL) for s in range(1, 29)),
        winner=player,
    )


def one(means: Meaning, *, player: Player | None = None, current: bool = True) -> Picture:
    return Picture(cells=(CellLight(cell=3, means=means, player=player, current=current),), ring=())


def pixel(frame: bytes, number: int) -> tuple[int, int, int]:
    red, green, blue = frame[3 * number : 3 * number + 3]
    return red, green, blue


def slots(picture: Picture, number: int = 3) -> str:
    """Return when a pixel is lit, slot by slot."""
    lighting = Lighting(LightSettings())
    frames = (lighting.frame(picture, slot * SLOT_MS) for slot in range(SLOTS))
    return "".join("#" if any(pixel(frame, number)) else "." for frame in frames)


def test_every_meaning_has_a_look() -> None:
    assert set(LOOKS) == {*Meaning, *RingMeaning}


def test_meanings_on_cells_are_told_apart_by_rhythm_and_marble_without_colour() -> None:
    seen = [(LOOKS[means].rhythm, lies) for means, lies in LIES.items()]
    assert len(set(seen)) == len(seen)
    rhythms = [LOOKS[means].rhythm for means in Meaning]
    for means in EITHER:
        assert rhythms.count(LOOKS[means].rhythm) == 1


def test_the_glow_of_a_way_is_never_taken_for_a_dropped_marble_or_a_hint() -> None:
    assert LOOKS[Meaning.PATH].level * 4 < min(LOOKS[Meaning.DROPPED].level, LOOKS[Meaning.HINT].level)


def test_winning_marbles_are_steady_and_nothing_else_is_shown_with_them_but_faults() -> None:
    assert LOOKS[Meaning.WON].rhythm is Rhythm.STEADY


def test_meanings_on_the_ring_are_told_apart_by_rhythm_alone() -> None:
    rhythms = [LOOKS[means].rhythm for means in RingMeaning]
    assert len(set(rhythms)) == len(rhythms)


@pytest.mark.parametrize("rhythm", Rhythm)
def test_a_rhythm_lasts_twelve_slots_and_begins_lit(rhythm: Rhythm) -> None:
    assert len(rhythm.value) == SLOTS
    assert rhythm.value[0] == "#"


@pytest.mark.parametrize("rhythm", Rhythm)
def test_nothing_blinks_more_than_three_times_a_second(rhythm: Rhythm) -> None:
    blinks = sum(
        pair == ".#"
        for pair in map("".join, zip(rhythm.value[-1] + rhythm.value, rhythm.value, strict=False))
    )
    assert blinks / (SLOTS * SLOT_MS / 1000) <= 3


@pytest.mark.parametrize("means", Meaning)
def test_a_cell_is_lit_in_its_rhythm(means: Meaning) -> None:
    assert slots(one(means)) == LOOKS[means].rhythm.value


def test_a_steady_picture_needs_no_further_frame_and_a_blinking_one_does() -> None:
    lighting = Lighting(LightSettings())
    lighting.frame(one(Meaning.DROPPED), 0)
    assert not lighting.animated
    lighting.frame(one(Meaning.LIFT), 0)
    assert lighting.animated


def test_pushes_that_wait_are_dimmer_than_the_led_one() -> None:
    lighting = Lighting(LightSettings())
    led = lighting.frame(one(Meaning.LIFT), 0)
    waiting = lighting.frame(one(Meaning.LIFT, current=False), 0)
    assert 0 < sum(waiting) < sum(led) / 3


def test_the_led_push_moves_from_the_dropped_marble_outward_to_its_exit() -> None:
    picture = Picture(
        cells=(
            CellLight(cell=2, means=Meaning.DROPPED, player=Player.FIRST),
            CellLight(cell=1, means=Meaning.PATH),
            CellLight(cell=0, means=Meaning.OFF, player=Player.SECOND),
        ),
        ring=(RingLight(step=28, means=RingMeaning.EXIT),),
        trail=(2, 1, 0),
        exit_step=28,
    )
    lighting = Lighting(LightSettings())
    brightest = []
    for slot in range(SLOTS):
        frame = lighting.frame(picture, slot * SLOT_MS)
        brightness = {number: max(pixel(frame, number)) for number in (2, 1, 0, ring_pixel(28))}
        brightest.append(max(brightness, key=lambda number: brightness[number]))
    assert list(dict.fromkeys(brightest)) == [2, 1, 0, ring_pixel(28)]


@pytest.mark.parametrize("means", [Meaning.EXTRA, Meaning.MISSING])
def test_the_led_push_passes_by_a_mistake_on_its_way(means: Meaning) -> None:
    alone = one(means)
    led = Picture(cells=alone.cells, ring=(), trail=(3, 4, 5))
    assert slots(led) == slots(alone)
    assert pixel(Lighting(LightSettings()).frame(led, 0), 3) == pixel(
        Lighting(LightSettings()).frame(alone, 0), 3
    )


def test_ring_steps_follow_the_boards_pixels() -> None:
    assert [ring_pixel(step) for step in (1, 28)] == [CELLS, PIXELS - 1]


def test_each_player_has_the_colour_of_the_settings() -> None:
    colours = MappingProxyType({Player.FIRST: (10, 20, 30), Player.SECOND: (40, 50, 60)})
    lighting = Lighting(LightSettings(colours=colours))
    for player in Player:
        assert pixel(lighting.frame(one(Meaning.WON, player=player), 0), 3) == colours[player]


def test_a_draw_is_white() -> None:
    ring = (RingLight(step=1, means=RingMeaning.RESULT),)
    red, green, blue = pixel(Lighting(LightSettings()).frame(Picture(cells=(), ring=ring), 0), ring_pixel(1))
    assert red == green == blue > 0


LIGHTS = st.builds(
    CellLight,
    cell=st.integers(0, CELLS - 1),
    means=st.sampled_from(Meaning),
    player=st.sampled_from([None, *Player]),
    current=st.booleans(),
)
RINGS = st.builds(
    RingLight, step=st.integers(1, 28), means=st.sampled_from(RingMeaning), current=st.booleans()
)
PICTURES = st.builds(
    Picture,
    cells=st.lists(LIGHTS, max_size=CELLS, unique_by=lambda light: light.cell).map(tuple),
    ring=st.lists(RINGS, max_size=28, unique_by=lambda light: light.step).map(tuple),
    trail=st.lists(st.integers(0, CELLS - 1), max_size=7, unique=True).map(tuple),
    exit_step=st.one_of(st.none(), st.integers(1, 28)),
    winner=st.sampled_from([None, *Player]),
)


@settings(max_examples=80, deadline=None)
@given(PICTURES, st.floats(77.01, 3000), st.integers(0, SLOTS - 1))
def test_no_picture_draws_more_than_allowed(picture: Picture, most: float, slot: int) -> None:
    frame = Lighting(LightSettings(max_milliamps=most)).frame(picture, slot * SLOT_MS)
    assert len(frame) == FRAME_BYTES
    assert milliamps(frame) <= most


def test_the_limit_scales_the_whole_frame_and_keeps_its_colours() -> None:
    free = Lighting(LightSettings(max_milliamps=100_000)).frame(full(Player.FIRST), 0)
    tight = Lighting(LightSettings(max_milliamps=500)).frame(full(Player.FIRST), 0)
    factor = sum(tight) / sum(free)
    assert all(abs(small - big * factor) <= 1.5 for small, big in zip(tight, free, strict=True))
    assert milliamps(tight) == pytest.approx(500, rel=0.05)


def test_what_is_below_the_limit_is_left_as_it_is() -> None:
    frame = Lighting(LightSettings()).frame(one(Meaning.WON), 0)
    assert pixel(frame, 3) == (255, 255, 255)


@pytest.mark.parametrize("most", [0, 77, -5, float("nan")])
def test_a_limit_that_the_dark_strip_exceeds_is_refused(most: float) -> None:
    with pytest.raises(TableError, match="more than 77"):
        LightSettings(max_milliamps=most)
