"""Tests of what a table says."""
