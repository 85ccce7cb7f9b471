"""The rules' figures can be measured wherever the package is installed."""

from __future__ import annotations

from momentum.bench.rules import drop_us, legal_moves_us


def test_a_drop_is_resolved_several_times_faster_than_by_the_slow_twin() -> None:
    """A busy or traced run is no place for the real bounds, so these are wide."""
    median_us, ratio = drop_us()
    assert 0 < median_us < 100
    assert ratio > 2


def test_listing_the_legal_moves_is_measured() -> None:
    assert 0 < legal_moves_us() < 200
