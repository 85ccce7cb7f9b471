"""The runner: hands that cannot do what a script wants, and traces of everything that happens."""

import json
from collections.abc import Callable

import pytest

from hardware.simulator import SimulatedTable
from momentum.main import simulate
from momentum.scenario.errors import ScenarioError
from momentum.scenario.runner import run_script
from momentum.scenario.script import parse_script
from momentum.scenario.trace import trace_line
from momentum.table.notices import Notice


def traced(text: str) -> list[dict[str, object]]:
    """Return the trace of a scenario, each line read back."""
    notices: list[Notice] = []
    assert simulate(parse_script(text.encode()), watch=notices.append).failures == ()
    lines = (trace_line(notice) for notice in notices)
    return [json.loads(line) for line in lines if line is not None]


def decisions(text: str) -> list[dict[str, object]]:
    """Return the decisions of a scenario after its start, without their instants."""
    return [
        {key: value for key, value in line.items() if key not in {"at_ms", "kind"}}
        for line in traced(text)
        if line["kind"] == "decision" and isinstance(line["at_ms"], (int, float)) and line["at_ms"] > 0
    ]


def test_hands_without_enough_marbles_say_in_which_line_they_stopped() -> None:
    def build(now: Callable[[], float]) -> SimulatedTable:
        return SimulatedTable(now, marbles_each=1)

    script = parse_script(b"+0 place d4 first\n\n+700 place e5 first")
    with pytest.raises(ScenarioError, match="line 3: cannot place a marble on e5") as stopped:
        run_script(script, build)
    assert stopped.value.line == 3


def test_a_turn_with_a_push_is_traced_as_it_was_played() -> None:
    text = "set pie off\n+0 place g7\n+700 place f7\n+700 lift g7\n+700 expect ply=2"
    push = {"from": "g7", "to": None, "owner": "first"}
    assert decisions(text) == [
        {"decision": "drop_accepted", "player": "first", "cell": "g7", "pushes": []},
        {
            "decision": "turn_ended",
            "ply": 1,
            "turn": {"player": "first", "move": "g7", "pushes": [], "announced": False, "after": "g7/-"},
        },
        {"decision": "drop_accepted", "player": "second", "cell": "f7", "pushes": [push]},
        {"decision": "phase_entered", "phase": "push"},
        {
            "decision": "turn_ended",
            "ply": 2,
            "turn": {"player": "second", "move": "f7", "pushes": [push], "announced": False, "after": "-/f7"},
        },
        {"decision": "phase_entered", "phase": "drop"},
    ]


def test_what_is_undone_and_how_a_game_ends_is_traced() -> None:
    text = "set rounds 1\n+0 place d4\n+700 button swap\n+300 button undo\n+300 button new\n+300 wait"
    told = decisions(text)
    assert {"decision": "game_ended", "result": {"winner": "second", "reason": "rounds"}} in told
    assert {"decision": "undone", "ply": 1, "move": "swap"} in told
    assert {"decision": "game_started"} in told


def test_a_lost_and_found_device_is_traced_with_its_reason() -> None:
    told = decisions("+0 unplug\n+500 plug\n+700 wait")
    lost = [each for each in told if each["decision"] == "device_lost"]
    assert len(lost) == 1
    assert "unplugged" in str(lost[0]["why"])
    assert {"decision": "device_back", "why": None} in told


def test_clocks_and_irregular_acts_are_traced() -> None:
    lines = traced(
        "set clock 5m warn=-\nset irregular warning\nset pie off\n+0 place d4\n+700 slide d4 c4 99\n+600 wait"
    )
    clocks = [line for line in lines if line["kind"] == "clock"]
    assert [(line["what"], line["running"]) for line in clocks] == [("start", "first"), ("turn", "second")]
    assert clocks[0] == {
        "at_ms": 0,
        "kind": "clock",
        "what": "start",
        "running": "first",
        "first_ms": 300_000,
        "second_ms": 300_000,
        "flags": [],
    }
    act = {"player": "second", "kind": "touched", "number": 1, "cells": "d4"}
    assert [line["act"] for line in lines if line.get("decision") == "irregular"] == [act]


def test_colours_are_traced_where_contacts_tell_them() -> None:
    lines = traced("set sensors polarity\n+0 place d4 second\n+700 wait")
    settled = [line for line in lines if line["kind"] == "settled"][-1]
    assert (settled["occupied"], settled["second"]) == ("d4", "d4")
