"""Tests of the wire between a host and its board."""
