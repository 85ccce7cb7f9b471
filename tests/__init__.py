"""Proofs, in rooms named after what they test."""
