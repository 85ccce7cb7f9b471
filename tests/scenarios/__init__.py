"""Scenario files, by subject, and the tests that run them."""
