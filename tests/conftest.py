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
    "link",
    "drivers/test_gpio_buttons.py",
    "drivers/test_pico.py",
    "drivers/test_strip_neopixel.py",
    "kernel",
    "voice",
    "wire/test_firmware.py",
    "wire/test_micropython.py",
    "play",
    "web",
)
"""Rooms whose proofs run against the machine's own clock: browsers, children, a guest, sockets."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Let proofs in real time be tried again, twice at most: a busy machine fails once, a fault each time."""
    here = Path(__file__).parent
    for item in items:
        if item.path.relative_to(here).as_posix().startswith(REAL_TIME):
            item.add_marker(pytest.mark.flaky(reruns=2))
