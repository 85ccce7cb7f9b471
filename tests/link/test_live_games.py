"""Scenarios and a whole game in real time, over the board's real program and a real port."""

from __future__ import annotations

import pytest

from tests.link.live import Outcome, play_live, unplugs
from tests.link.scripts import failures_of, read
from tests.wire.unix_port import needs_micropython

pytestmark = needs_micropython

WHOLE = "given/whole_game_ludii_trial_0.scn"
NAMES = (
    WHOLE,
    "given/drop_and_push.scn",
    "given/last_marble_forced.scn",
    "given/pie_rule_by_button.scn",
    "given/taking_back.scn",
    "polarity/whole_turns.scn",
    "unplug/among_pushes.scn",
    "unplug/with_a_drop_made_meanwhile.scn",
)


@pytest.fixture(scope="module", name="games")
def played(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Outcome]:
    """Return how all of them went, played some at a time.

    Their steps come in real time: on a machine too busy to keep it, what did not hold is played again alone,
    twice at most. What is really wrong goes wrong each time.
    """
    outcomes = play_live({name: read(name) for name in NAMES}, tmp_path_factory.mktemp("boards"))
    for _ in range(2):
        for name in [name for name in NAMES if not _went_well(outcomes[name])]:
            outcomes |= play_live({name: read(name)}, tmp_path_factory.mktemp("again"))
    return outcomes


def _went_well(outcome: Outcome) -> bool:
    return outcome.over and outcome.lights_right and not failures_of(outcome.failures)


@pytest.mark.parametrize("name", NAMES)
def test_a_scenario_holds_at_a_real_board(games: dict[str, Outcome], name: str) -> None:
    assert failures_of(games[name].failures) == []
    assert games[name].over


@pytest.mark.parametrize("name", NAMES)
def test_the_lights_show_in_the_end_what_they_should_pixel_by_pixel(
    games: dict[str, Outcome], name: str
) -> None:
    assert games[name].lights_right


@pytest.mark.parametrize("name", NAMES)
def test_the_board_s_program_had_nothing_to_complain_of(games: dict[str, Outcome], name: str) -> None:
    assert games[name].errors == ""
    assert {line.split()[0] for line in games[name].log} <= {"pwm", "freq", "duty", "watchdog"}


def test_a_whole_game_is_among_them_and_cables_come_out(games: dict[str, Outcome]) -> None:
    assert games[WHOLE].result is not None
    assert sum(unplugs(read(name)) for name in NAMES) == 2


def test_tones_were_sounded(games: dict[str, Outcome]) -> None:
    assert sum(line.startswith("freq") for line in games[WHOLE].log) > 10
