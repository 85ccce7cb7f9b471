"""Proofs of the config file: what it takes, what it refuses, and in which words."""
