"""Proofs of playing in real time: virtual hands, and the table drawn in a terminal."""
