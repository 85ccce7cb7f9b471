"""Proofs of the pages: what they are told, what they may ask, and what is refused."""
