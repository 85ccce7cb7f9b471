"""Lays out the files of the board's program as they go on the Pico.

Run as `python -m firmware_bridge.firmware_files FOLDER`.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

PACKAGE = Path(__file__).parent
SHARED = ("__init__.py", "errors.py", "device.py", "journal.py", "parameters.py")
USAGE = (
    "usage: python -m firmware_bridge.firmware_files FOLDER\nexample: ... pico && mpremote cp -r pico/. :\n"
)


def files() -> dict[str, Path]:
    """Return each file of the board's program: its path on the Pico, and where it lies here."""
    sources = [PACKAGE / name for name in SHARED]
    sources += sorted((PACKAGE / "wire").glob("*.py"))
    sources += sorted(path for path in (PACKAGE / "firmware").glob("*.py") if path.name != "main.py")
    on_pico = {path.relative_to(PACKAGE.parent).as_posix(): path for path in sources}
    return {"main.py": PACKAGE / "firmware" / "main.py", **on_pico}


def lay_out(folder: Path) -> None:
    """Copy the files into a folder, byte for byte; OSError when it cannot be written."""
    for name, source in files().items():
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(source.read_bytes())


def main(arguments: Sequence[str]) -> int:
    """Lay out the files in the folder named; return the exit code."""
    if len(arguments) != 1 or arguments[0].startswith("-"):
        sys.stderr.write(USAGE)
        return 0 if arguments == ["--help"] else 2
    try:
        lay_out(Path(arguments[0]))
    except OSError as error:
        sys.stderr.write(f"cannot write the board's files to {arguments[0]}: {error}\n")
        return 1
    sys.stdout.write(
        f"{len(files())} files for the Pico are in {arguments[0]}; copy all of it to the Pico's root\n"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
