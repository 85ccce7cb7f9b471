"""Soak: virtual players play whole games by following only the lights, and every decision is checked."""
