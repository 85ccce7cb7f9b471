"""Power cuts in the midst of games: what was shown is kept, and where less care is taken it is lost."""

from __future__ import annotations

import random
import shutil
from itertools import pairwise
from pathlib import Path

import pytest

from tests.kernel.outside.power import AS_IT_IS, CARELESS, Left, cuts, sums

CUTS = 3

pytestmark = pytest.mark.skipif(
    shutil.which("nbdkit") is None or shutil.which("mke2fs") is None,
    reason="power is cut with Debian's packages nbdkit and e2fsprogs, which are not here",
)


@pytest.fixture(scope="module", name="found")
def what_cuts_left(job: Path) -> list[Left]:
    return list(cuts(job, CUTS, random.Random()))


def test_nothing_that_was_shown_is_lost_and_the_journal_is_whole(found: list[Left]) -> None:
    assert [(left[AS_IT_IS]["lost"], left[AS_IT_IS]["whole"]) for left in found] == [(0, True)] * CUTS


def test_games_go_on_after_each_cut(found: list[Left]) -> None:
    shown = [left[AS_IT_IS]["shown"] for left in found]
    assert all(before < after for before, after in pairwise([0, *shown]))


@pytest.mark.parametrize("name", CARELESS)
def test_a_cut_takes_what_was_not_written_with_care(found: list[Left], name: str) -> None:
    shown, lost = sums(found)[name]
    assert 0 < lost <= shown
