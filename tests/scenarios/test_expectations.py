"""Expectations that are false fail, each by itself, and say where, what was expected and what was so."""

from dataclasses import replace
from pathlib import Path

import pytest

from momentum.cli import run
from momentum.main import simulate
from momentum.referee import Phase
from momentum.rules import Player, Reason, cells_text, parse_cells
from momentum.scenario.expectations import KEYS, was_said
from momentum.scenario.script import Expect, Script, Step, parse_script
from tests.scenarios.test_scenarios import FILES, HERE, name_of

WORDS = {
    "phase": list(Phase),
    "turn": [*Player, "-"],
    "winner": [*Player, "draw", "neither", "-"],
    "reason": [*Reason, "-"],
    "running": [*Player, "-"],
    "announcing": [*Player, "-"],
    "confirmed": [*Player, "first,second", "-"],
}
NUMBERS = {"ply", "round", "hand_first", "hand_second", "ring", "ring_final", "acts"} | {
    "irregular_first",
    "irregular_second",
}
CLOCKS = {"clock_first", "clock_second"}

FULL = """\
set pie off
+0   place d4
+700 place e4
+700 flicker g1 10
+3000 expect phase=push turn=second ply=1 round=0 first=d4 second=- hand_first=7 hand_second=8
+0   expect lift=d4 place=c4 off=- extra=- missing=- hint=- swap=- fault=g1 ring=0 ring_final=0
+0   expect winner=- reason=- clock_first=- clock_second=- running=- acts=0
+0   expect irregular_first=0 irregular_second=0 confirmed=- announcing=- said=turn_second,fault
"""
"""Every key once, all of them true."""


def untrue(key: str, value: str) -> str:
    """Return another well-formed value, which is false when `value` is true."""
    if key in WORDS:
        words = WORDS[key]
        return str(words[(words.index(value) + 1) % len(words)])
    if key in NUMBERS:
        return str(int(value) + 1)
    if key in CLOCKS:
        return "300" if value == "-" else str(int(value) + 1)
    if key == "said":
        return "draw" if value == "-" else "-"
    return cells_text(parse_cells(value) ^ 1)


def with_all_untrue(script: Script) -> Script:
    """Return the script with every expectation made false."""
    return replace(script, steps=tuple(_untrue_step(step) for step in script.steps))


def _untrue_step(step: Step) -> Step:
    if not isinstance(step.act, Expect):
        return step
    wants = tuple((key, untrue(key, value)) for key, value in step.act.wants)
    return replace(step, act=Expect(wants))


@pytest.mark.parametrize("path", FILES, ids=name_of)
def test_every_expectation_of_every_file_fails_when_it_is_made_false(path: Path) -> None:
    script = parse_script(path.read_bytes())
    report = simulate(with_all_untrue(script))
    assert len(report.failures) == script.expectations


@pytest.mark.parametrize("key", [*KEYS, "said"])
def test_a_false_expectation_of_each_key_fails_alone_with_line_key_expected_and_actual(
    key: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = {word.split("=")[0]: word for line in FULL.splitlines() for word in line.split() if "=" in word}
    value = words[key].split("=")[1]
    number = next(at for at, line in enumerate(FULL.splitlines(), 1) if f" {words[key]}" in line)
    path = tmp_path / "false.scn"
    path.write_text(FULL.replace(f" {words[key]}", f" {key}={untrue(key, value)}"), encoding="utf-8")
    assert run(["simulate", str(path)]) == 1
    was = "turn_first,turn_second,fault" if key == "said" else value
    assert capsys.readouterr().out == f"{path}:{number}: expected {key}={untrue(key, value)}, was {was}\n"


def test_the_same_file_is_fine_when_nothing_in_it_is_false(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "true.scn"
    path.write_text(FULL, encoding="utf-8")
    assert run(["simulate", str(path)]) == 0
    assert capsys.readouterr().out == f"{path}: ok (29 expectations, 4.4 s of table time)\n"


def test_all_false_expectations_of_a_file_are_told_in_order(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "false.scn"
    path.write_text(
        "+0 expect ply=1 turn=second\n+0 place d4\n+700 expect ply=1 first=e4,d4\n", encoding="utf-8"
    )
    assert run(["simulate", str(path)]) == 1
    assert capsys.readouterr().out.splitlines() == [
        f"{path}:1: expected ply=1, was 0",
        f"{path}:1: expected turn=second, was first",
        f"{path}:3: expected first=d4,e4, was d4",
    ]


def test_cells_are_expected_in_any_order() -> None:
    script = parse_script(b"set pie off\n+0 place g7\n+700 place a1\n+700 place d4\n+700 expect first=d4,g7")
    assert simulate(script).failures == ()
    script = parse_script(b"set pie off\n+0 place g7\n+700 place a1\n+700 place d4\n+700 expect first=g7,d4")
    assert simulate(script).failures == ()


@pytest.mark.parametrize(
    ("wanted", "said", "holds"),
    [
        ("-", [], True),
        ("-", ["swap"], False),
        ("swap", ["swap"], True),
        ("swap", [], False),
        ("swap,draw", ["swap", "fault", "draw"], True),
        ("draw,swap", ["swap", "draw"], False),
        ("swap,swap", ["swap"], False),
        ("swap,swap", ["swap", "fault", "swap"], True),
    ],
)
def test_announcements_are_expected_in_order_with_others_between(
    wanted: str, said: list[str], holds: bool
) -> None:
    assert was_said(wanted, said) is holds


def test_said_looks_back_to_the_last_expectation_that_names_it_only() -> None:
    text = b"+0 place d4\n+700 expect ply=1\n+0 expect said=turn_second\n+0 expect said=-\n+9 expect said=-"
    assert simulate(parse_script(text)).failures == ()


def test_every_key_is_expected_somewhere_among_the_files() -> None:
    named = {
        key
        for path in FILES
        for step in parse_script(path.read_bytes()).steps
        if isinstance(step.act, Expect)
        for key, _ in step.act.wants
    }
    assert named >= set(KEYS) - CLOCKS | {"said"}
    assert (HERE / "given").is_dir()
