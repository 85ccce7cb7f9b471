"""Figures: how fast the program is, measured wherever it is installed."""
