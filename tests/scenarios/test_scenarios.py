"""Every scenario file of this folder holds, says in its first line what it proves, and is fast."""

from pathlib import Path

import pytest

from momentum.main import simulate
from momentum.scenario.script import parse_script

HERE = Path(__file__).parent
FILES = sorted(HERE.rglob("*.scn"))
OWN = [path for path in FILES if path.parent.name != "given"]


def name_of(path: Path) -> str:
    return str(path.relative_to(HERE).with_suffix(""))


@pytest.mark.parametrize("path", FILES, ids=name_of)
def test_every_expectation_of_a_scenario_holds(path: Path) -> None:
    script = parse_script(path.read_bytes())
    assert script.expectations > 0
    report = simulate(script)
    assert [f"{path.name}:{failure.line}: {failure}" for failure in report.failures] == []


@pytest.mark.parametrize("path", OWN, ids=name_of)
def test_the_first_line_says_in_a_sentence_what_a_scenario_proves(path: Path) -> None:
    first = path.read_text(encoding="utf-8").splitlines()[0]
    assert first.startswith("# ")
    assert first.endswith(".")
    assert len(first) > len("# It works.")
