"""Proofs of records."""
