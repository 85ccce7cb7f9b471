"""Proofs of the game clock: drawn tables, a twin that ticks, and laws that hold for every control."""
