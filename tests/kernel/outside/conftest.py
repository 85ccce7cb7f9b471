"""Tests outside the kernel lab's guest are run by the script `lab` alone, which has made what they need."""

from __future__ import annotations

import os
import shutil
import signal
import tempfile
from collections.abc import Iterator
from pathlib import Path
from types import FrameType

import pytest

from tests.kernel.outside.guest import BUILD

HERE = Path(__file__).parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip them where the script did not ask for them."""
    if os.environ.get("LAB_OUTSIDE"):
        return
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.skip(reason="needs the kernel lab: run tests/kernel/lab outside"))


@pytest.fixture(scope="session", autouse=True)
def _ended_in_good_order() -> None:
    """Let a test that is ended from outside end its guest."""

    def end(_number: int, _frame: FrameType | None) -> None:
        pytest.exit("ended by whoever ran it", returncode=143)

    signal.signal(signal.SIGTERM, end)


@pytest.fixture(scope="module")
def job() -> Iterator[Path]:
    """Give a folder for a guest's files, which the guest sees, too."""
    folder = Path(tempfile.mkdtemp(prefix="run.", dir=BUILD))
    yield folder
    shutil.rmtree(folder)
