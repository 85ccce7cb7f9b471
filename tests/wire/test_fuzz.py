"""A small helping of the fuzz that is run by hand with a million frames."""

from __future__ import annotations

from tests.wire.fuzz import fuzz


def test_no_whole_frame_is_lost_and_neither_end_gives_way_under_thousands_of_spoilt_ones() -> None:
    tally = fuzz(4000, seed=20)
    assert tally.frames == 4000
    assert tally.read >= tally.whole > 3000
    assert tally.damaged > 500
    assert tally.states > 10
