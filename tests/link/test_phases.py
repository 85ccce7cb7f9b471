"""Boards unplugged, boards restarted and hosts killed, in every phase and at every instant of a turn."""

from __future__ import annotations

import pytest

from momentum.scenario.acts import Act, Crash
from momentum.scenario.script import Script, parse_script
from tests.link.scripts import Pulled, Reboot, disturbed, failures, names, play, read, rebooted

FOLDERS = (
    "buttons", "complaints", "contacts", "correct", "drop", "early_drop", "given", "over", "paused", "pie",
    "polarity", "push", "setup", "taking_back", "undo",
)  # fmt: skip
NOT_OVER_A_CABLE = {"crash/while_unplugged.scn"}
"""A program that starts without its board says so and ends: nothing goes on."""
NOT_AFTER_A_RESTART = {"unplug/buttons_are_dead.scn", "unplug/again_and_again.scn"}
"""The buttons of a board that has restarted are alive; and one restart is over before the next."""

TURN = parse_script(
    b"""
set pie off
+0    place d4
+700  place e4
+700  slide d4 c4 150
+700  place g7
+2400 expect phase=drop turn=second ply=3 first=c4,g7 second=e4 extra=- missing=-
"""
)
INSTANTS = range(0, 2100, 70)


@pytest.mark.parametrize("name", names(*FOLDERS))
def test_a_scenario_holds_over_the_wire_as_it_does_without(name: str) -> None:
    assert failures(play(read(name))) == []


@pytest.mark.parametrize("name", names("unplug"))
def test_a_board_unplugged_and_plugged_in_again_goes_on_in_every_phase(name: str) -> None:
    assert failures(play(read(name))) == []


@pytest.mark.parametrize("name", [name for name in names("unplug") if name not in NOT_AFTER_A_RESTART])
def test_a_board_whose_program_restarts_goes_on_in_every_phase(name: str) -> None:
    assert failures(play(rebooted(read(name)))) == []


@pytest.mark.parametrize("name", [name for name in names("crash") if name not in NOT_OVER_A_CABLE])
def test_a_host_killed_and_started_again_goes_on_in_every_phase(name: str) -> None:
    assert failures(play(read(name))) == []


@pytest.mark.parametrize("act", [Pulled(), Reboot(), Crash()], ids=["pulled", "restarted", "host killed"])
def test_at_whatever_instant_of_a_turn_it_happens_the_turn_is_played_to_its_end(act: Act) -> None:
    wrong = {at_ms: failures(play(disturbed(TURN, act, float(at_ms)))) for at_ms in INSTANTS}
    assert {at_ms: told for at_ms, told in wrong.items() if told} == {}


def test_the_turn_is_what_is_played_without_any_of_it() -> None:
    assert isinstance(TURN, Script)
    assert failures(play(TURN)) == []
