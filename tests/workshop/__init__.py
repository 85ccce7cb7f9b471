"""Proofs of the workshop: wirings of every kind are learnt, and what is wrong with a table is told."""
