"""Scenarios: sessions at the table, written down, played in virtual time and checked."""
