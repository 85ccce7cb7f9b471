"""Proofs of the command line: what it prints, what it exits with, and one sentence for every wrong use."""
