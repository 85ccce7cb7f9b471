"""Momentum Board: senses, guides, referees and records Momentum on a real marble board."""
