"""What runs in the kernel lab's guest alone: elsewhere each test is skipped, saying how to run it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.kernel.board import KernelBoard

HERE = Path(__file__).parent
OUTSIDE = HERE / "outside"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip what needs the guest when this is not the guest."""
    if KernelBoard.is_here():
        return
    for item in items:
        if HERE in item.path.parents and OUTSIDE not in item.path.parents:
            item.add_marker(pytest.mark.skip(reason="needs the kernel lab's guest: run tests/kernel/lab"))


@pytest.fixture
def board() -> Iterator[KernelBoard]:
    """Give the matrix in the kernel, empty and well, before and after."""
    board = KernelBoard()
    board.reset()
    yield board
    board.reset()
