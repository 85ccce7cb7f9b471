"""Laws of every picture, whatever lies on the board: one light a cell, one a step, one push led."""

from hypothesis import given, settings
from hypothesis import strategies as st

from momentum.guidance import Meaning, Picture, RingMeaning, picture
from momentum.rules import CELLS, cells_text
from tests.referee.sitting import Sitting

BOARDS = st.lists(st.integers(0, CELLS - 1), max_size=6).map(lambda cells: [1 << cell for cell in cells])
GAMES = st.lists(st.sampled_from(["a1", "a2", "b1", "b2", "c2", "d4", "e4", "g7"]), max_size=8)


def pictures(moves: list[str], noise: list[int], *, guided: bool) -> list[Picture]:
    """Play these moves and then turn the contacts over one after another; return what is shown."""
    sitting = Sitting(f"pie=on rounds=3 guidance={'on' if guided else 'off'}")
    shown = []
    for move in moves:
        sitting.play(move)
        shown.append(picture(sitting.referee.preview()))
    board = sitting.referee.game.position.occupied
    for bit in noise:
        board ^= bit
        sitting.sense(cells_text(board))
        shown.append(picture(sitting.referee.preview()))
        sitting.settle(cells_text(board))
        shown.append(picture(sitting.referee.preview()))
    return shown


@settings(max_examples=60, deadline=None)
@given(GAMES, BOARDS)
def test_every_picture_has_one_light_a_cell_and_one_a_step_in_order(
    moves: list[str], noise: list[int]
) -> None:
    for each in pictures(moves, noise, guided=True):
        cells = [light.cell for light in each.cells]
        steps = [light.step for light in each.ring]
        assert cells == sorted(set(cells))
        assert steps == sorted(set(steps))
        assert set(cells) <= set(range(CELLS))
        assert set(steps) <= set(range(1, 29))


@settings(max_examples=60, deadline=None)
@given(GAMES, BOARDS)
def test_at_most_one_push_is_led(moves: list[str], noise: list[int]) -> None:
    for each in pictures(moves, noise, guided=True):
        current = [light.means for light in each.cells if light.current]
        assert current.count(Meaning.LIFT) + current.count(Meaning.OFF) <= 1
        assert current.count(Meaning.PLACE) <= 1
        assert sum(light.means is RingMeaning.EXIT and light.current for light in each.ring) <= 1


@settings(max_examples=30, deadline=None)
@given(GAMES, BOARDS)
def test_without_guidance_no_picture_leads(moves: list[str], noise: list[int]) -> None:
    allowed = {Meaning.EXTRA, Meaning.MISSING, Meaning.FAULT, Meaning.WON}
    for each in pictures(moves, noise, guided=False):
        assert {light.means for light in each.cells} <= allowed
        assert {light.means for light in each.ring} <= {RingMeaning.RESULT}
        assert (each.trail, each.exit_step) == ((), None)
