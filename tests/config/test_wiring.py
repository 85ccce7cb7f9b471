"""The wiring: a table and a picture that a maker can solder by, drawn from the config."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from momentum.cli import run
from momentum.config.reading import parse_config
from momentum.config.text import example
from momentum.config.wiring import HEADER, picture, table, uses


def test_the_header_carries_gpio_0_to_27_once_each() -> None:
    assert len(HEADER) == 40
    assert sorted(pin for pin in HEADER if isinstance(pin, int)) == list(range(28))


@pytest.mark.parametrize("name", ["gpio", "rpigpio", "mcp23017"])
def test_each_wired_pin_stands_in_the_table_and_the_picture(name: str) -> None:
    config = parse_config(example(name).encode())
    drawn = "".join(ET.fromstring(picture(config)).itertext())  # noqa: S314 - our own text
    for pin, use in uses(config).items():
        assert f"| GPIO{pin} | {use} |" in table(config)
        assert f"GPIO{pin}" in drawn
        assert use in drawn


def test_a_picture_is_written_where_it_is_wanted(tmp_path: Path) -> None:
    file, out = tmp_path / "m.toml", tmp_path / "wiring.svg"
    file.write_text(example("gpio"), encoding="utf-8")
    assert run(["config", "wiring", str(file), "--svg", str(out)]) == 0
    assert out.read_text(encoding="utf-8").startswith("<svg")


def test_a_board_without_a_header_has_no_wiring(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "m.toml"
    file.write_text(example("pico"), encoding="utf-8")
    assert run(["config", "wiring", str(file)]) == 2
    assert "wires nothing to the Pi's header" in capsys.readouterr().err
