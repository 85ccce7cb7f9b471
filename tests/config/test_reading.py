"""Reading a config: examples hold, values come back, and everything wrong is told with key and remedy."""

from __future__ import annotations

from pathlib import Path
from typing import get_type_hints

import pytest

from momentum.cli import run
from momentum.config.accepted import accepted, section_in
from momentum.config.errors import ConfigError
from momentum.config.reading import parse_config, read_config
from momentum.config.schema import Config
from momentum.config.text import EXAMPLES, example, toml


@pytest.mark.parametrize("name", EXAMPLES)
def test_every_example_is_a_config_and_is_commented(name: str) -> None:
    assert parse_config(example(name).encode()).driver in ("gpio", "pico", "simulated")
    assert example(name).startswith("# ")


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_values_in_force_read_back_as_the_same_config(name: str) -> None:
    config = parse_config(example(name).encode())
    assert parse_config(toml(config).encode()) == config


def test_every_key_can_say_what_it_takes() -> None:
    for key, hint in get_type_hints(Config).items():
        section = section_in(hint)
        for inner in get_type_hints(section) if section else ():
            assert accepted(f"{key}.{inner}")
        assert accepted(key)


GPIO = 'driver = "gpio"\n'


def told_cases() -> list[tuple[str, list[str]]]:
    """Return the configs of told.txt, each with what is told about it."""
    text = (Path(__file__).parent / "told.txt").read_text(encoding="utf-8")
    blocks = [block.splitlines() for block in text.split("\n\n")[1:]]
    return [
        (
            "\n".join(line for line in block if not line.startswith(("->", "#"))),
            [line.removeprefix("-> ") for line in block if line.startswith("->")],
        )
        for block in blocks
    ]


@pytest.mark.parametrize(("text", "told"), told_cases())
def test_everything_wrong_is_told_with_key_and_remedy(text: str, told: list[str]) -> None:
    with pytest.raises(ConfigError) as caught:
        parse_config(text.encode())
    assert [str(problem) for problem in caught.value.problems] == told


@pytest.mark.parametrize(("data", "why"), [(b"\xff\xfe\x00d", "not UTF-8"), (b"driver = ", "not TOML")])
def test_what_is_no_config_at_all_is_told(data: bytes, why: str) -> None:
    with pytest.raises(ConfigError, match=why):
        parse_config(data)


def test_a_missing_file_is_told_with_how_to_write_one(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="there is no such file; write one from: momentum config example"):
        read_config(tmp_path / "none.toml")


def test_show_check_and_example_work_together(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert run(["config", "example", "mcp23017"]) == 0
    file = tmp_path / "momentum.toml"
    file.write_text(capsys.readouterr().out, encoding="utf-8")
    assert run(["config", "check", str(file)]) == 0
    assert capsys.readouterr().out == f"{file}: ok\n"
    assert run(["config", "show", str(file)]) == 0
    assert "max_milliamps = 900" in capsys.readouterr().out


def test_check_prints_every_problem_and_exits_2(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "momentum.toml"
    file.write_text(GPIO + "[buttons]\nfirst = 10\nsecond = 5\n", encoding="utf-8")
    assert run(["config", "check", str(file)]) == 2
    assert capsys.readouterr().err.count("\n") == 2
    assert run(["config", "check", "--json", str(file)]) == 2
    assert '"key": "buttons.first"' in capsys.readouterr().out
