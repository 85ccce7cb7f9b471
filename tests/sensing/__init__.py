"""Sensing: from marbles over contacts to contacts that changed for good."""
