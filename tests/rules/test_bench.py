"""The rules' figures can be measured wherever the package is installed."""

from __future__ import annotations

from momentum.bench.rules import drop_us, legal_moves_us


def test_a_drop_is_measured_beside_the_slow_twins() -> None:
    median_us, ratio = drop_us()
    assert median_us > 0
    assert ratio > 0


def test_listing_the_legal_moves_is_measured() -> None:
    assert legal_moves_us() > 0
