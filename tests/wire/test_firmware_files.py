"""Laying out the files of the board's program."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from firmware_bridge.firmware_files import files, lay_out, main


def modules_imported(path: Path) -> set[str]:
    """Return the modules of ours that a file imports, wherever in it."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("firmware_bridge"):
            found.add(node.module)
    return found


def test_every_module_the_program_imports_is_laid_out() -> None:
    here = files()
    for name, path in here.items():
        for module in modules_imported(path):
            as_path = module.replace(".", "/")
            assert f"{as_path}.py" in here or f"{as_path}/__init__.py" in here, f"{name} imports {module}"


def test_nothing_of_the_host_is_laid_out() -> None:
    assert not {"link.py", "events.py", "questions.py", "firmware_files.py"} & {
        Path(name).name for name in files()
    }


def test_main_goes_to_the_root_and_all_is_copied_byte_for_byte(tmp_path: Path) -> None:
    assert main([str(tmp_path / "pico")]) == 0
    for name, source in files().items():
        assert (tmp_path / "pico" / name).read_bytes() == source.read_bytes()
    assert (tmp_path / "pico" / "main.py").is_file()


def test_laying_out_again_leaves_the_boards_own_files_alone(tmp_path: Path) -> None:
    (tmp_path / "parameters.bin").write_bytes(b"kept")
    lay_out(tmp_path)
    lay_out(tmp_path)
    assert (tmp_path / "parameters.bin").read_bytes() == b"kept"


def test_a_folder_that_cannot_be_written_is_told_in_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("")
    assert main([str(tmp_path / "file")]) == 1
    assert capsys.readouterr().err.startswith(f"cannot write the board's files to {tmp_path / 'file'}: ")


@pytest.mark.parametrize(("arguments", "code"), [([], 2), (["--what"], 2), (["a", "b"], 2), (["--help"], 0)])
def test_wrong_use_shows_an_example(
    arguments: list[str], code: int, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == code
    assert "mpremote cp -r pico/. :" in capsys.readouterr().err
