"""What the lights mean in each situation at the table."""

import pytest

from momentum.guidance import Meaning, Picture, RingMeaning, picture
from momentum.referee import Resigned
from momentum.rules import Player, cell_text
from tests.referee.sitting import Sitting

LINE = ("a1", "g7", "c1", "g5", "e1", "g3", "a3", "e7", "a5", "c7", "a7", "e5", "c3")
"""Thirteen drops that push nothing; the first player then has seven on the board."""


def shown(sitting: Sitting) -> Picture:
    return picture(sitting.referee.preview())


def cells(sitting: Sitting) -> dict[str, str]:
    """Return every lit cell and what it means; those that wait are in parentheses."""
    return {
        cell_text(light.cell): light.means.value if light.current else f"({light.means.value})"
        for light in shown(sitting).cells
    }


def ring(sitting: Sitting) -> dict[int, str]:
    return {
        light.step: light.means.value if light.current else f"({light.means.value})"
        for light in shown(sitting).ring
    }


def played(*boards: str, settings: str = "pie=off") -> Sitting:
    sitting = Sitting(settings)
    sitting.settle_each(*boards)
    return sitting


def announced(last_marble: str) -> Sitting:
    sitting = Sitting(f"pie=off last_marble={last_marble}")
    sitting.play(*LINE)
    return sitting


def test_an_empty_table_is_dark() -> None:
    assert (cells(played()), ring(played())) == ({}, {})


def test_marbles_that_still_lie_there_before_a_game_are_too_many() -> None:
    sitting = Sitting(empty=False)
    sitting.settle("d4,g7")
    assert cells(sitting) == {"d4": "extra", "g7": "extra"}


def test_a_push_is_shown_at_the_drop_where_it_starts_and_where_it_goes() -> None:
    assert cells(played("d4", "d4,e4")) == {"e4": "dropped", "d4": "lift", "c4": "place"}


def test_pushes_are_led_one_at_a_time_and_the_others_wait() -> None:
    sitting = played("a4", "a4,c4", "a4,b4,c4")
    assert cells(sitting) == {"b4": "dropped", "c4": "lift", "d4": "place", "a4": "(off)"}
    sitting.settle("a4,b4,d4")
    assert cells(sitting) == {"b4": "dropped", "a4": "off"}


def test_a_marble_in_the_hand_is_led_to_where_it_goes() -> None:
    sitting = played("b3", "b3,d3", "b3,c3,d3")
    assert cells(sitting) == {
        "c3": "dropped",
        "d3": "lift",
        "e3": "place",
        "b3": "(lift)",
        "a3": "(place)",
    }
    sitting.sense("c3,d3")
    assert cells(sitting) == {"c3": "dropped", "a3": "place", "b3": "path", "d3": "(lift)", "e3": "(place)"}


def test_the_way_of_the_led_push_runs_from_the_drop_outward() -> None:
    sitting = played("b4", "b4,d4", "b4,c4,d4")
    assert [cell_text(cell) for cell in shown(sitting).trail] == ["c4", "d4", "e4"]
    sitting.settle("b4,c4,e4")
    assert [cell_text(cell) for cell in shown(sitting).trail] == ["c4", "b4", "a4"]
    sitting.settle("a4,c4,e4")
    assert shown(sitting).trail == ()


def test_cells_that_momentum_only_runs_through_glow_on_its_way() -> None:
    sitting = Sitting()
    sitting.play("c4", "e4", "d4", "e4")
    sitting.settle("b4,c4,d4,e4,g4")
    assert cells(sitting) == {"d4": "dropped", "e4": "lift", "f4": "place", "b4": "(lift)", "a4": "(place)"}
    sitting.settle("b4,c4,d4,f4,g4")
    assert cells(sitting) == {"d4": "dropped", "c4": "path", "b4": "lift", "a4": "place"}
    assert [cell_text(cell) for cell in shown(sitting).trail] == ["d4", "c4", "b4", "a4"]


def test_every_push_off_the_board_marks_its_exit_and_only_the_led_one_is_bright() -> None:
    sitting = Sitting()
    sitting.play("a7", "c7")
    sitting.settle("a7,b7,c7")
    assert ring(sitting) == {1: "round", 22: "(exit)"}
    sitting.settle("a7,b7,d7")
    assert ring(sitting) == {1: "round", 22: "exit"}


def test_an_exit_is_shown_over_the_round_count_until_its_push_is_done() -> None:
    sitting = Sitting()
    sitting.play("b1", "g7", "d7", "f4")
    sitting.settle("b1,b2,d7,f4,g7")
    assert ring(sitting) == {1: "round", 2: "exit"}
    assert shown(sitting).exit_step == 2
    sitting.settle("b2,d7,f4,g7")
    assert ring(sitting) == {1: "round", 2: "round"}
    assert shown(sitting).exit_step is None


def test_a_bumped_marble_is_led_home() -> None:
    sitting = played("d4", "d5")
    assert cells(sitting) == {"d4": "missing", "d5": "extra"}
    extra = next(light for light in shown(sitting).cells if light.means is Meaning.EXTRA)
    assert extra.to == 24
    missing = next(light for light in shown(sitting).cells if light.means is Meaning.MISSING)
    assert missing.player is Player.FIRST


def test_two_marbles_too_many_are_led_nowhere() -> None:
    sitting = played("a1,b1")
    assert {light.to for light in shown(sitting).cells} == {None}


def test_the_marble_that_may_be_replaced_is_marked() -> None:
    assert cells(played("d4", settings="pie=on")) == {"d4": "swap"}
    assert cells(played("d4", "-", settings="pie=on")) == {"d4": "swap"}


@pytest.mark.parametrize("last_marble", ["play_on", "forced", "guard"])
def test_cells_that_answer_a_last_marble_are_shown(last_marble: str) -> None:
    sitting = announced(last_marble)
    assert set(cells(sitting).values()) == {"hint"}
    assert sitting.now.hint == sitting.referee.game.knocking_cells() != 0


def test_cells_that_complete_eight_are_shown_to_the_announcer() -> None:
    sitting = announced("play_on")
    sitting.play("e3")
    assert sitting.now.hint == sitting.referee.game.completing_cells() != 0
    assert set(cells(sitting).values()) == {"hint"}


def test_the_winners_marbles_and_the_whole_ring_show_a_win() -> None:
    sitting = played("d4", "d4,g7")
    sitting.tell(Resigned(at_ms=sitting.later(10), player=Player.SECOND))
    assert cells(sitting) == {"d4": "won"}
    assert set(ring(sitting).values()) == {"result"}
    assert (len(ring(sitting)), shown(sitting).winner) == (28, Player.FIRST)


def test_all_marbles_show_a_draw() -> None:
    sitting = played("d4", "d4,g7", settings="pie=off rounds=1")
    assert (cells(sitting), shown(sitting).winner) == ({"d4": "won", "g7": "won"}, None)


def test_a_contact_that_is_not_relied_on_is_marked_and_outranks_a_hint() -> None:
    sitting = announced("play_on")
    hint = next(iter(cells(sitting)))
    sitting.fault(hint)
    assert cells(sitting)[hint] == "fault"


def test_a_mistake_outranks_a_fault_and_the_dropped_marble() -> None:
    sitting = played("d4/-", "d4/e4", settings="pie=off sensors=polarity")
    sitting.settle("d4,e4/-")
    assert cells(sitting)["e4"] == "extra"
    sitting.fault("c4")
    assert cells(sitting)["c4"] == "fault"
    sitting.settle("c4,d4,e4/-")
    assert cells(sitting)["c4"] == "fault"


def test_without_guidance_only_mistakes_faults_and_the_result_are_lit() -> None:
    sitting = played("d4", "d4,e4", settings="pie=off guidance=off")
    sitting.fault("a1")
    assert (cells(sitting), ring(sitting), shown(sitting).trail) == ({"a1": "fault"}, {}, ())
    sitting.settle("c4,e4,g7,f6")
    assert cells(sitting) == {"a1": "fault", "g7": "extra", "f6": "extra"}
    sitting.settle("c4,e4")
    assert ring(sitting) == {}
    sitting.tell(Resigned(at_ms=sitting.later(10), player=Player.FIRST))
    assert (cells(sitting), len(ring(sitting))) == ({"e4": "won", "a1": "fault"}, 28)


def test_without_guidance_no_cell_is_hinted_or_offered() -> None:
    assert cells(played("d4", settings="guidance=off")) == {}
    sitting = Sitting("pie=off guidance=off")
    sitting.play(*LINE)
    assert (cells(sitting), sitting.now.hint) == ({}, 0)


@pytest.mark.parametrize(("rounds", "final"), [(27, 0), (28, 0), (29, 1), (40, 12), (56, 28), (60, 28)])
def test_rounds_past_the_first_lap_light_the_first_steps_again_in_the_final_meaning(
    rounds: int, final: int
) -> None:
    sitting = Sitting("pie=off rounds=off")
    sitting.play(*("a2", "b1") * rounds)
    means = [light.means for light in shown(sitting).ring]
    assert means == [RingMeaning.FINAL] * final + [RingMeaning.ROUND] * (min(rounds, 28) - final)
    assert sitting.now.game.ring == (min(rounds, 28), final)
