"""Proofs of the composition root: from a config to a table, and what becomes of it when devices fail."""
