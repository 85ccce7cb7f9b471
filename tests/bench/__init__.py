"""Tests of the figures that the program takes of itself."""
