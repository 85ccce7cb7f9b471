"""The shared modules in a real MicroPython: the same golden vectors, the same talk, byte for byte."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from tests.wire import golden, unix_port

SCRIPT = Path(__file__).with_name("shared_script.py")
SHARED = sorted(
    [
        *(unix_port.ROOT / "firmware_bridge" / "wire").glob("*.py"),
        *[unix_port.ROOT / "firmware_bridge" / name for name in ("__init__.py", "errors.py", "device.py")],
        *[unix_port.ROOT / "firmware_bridge" / name for name in ("journal.py", "parameters.py")],
    ]
)
ABSENT_THERE = {"dataclasses", "enum", "typing", "collections.abc", "__future__", "abc", "functools"}


def imported_when_run(tree: ast.Module) -> set[str]:
    """Return what a module imports, less what stands under `if TYPE_CHECKING`."""
    hidden = {
        id(inner)
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"
        for inner in ast.walk(node)
    }
    nodes = [node for node in ast.walk(tree) if id(node) not in hidden]
    plain = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    return plain | {node.module or "" for node in nodes if isinstance(node, ast.ImportFrom)}


@pytest.mark.parametrize("path", SHARED, ids=lambda path: path.stem)
def test_a_shared_module_imports_nothing_that_micropython_lacks(path: Path) -> None:
    assert not imported_when_run(ast.parse(path.read_text(encoding="utf-8"))) & ABSENT_THERE


@unix_port.needs_micropython
def test_both_interpreters_hold_the_golden_vectors_and_say_the_same_in_a_talk() -> None:
    there = unix_port.run(SCRIPT, str(golden.FOLDER))
    here = subprocess.run(
        [sys.executable, str(SCRIPT), str(golden.FOLDER)],
        env={"PYTHONPATH": str(unix_port.ROOT)},
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    ).stdout
    assert there.splitlines()[-1] == "done"
    assert there.splitlines() == here.splitlines()
    assert sum(line.startswith("message ") for line in there.splitlines()) == len(golden.messages())
