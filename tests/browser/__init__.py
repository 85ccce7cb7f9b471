"""Tests of the pages in a real browser, on real served tables."""
