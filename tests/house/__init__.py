"""Proofs that the house is a house: packages, layers, words and manners."""
