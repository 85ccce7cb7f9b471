"""The composition root: the one place that names a driver and puts a table together."""

from momentum.main.simulated import SimulatedSession, build_simulated, monotonic_ms, simulate

__all__ = ["SimulatedSession", "build_simulated", "monotonic_ms", "simulate"]
