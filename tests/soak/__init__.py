"""Proofs of the soak: it plays whole games by the lights alone, and it finds what is false."""
