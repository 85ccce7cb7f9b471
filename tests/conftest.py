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
