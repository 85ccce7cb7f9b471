"""Virtual time: jumping over rest changes nothing, and the same file and seed give the same trace."""

import json
from pathlib import Path

import pytest

from momentum.cli import run
from momentum.main import simulate
from momentum.scenario.script import parse_script
from momentum.table.loop import TableLoop
from momentum.table.notices import Notice
from tests.scenarios.test_scenarios import FILES, HERE, name_of

FLICKER = b"\n+0 flicker g1 5\n+3000 flicker g1 off\n+7000 wait"
BOUNCY = HERE / "given" / "whole_game_ludii_trial_1_careless_hands.scn"


def noticed(data: bytes, seed: int = 0) -> list[Notice]:
    """Return everything that a table noticed while a scenario was played."""
    notices: list[Notice] = []
    simulate(parse_script(data), seed=seed, watch=notices.append)
    return notices


def never_jump(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the loop ask for every single scan."""
    monkeypatch.setattr(TableLoop, "idle_until_ms", lambda _, at_ms: at_ms)


@pytest.mark.parametrize("path", FILES, ids=name_of)
def test_a_clock_that_jumps_over_rest_misses_nothing_and_adds_nothing(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    jumped = noticed(path.read_bytes())
    never_jump(monkeypatch)
    assert noticed(path.read_bytes()) == jumped


@pytest.mark.parametrize("scan_hz", ["10", "60", "97", "150", "300", "1000"])
def test_jumps_keep_the_beat_of_any_scan_rate(scan_hz: str, monkeypatch: pytest.MonkeyPatch) -> None:
    given = (HERE / "given" / "taking_back.scn").read_bytes()
    data = f"set scan_hz {scan_hz}\n".encode() + given + FLICKER
    jumped = noticed(data)
    never_jump(monkeypatch)
    assert noticed(data) == jumped


def test_the_same_file_and_seed_give_the_same_trace_byte_for_byte(capsys: pytest.CaptureFixture[str]) -> None:
    traces = []
    for seed in ("5", "5", "6"):
        assert run(["simulate", "--trace", "--seed", seed, str(BOUNCY)]) == 0
        traces.append(capsys.readouterr().out)
    assert traces[0] == traces[1]
    assert traces[0] != traces[2]


def test_a_trace_is_one_json_object_a_line_in_the_order_of_time(capsys: pytest.CaptureFixture[str]) -> None:
    run(["simulate", "--trace", str(HERE / "given" / "drop_and_push.scn")])
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line["at_ms"] for line in lines] == sorted(line["at_ms"] for line in lines)
    assert {line["kind"] for line in lines} == {"contact", "settled", "decision", "lights", "said"}
