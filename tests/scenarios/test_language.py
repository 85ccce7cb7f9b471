"""The scenario language: what is accepted, and what is refused with line and reason before anything runs."""

import re
from pathlib import Path

import pytest

from momentum.cli import run
from momentum.main import simulate
from momentum.referee import SETTING_KEYS
from momentum.referee.act_texts import shapes
from momentum.scenario.errors import ScenarioError
from momentum.scenario.expectations import KEYS
from momentum.scenario.script import _ACTS, parse_script

WRONG = {
    "+0 place h4": "'h4' is no cell",
    "+0 place d8": "'d8' is no cell",
    "+0 place D4": "'D4' is no cell",
    "+0 place d4 third": "'third' is no player",
    "+0 place": "this step is written: place CELL [first|second]",
    "+0 place d4 first now": "this step is written: place CELL",
    "+0 place d4\n+0 place d4": "d4 holds a marble already",
    "+0 lift d4": "no marble lies on d4",
    "+0 place d4\n+0 lift d4\n+0 lift d4": "no marble lies on d4",
    "+0 slide d4 e4 100": "no marble lies on d4",
    "+0 place d4\n+0 slide d4 d4 100": "d4 holds a marble already",
    "+0 place d4\n+0 place e4\n+0 slide d4 e4 100": "e4 holds a marble already",
    "+0 place d4\n+0 slide d4 e4 100\n+50 place e4": "e4 holds a marble already",
    "+0 place d4\n+0 slide d4 e4 100\n+99 slide e4 f4 100": "still rolls for 1 ms",
    "+0 slide d4 e4": "this step is written: slide CELL CELL MS",
    "+0 slide d4 e4 -5": "milliseconds are a whole number from 0 up, not '-5'",
    "+0 slide d4 e4 fast": "not 'fast'",
    "+0 button start": "there is no button 'start'",
    "+0 hold first": "this step is written: hold NAME MS",
    "+0 hold first 1e3": "not '1e3'",
    "+0 blip d4": "this step is written: blip CELL MS",
    "+0 flicker d4 -3": "over 0 and at most 1000",
    "+0 flicker d4 0": "over 0 and at most 1000",
    "+0 flicker d4 1001": "over 0 and at most 1000",
    "+0 flicker d4 nan": "times a second, or off, not 'nan'",
    "+0 flicker d4 often": "not 'often'",
    "+0 stuck d4 closed": "stuck on, off or free, not 'closed'",
    "+0 bounce -1": "not '-1'",
    "+0 unplug d4": "this step is written: unplug",
    "+0 jump": "unknown step 'jump'",
    "+0": "nothing to do",
    "0 place d4": "'0': a step begins with +MS",
    "place d4": "'place': a step begins with +MS",
    "+-5 place d4": "not '-5'",
    "+1.5 place d4": "not '1.5'",
    "+ place d4": "not ''",
    "+x place d4": "not 'x'",
    "+86400001 wait": "longer than a day",
    "+0 expect": "this step is written: expect KEY=VALUE",
    "+0 expect phase": "'phase': an expectation is written KEY=VALUE",
    "+0 expect colour=red": "unknown key 'colour'",
    "+0 expect phase=waiting": "phase: 'waiting' is none of setup, drop",
    "+0 expect turn=third": "turn: 'third' is none of first, second, -",
    "+0 expect ply=-1": "ply: '-1' is no whole number",
    "+0 expect ply=two": "ply: 'two' is no whole number",
    "+0 expect first=d4,h9": "first: 'd4,h9' is no list of cells",
    "+0 expect lift=d4,d4": "names d4 twice",
    "+0 expect lift=": "lift: '' is no list of cells",
    "+0 expect said=hello": "'hello' is none of turn_first",
    "+0 expect said=": "'' is none of turn_first",
    "+0 expect winner=nobody": "winner: 'nobody' is none of first, second, draw, -",
    "+0 expect reason=bored": "reason: 'bored' is none of eight",
    "+0 expect running=both": "running: 'both' is none of first, second, -",
    "+0 expect clock_first=5m": "clock_first: '5m' is no whole number",
    "set": "a setting is written: set KEY VALUE",
    "set rounds": "a setting is written: set KEY VALUE",
    "set rounds 30 now": "a setting is written: set KEY VALUE",
    "set speed 5": "unknown setting 'speed'",
    "set rounds 0": "1 to 999",
    "set rounds 1000": "1 to 999",
    "set rounds many": "rounds",
    "set pie maybe": "pie",
    "set last_marble never": "play_on",
    "set mode blitz": "mode cannot be 'blitz'; it is one of casual, tournament",
    "set sensors eyes": "sensors cannot be 'eyes'; it is one of presence, polarity",
    "set guidance dim": "guidance cannot be 'dim'; it is one of on, off",
    "set settle_ms 20": "settle_ms must be over debounce_ms",
    "set settle_ms soon": "settle_ms is a number, not 'soon'",
    "set scan_hz 5": "scan_hz must be from 10 to 1000",
    "set scan_hz inf": "scan_hz is a number, not 'inf'",
    "+0 disk empty": "a disk is full or free, not 'empty'",
    "set clock 5": "clock cannot be '5'",
    "set clock": "a setting is written: set KEY VALUE",
    "set clock 5m+3s flag=never": "flag=automatic, claim or arbiter",
    "+0 wait\nset pie off": "settings stand before the first step",
    "set pie off\nset pie on": "pie is set already; leave one of the two lines out",
    "set settle_ms 300\nset pie on\nset settle_ms 300": "settle_ms is set already",
    "set clock 5m\nset clock off": "clock is set already",
}


@pytest.mark.parametrize("text", WRONG)
def test_a_wrong_line_is_refused_with_its_number_and_why(text: str) -> None:
    with pytest.raises(ScenarioError) as refused:
        parse_script(f"# what is wrong stands last\n\n{text}\n".encode())
    assert refused.value.line == 2 + len(text.split("\n"))
    assert WRONG[text] in refused.value.why


@pytest.mark.parametrize(
    ("data", "line", "why"),
    [
        (b"\x7fELF\x02\x01\xff\xfe", 1, "not UTF-8"),
        (b"# fine\n+0 place d4\n+0 \xff", 3, "not UTF-8"),
        (b"# fine\n+0 place d4\n+0 wait\0", 3, "zero byte"),
        (b"\0", 1, "zero byte"),
    ],
)
def test_what_is_no_text_is_refused_where_it_stops_being_text(data: bytes, line: int, why: str) -> None:
    with pytest.raises(ScenarioError, match=why) as refused:
        parse_script(data)
    assert refused.value.line == line
    assert str(refused.value).startswith(f"line {line}: ")


@pytest.mark.parametrize(
    ("text", "line"), [("", 1), ("\n", 1), ("# nothing but a comment", 1), ("# one\nset pie off\n", 2)]
)
def test_a_file_without_a_step_is_refused_at_its_last_line(text: str, line: int) -> None:
    with pytest.raises(ScenarioError, match=r"no step; a step is written: \+MS place d4") as refused:
        parse_script(text.encode())
    assert refused.value.line == line


@pytest.mark.parametrize(
    "text",
    [
        "\ufeff+0 wait",
        "+0 wait\r\n+5 wait\r\n",
        "# a line\u2028separator and a form\x0cfeed stay in their comment\n+0 wait",
        "  +0   place\td4   # a comment after it",
        "+0 flicker d4 0.5\n+0 flicker d4 off",
        "+0 bounce\n+0 bounce 8",
        "+0 blip d4 0\n+0 hold first 0",
        "+0 place d4\n+0 slide d4 e4 0\n+0 slide e4 f4 0",
        "+0 place d4\n+0 slide d4 e4 100\n+50 lift e4\n+0 place e4",
        "\n".join(f"+9 place {column}{row} first" for column in "abcdefg" for row in range(1, 8)),
        "set settle_ms 300.5\nset scan_hz 60\nset clock off\n+0 wait",
        "set clock first 5m+3s | second 3m flag=claim\n+0 expect clock_first=300 clock_second=180",
    ],
)
def test_what_is_well_formed_is_played(text: str) -> None:
    assert simulate(parse_script(text.encode())).failures == ()


def test_settings_are_those_of_a_table() -> None:
    script = parse_script(
        b"set rounds off\nset pie off\nset last_marble guard\nset mode tournament\n"
        b"set sensors polarity\nset guidance off\nset settle_ms 400\nset scan_hz 100\n"
        b"set clock byo 10m 5x30s\n+0 wait"
    )
    assert str(script.settings) == (
        "pie=off rounds=off last_marble=guard mode=tournament sensors=polarity guidance=off "
        "clock=byo_10m_5x30s"
    )
    assert (script.sensing.settle_ms, script.sensing.scan_hz) == (400, 100)
    assert len(SETTING_KEYS) == 11


def test_a_script_knows_how_long_and_how_demanding_it_is() -> None:
    script = parse_script(b"+100 wait\n+200 expect ply=0 turn=first\n+50 expect ply=0")
    assert (script.length_ms, script.expectations) == (350, 3)
    assert [step.line for step in script.steps] == [1, 2, 3]


@pytest.mark.parametrize("settle_ms", [250, 900, 1500, 5000])
def test_the_board_is_ready_at_zero_however_long_it_takes_to_settle(settle_ms: int) -> None:
    text = f"set settle_ms {settle_ms}\n+0 expect phase=drop turn=first said=turn_first"
    assert simulate(parse_script(text.encode())).failures == ()


def test_a_file_that_cannot_be_parsed_exits_2_and_nothing_of_it_is_run(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "wrong.scn"
    path.write_text("+0 place d4\n+700 expect ply=5\n+0 place h9\n", encoding="utf-8")
    assert run(["simulate", "--trace", str(path)]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(f"{path}:3: 'h9' is no cell")
    assert err.count("\n") == 1


def test_a_file_that_cannot_be_read_exits_2(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for path in (tmp_path, tmp_path / "nowhere.scn"):
        assert run(["simulate", str(path)]) == 2
        out, err = capsys.readouterr()
        assert out == ""
        assert err.startswith(f"{path}:1: ")
        assert err.count("\n") == 1


def test_the_worst_file_decides_the_exit_code_and_the_others_are_played_all_the_same(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    texts = {"fine.scn": "+0 expect ply=0", "false.scn": "+0 expect ply=1", "wrong.scn": "+0 dance"}
    for name, text in texts.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    paths = [str(tmp_path / name) for name in texts]
    assert run(["simulate", *paths]) == 2
    out, _ = capsys.readouterr()
    assert out.splitlines() == [
        f"{paths[0]}: ok (1 expectations, 0.0 s of table time)",
        f"{paths[1]}:1: expected ply=1, was 0",
    ]
    assert run(["simulate", *paths[:2]]) == 1
    assert run(["simulate", paths[0]]) == 0


MANUAL = (Path(__file__).parents[2] / "docs" / "scenarios.md").read_text(encoding="utf-8")


def test_every_step_key_and_act_is_in_the_manual() -> None:
    words = re.findall(r"`([a-z_]+)", MANUAL)
    assert {*_ACTS, *KEYS, *shapes(), *SETTING_KEYS} - set(words) == set()


def test_the_example_of_the_manual_is_true() -> None:
    example = "\n".join(line.strip() for line in MANUAL.split("\n") if line.startswith("    "))
    assert simulate(parse_script(example.encode())).failures == ()


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("+0 command", "this step is written: command ACT"),
        ('+0 command pause reason "no end', 'command ACT ... reason "..."'),
        ('+0 command fly reason "why not"', "an arbiter cannot 'fly'"),
        ('+0 command turn reason "whose"', "write turn first|second"),
    ],
)
def test_an_act_that_cannot_be_read_is_refused_with_why(line: str, why: str) -> None:
    with pytest.raises(ScenarioError) as refused:
        parse_script(line.encode())
    assert why in refused.value.why
