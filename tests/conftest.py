"""What holds for every test: no law fails because the machine was busy, and no journal is anybody's own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

settings.register_profile("project", deadline=None)
settings.load_profile("project")


@pytest.fixture(scope="session")
def data_folders(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Yield names of folders, each another one, that nobody has made yet."""
    base = tmp_path_factory.mktemp("data")
    return (base / str(number) for number in range(10**9))


@pytest.fixture(autouse=True)
def _data_of_its_own(data_folders: Iterator[Path], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(next(data_folders)))
    monkeypatch.delenv("STATE_DIRECTORY", raising=False)


REAL_TIME = (
    "browser",
    "drivers/test_gpio_buttons.py",
    "drivers/test_pico.py",
    "drivers/test_strip_neopixel.py",
    "kernel",
    "link/test_bench.py",
    "link/test_composition.py",
    "link/test_emulated_pico.py",
    "link/test_live_games.py",
    "link/test_serial_port.py",
    "play/test_console.py",
    "play/test_journal.py",
    "play/test_leaving.py",
    "voice/test_espeak.py",
    "voice/test_speaker.py",
    "web/test_app.py",
    "web/test_arbiter.py",
    "wire/test_firmware.py",
    "wire/test_micropython.py",
)
"""Rooms and files whose proofs keep the machine's own time: browsers, children, a guest, ports, sockets."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Let proofs in real time be tried again, twice at most: a busy machine fails once, a fault each time.

    Where several processes share the work, all those are one process's, and every other file is one's alone.
    """
    here = Path(__file__).parent
    if gone := [name for name in REAL_TIME if not (here / name).exists()]:
        raise pytest.UsageError(f"tests/conftest.py names what is not there: {', '.join(gone)}")
    for item in items:
        name = item.path.relative_to(here).as_posix()
        if name.startswith(REAL_TIME):
            item.add_marker(pytest.mark.flaky(reruns=2))
            name = "real time"
        item.add_marker(pytest.mark.xdist_group(name))
