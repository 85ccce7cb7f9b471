"""Proofs of the rules: drawn boards, published games, properties, and a slow twin beside them."""
