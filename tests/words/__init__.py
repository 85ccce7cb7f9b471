"""Tests of the words that players read and hear, and of the pages that show them."""
