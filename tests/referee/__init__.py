"""Tests of the referee: events in, decisions out."""
